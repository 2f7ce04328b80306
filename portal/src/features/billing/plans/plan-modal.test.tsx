import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readPlanYears, createPlan, updatePlan, listPlans } from '@lintel/contract/billing/plans';
import { shownToasts } from '../../../test/toasts.ts';
import { readOptions } from '../../../test/emails.ts';
import { openPlans, plan } from '../../../test/plans.ts';
import { at, answer, refusal, type Reply, lostConnection } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 60_000 });

// Lazy chunks take longer to load on a busy machine than a test waits.
beforeAll(() => import('@lintel/contract/billing/plans'));

const open = async (mode: 'new' | 'edit', prepare?: () => void) => {
  await openPlans(undefined, prepare);
  await userEvent.click(
    await screen.findByRole('button', { name: mode === 'new' ? 'Add plan' : 'Edit Pro' }),
  );
  return within(
    await screen.findByRole('dialog', { name: mode === 'new' ? 'Create plan' : 'Edit plan' }),
  );
};
type Modal = Awaited<ReturnType<typeof open>>;

const input = (modal: Modal, name: string): HTMLInputElement =>
  modal.getByRole('textbox', { name });
const put = async (modal: Modal, name: string, text: string): Promise<void> => {
  await userEvent.clear(input(modal, name));
  await userEvent.click(input(modal, name));
  if (text !== '') await userEvent.paste(text);
};
const openChoice = async (modal: Modal, name: string): Promise<HTMLElement[]> => {
  const choice = modal.getByRole('combobox', { name });
  await userEvent.click(choice);
  await waitFor(() => expect(readOptions(choice)).not.toEqual([]));
  return readOptions(choice);
};
const choose = async (modal: Modal, name: string, wanted: string): Promise<void> => {
  const option = (await openChoice(modal, name)).find(({ textContent }) => textContent === wanted);
  await userEvent.click(option ?? document.body);
};
const save = (modal: Modal, name = 'Update'): Promise<void> =>
  userEvent.click(modal.getByRole('button', { name }));
const recordBodies = (
  endpoint: typeof createPlan | typeof updatePlan,
  reply: () => Reply<typeof updatePlan> = () => ({ message: 'Saved', plan: plan() }),
) => {
  const bodies: [string, string][][] = [];
  answer(endpoint, async (request) => {
    bodies.push([...new URLSearchParams(await request.text())]);
    return reply();
  });
  return bodies;
};
const lastToast = () => shownToasts().at(-1);
const required = 'This field is required.';

describe('a price change', () => {
  it('shows before saving how many contractors pay the plan, and when it takes effect', async () => {
    const modal = await open('edit', () =>
      answer(readPlanYears, {
        contractors: 12,
        nextFrom: '2026-12-02T15:00:00.000Z',
        raisedFrom: '2027-01-04T15:00:00.000Z',
        raisedUntil: '2027-12-02T15:00:00.000Z',
      }),
    );
    expect((await modal.findByText(/^12 contractors pay this plan\./)).textContent).toBe(
      '12 contractors pay this plan. A higher price is charged when their next year begins, from Jan 4, 2027 to Dec 2, 2027. We e-mail each of them at least 30 days before, and they pay the old price until then. A lower price applies from the next renewal, Dec 2, 2026 at the earliest.',
    );
  });

  it('affects no contractors if none pay the plan', async () => {
    const modal = await open('edit');
    expect(await modal.findByText(/^No contractor is on this plan\./)).toBeTruthy();
  });
});

describe('the form of a plan', () => {
  it("has a plan's fields, some of them required [ADM-118] [ADM-192] [ADM-305] [ADM-306] [ADM-307] [ADM-308] [ADM-309] [ADM-314] [ADM-317]", async () => {
    const modal = await open('new');
    await put(modal, 'Installments', '');
    await save(modal, 'Add');
    await waitFor(() => expect(modal.getAllByText(required)).toHaveLength(6));
    for (const name of ['Name', 'Price', 'Installments', 'Stripe ID']) {
      expect(input(modal, name).getAttribute('aria-invalid')).toBe('true');
    }
    for (const name of ['Tier', 'Roles']) {
      expect(modal.getByRole('combobox', { name }).getAttribute('aria-invalid')).toBe('true');
    }
    for (const name of ['Associated Stripe ID', 'Description']) {
      expect(input(modal, name).getAttribute('aria-invalid')).not.toBe('true');
    }
    expect(modal.getByRole('group', { name: 'Opportunities' })).toBeTruthy();
    expect(document.activeElement).toBe(input(modal, 'Name'));
  });

  it("offers the six tiers, and the roles that aren't for staff [ADM-315] [ADM-439]", async () => {
    const modal = await open('new');
    const fieldTexts = async (name: string) =>
      (await openChoice(modal, name)).map(({ textContent }) => textContent);
    expect(await fieldTexts('Tier')).toEqual(['Pro', 'Self', 'Concierge', 'Brand', 'Free', 'Test']);
    expect(await fieldTexts('Roles')).toEqual(['Contractor', 'Reports']);
  });

  it.each([
    ['1,188', 'Please leave out the thousands separator.'],
    ['-1', 'The price cannot be negative.'],
    ['123456789', 'Enter 8 digits maximum before the decimal point'],
    ['ninety', 'Please enter a number such as 99 or 99.50.'],
  ])('rejects the price %s: %s [ADM-310] [ADM-311] [ADM-312] [ADM-313]', async (price, message) => {
    const modal = await open('edit');
    await put(modal, 'Price', price);
    await userEvent.tab();
    expect(await modal.findByText(message)).toBeTruthy();
    await put(modal, 'Price', '99.50');
    await waitFor(() => expect(modal.queryByText(message)).toBeNull());
  });

  it('adds a bullet before each line of the description [ADM-318]', async () => {
    const modal = await open('edit');
    const description = input(modal, 'Description');
    expect(description.value).toBe('• All loan programs\n• Reports\n• Team users');
    await userEvent.clear(description);
    await userEvent.type(description, 'One{Enter}Two{Enter}{Enter}Three');
    expect(description.value).toBe('• One\n• Two\n• \n• Three');
    description.setSelectionRange(5, 5);
    await userEvent.type(description, ' and{Enter}more', {
      initialSelectionStart: 5,
      initialSelectionEnd: 5,
    });
    expect(description.value).toBe('• One and\n• more\n• Two\n• \n• Three');
    expect(description.selectionStart).toBe('• One and\n• more'.length);
  });
});

describe('a new plan', () => {
  it('is sent form-encoded, with its role ids and without empty lines [ADM-435] [ADM-438] [ADM-319] [ADM-501]', async () => {
    const modal = await open('new');
    const bodies = recordBodies(createPlan);
    await put(modal, 'Name', '  Spring offer ');
    await choose(modal, 'Tier', 'Brand');
    await put(modal, 'Price', '99.90');
    await put(modal, 'Installments', '3');
    await put(modal, 'Stripe ID', 'price_1');
    await choose(modal, 'Roles', 'Contractor');
    await choose(modal, 'Roles', 'Reports');
    await userEvent.click(modal.getByRole('checkbox', { name: 'HELOC' }));
    await put(modal, 'Description', 'Reports\n\n  \nTeam users\n');
    await save(modal, 'Add');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(Object.fromEntries(bodies[0] ?? [])).toEqual({
      name: 'Spring offer',
      price: '99.9',
      stripeId: 'price_1',
      associatedStripeId: '',
      installmentIntervalsCount: '3',
      tier: 'Brand',
      'roles[0]': '10',
      'roles[1]': '11',
      'opportunities[0]': 'HELOC',
      'description[0]': 'Reports',
      'description[1]': 'Team users',
      visibility: 'hidden',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastToast()).toMatchObject({ message: 'Success!', kind: 'success' });
  });
});

describe('an edited plan', () => {
  it('starts from the stored values, and is sent with the loaded version [ADM-436]', async () => {
    const modal = await open('edit');
    const bodies = recordBodies(at(updatePlan, { id: 41 }));
    expect(input(modal, 'Price').value).toBe('1188.50');
    expect(modal.getByRole<HTMLInputElement>('combobox', { name: 'Tier' }).value).toBe('Pro');
    for (const name of ['FDA', 'HELOC'])
      expect(modal.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true);
    await put(modal, 'Name', 'Pro plus');
    await save(modal);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(Object.fromEntries(bodies[0] ?? [])).toMatchObject({
      name: 'Pro plus',
      version: '3',
      'roles[1]': '11',
      price: '1188.5',
    });
  });

  it("shows the server's message of a rejection, or marks the field it names [ADM-494]", async () => {
    const modal = await open('edit');
    const words = 'The role Desk is for staff only.';
    recordBodies(at(updatePlan, { id: 41 }), () => refusal('invalid', { roles: words }));
    await save(modal);
    expect(await modal.findByText(words)).toBeTruthy();
    expect(lastToast()).toMatchObject({
      message: 'Please correct the marked fields.',
      kind: 'danger',
    });
  });

  it('shows the support contact for a failure without a message, and keeps the input [ADM-494]', async () => {
    const modal = await open('edit');
    await put(modal, 'Name', 'Pro plus');
    answer(at(updatePlan, { id: 41 }), lostConnection);
    await save(modal);
    const message = 'An unexpected error occurred, please contact support';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger' }));
    expect(input(modal, 'Name').value).toBe('Pro plus');
  });

  it("shows another user's changes separately, and overwrites them only on request", async () => {
    const modal = await open('edit');
    answer(listPlans, { data: [plan({ name: 'Theirs', price: 5, version: 4 })], total: 1 });
    let refuses = true;
    const bodies = recordBodies(at(updatePlan, { id: 41 }), () =>
      refuses ? refusal('conflict') : { message: 'Plan updated', plan: plan() },
    );
    await put(modal, 'Name', 'Mine');
    await save(modal);
    const notice = await modal.findByRole('alert');
    expect(notice.textContent).toContain('Different from your form: Name, Price.');
    refuses = false;
    await userEvent.click(within(notice).getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies.map((body) => Object.fromEntries(body))).toMatchObject([
      { name: 'Mine', version: '3' },
      { name: 'Mine', version: '4' },
    ]);
  });

  it("can be reloaded with another user's changes", async () => {
    const modal = await open('edit');
    answer(listPlans, { data: [plan({ name: 'Theirs', version: 4 })], total: 1 });
    recordBodies(at(updatePlan, { id: 41 }), () => refusal('conflict'));
    await put(modal, 'Name', 'Mine');
    await save(modal);
    await userEvent.click(await modal.findByRole('button', { name: 'Discard mine and reload' }));
    expect(input(modal, 'Name').value).toBe('Theirs');
    expect(modal.queryByRole('alert')).toBeNull();
  });

  it('asks before closing the form with changes', async () => {
    const modal = await open('edit');
    await put(modal, 'Name', 'Mine');
    await userEvent.click(modal.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(input(modal, 'Name').value).toBe('Mine');
  });
});

describe("a plan's visibility", () => {
  it('shows in the list, and can be changed in the dialog in plain words', async () => {
    const modal = await open('edit');
    expect(screen.getAllByText('Public').length).toBeGreaterThan(1);
    const bodies = recordBodies(at(updatePlan, { id: 41 }));
    expect(modal.getByRole('radio', { name: 'Public', checked: true })).toBeTruthy();
    expect(
      modal.getByText('No one new can get it. Contractors who have it keep it and keep paying.'),
    ).toBeTruthy();
    await userEvent.click(modal.getByRole('radio', { name: 'Archived' }));
    await save(modal);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(Object.fromEntries(bodies[0] ?? [])).toMatchObject({ visibility: 'archived' });
  });

  it("is hidden by default, and the tier Test can't be public", async () => {
    const modal = await open('new');
    expect(modal.getByRole('radio', { name: 'Hidden', checked: true })).toBeTruthy();
    await choose(modal, 'Tier', 'Test');
    expect(modal.getByRole<HTMLInputElement>('radio', { name: 'Public' }).disabled).toBe(true);
    expect(modal.getByText("A plan in the Test tier can't be public.")).toBeTruthy();
  });
});
