import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewLeadButton } from './new-lead-button.tsx';
import { renderAlone } from '../../../test/render-alone.tsx';
import { readSession } from '@lintel/contract/identity/sessions';
import { listLeadSources, listFirstTouches } from '@lintel/contract/leads/fields';
import { listManagers, findManager, createLead, searchPartners } from '@lintel/contract/leads/lead';
import { shownToasts } from '../../../test/toasts.ts';
import { readOptions } from '../../../test/emails.ts';
import { makeGate } from '../../../test/gate.ts';
import { listed, source, touch } from '../../../test/leads.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, lostConnection, type ReplyTo, type Reply, refusal } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const manager = (id: number, fullName: string, email: string) => {
  const [firstName = '', lastName = ''] = fullName.split(' ');
  return { id, firstName, lastName, fullName, email, phones: [] };
};
const avery = manager(3, 'Avery Quinn', 'admin@demo.test');

const openList = async (held = ['manage-contractors:access']) => {
  const view = await openPortal('/manage/contractors', staff(privileges(...held)));
  answer(listLeadSources, listed([source(1, 'Website'), source(2, 'Home show')]));
  answer(listFirstTouches, listed([touch(1, 'Radio'), touch(2, 'radio', { double: true })]));
  answer(listManagers, {
    data: [avery, manager(2, 'Theo Marsh', 'theo@demo.test')],
    total: 2,
  });
  answer(findManager, (request) => ({
    data: new URL(request.url).searchParams.get('email') === avery.email ? avery : null,
  }));
  return view;
};
const open = async () => {
  await openList();
  await userEvent.click(await screen.findByRole('button', { name: 'NEW LEAD' }));
  return within(await screen.findByRole('dialog', { name: 'New lead' }));
};
type Modal = Awaited<ReturnType<typeof open>>;

const input = (modal: Modal, name: string) =>
  modal.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const put = async (modal: Modal, name: string, text: string): Promise<void> => {
  await userEvent.clear(input(modal, name));
  await userEvent.click(input(modal, name));
  if (text !== '') await userEvent.paste(text);
};
const chosen = (modal: Modal, name: string) =>
  modal.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) });
const choose = async (modal: Modal, name: string, wanted: string): Promise<void> => {
  const choice = chosen(modal, name);
  await userEvent.click(choice);
  await waitFor(() => expect(readOptions(choice)).not.toEqual([]));
  await userEvent.click(
    readOptions(choice).find(({ textContent }) => textContent === wanted) ?? document.body,
  );
};
const submit = (modal: Modal): Promise<void> =>
  userEvent.click(modal.getByRole('button', { name: 'Create lead' }));
const recordLeads = (reply: () => Reply<typeof createLead>) => {
  const bodies: { type: string | null; body: Record<string, string> }[] = [];
  answer(createLead, async (request) => {
    const type = request.headers.get('content-type');
    bodies.push({ type, body: Object.fromEntries(new URLSearchParams(await request.text())) });
    return reply();
  });
  return bodies;
};
const created = () => ({
  message: 'Lead created.',
  leadId: 7,
  companyName: 'Marsh',
  leadUrl: '/manage/leads/7',
  leadOwner: '',
});
const lastToast = () => shownToasts().at(-1);

describe('the new lead button', () => {
  it.each([
    ['is offered with', ['manage-contractors:access'], 1],
    ['is not offered without', ['manage-plans:access', 'manage-contractors:plan_modify'], 0],
  ])('%s manage-contractors access [ADM-030]', async (_how, held, count) => {
    answer(readSession, staff(privileges(...held)));
    renderAlone(
      <Suspense>
        <NewLeadButton />
        <p>Loaded</p>
      </Suspense>,
    );
    await screen.findByText('Loaded');
    expect(screen.queryAllByRole('button', { name: 'NEW LEAD' })).toHaveLength(count);
  });

  it("opens the form after sources, first touches, and the user's profile have loaded [ADM-042]", async () => {
    await openList();
    const gate = makeGate();
    const requests: string[] = [];
    answer(findManager, (request) => {
      requests.push(new URL(request.url).search);
      return gate.opened.then(() => ({ data: avery }));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'NEW LEAD' }));
    await waitFor(() => expect(requests).toEqual(['?email=admin%40demo.test']));
    expect(screen.queryByRole('dialog')).toBeNull();
    gate.open();
    expect(await screen.findByRole('dialog', { name: 'New lead' })).toBeTruthy();
  });
});

describe('the new lead form', () => {
  it('has the contact, origin, and program fields [ADM-043] [ADM-044] [ADM-045] [ADM-046] [ADM-047]', async () => {
    const modal = await open();
    for (const name of ['First name', 'Last name', 'Phone', 'E-mail', 'Company name'])
      expect(input(modal, name)).toBeTruthy();
    expect(modal.getByText('+1')).toBeTruthy();
    await userEvent.type(input(modal, 'Phone'), '7025550199');
    expect(input(modal, 'Phone').value).toBe('702-555-0199');
    expect(modal.getByText('Lead source', { exact: false, selector: 'label' }).textContent).toBe(
      'Lead source *',
    );
    expect(chosen(modal, 'Lead first touch')).toBeTruthy();
    const programs = modal.getAllByRole<HTMLInputElement>('radio');
    expect(programs.map(({ value }) => value)).toEqual(['0', '1', '2']);
    for (const [value, name] of ['None', 'Partner', 'Referral'].entries())
      expect(modal.getByRole<HTMLInputElement>('radio', { name }).value).toBe(String(value));
  });

  it('leaves the owner to the distribution when that is ticked, and restores the owner when it is unticked [ADM-049] [ADM-051] [ADM-052]', async () => {
    const modal = await open();
    const box = modal.getByRole<HTMLInputElement>('checkbox', {
      name: 'assign owner by distribution',
    });
    expect(box.name).toBe('isAssignOwner');
    expect(chosen(modal, 'Lead owner').value).toBe('Avery Quinn');
    await userEvent.click(box);
    expect(chosen(modal, 'Lead owner').value).toBe('');
    await userEvent.click(box);
    expect(chosen(modal, 'Lead owner').value).toBe('Avery Quinn');
  });

  it('marks missing fields and moves to the first one [ADM-053] [ADM-250] [ADM-253] [ADM-257] [ADM-369] [ADM-370]', async () => {
    const modal = await open();
    await submit(modal);
    expect(
      await modal.findByText('This field is required if E-mail is not provided.'),
    ).toBeTruthy();
    expect(modal.getByText('This field is required if Phone is not provided.')).toBeTruthy();
    expect(modal.getByText('This field is required.')).toBeTruthy();
    expect(input(modal, 'Phone').getAttribute('aria-describedby')).toContain('error');
    await waitFor(() => expect(document.activeElement).toBe(input(modal, 'Phone')));
    await put(modal, 'E-mail', 'lena@marsh.example');
    await waitFor(() =>
      expect(modal.queryByText('This field is required if Phone is not provided.')).toBeNull(),
    );
  });

  it.each([
    ['First name', '12', 'Please use letters A to Z, dash, apostrophe, period or space only.'],
    ['Last name', '12', 'Please use letters A to Z, dash, apostrophe, period or space only.'],
    ['First name', 'x'.repeat(251), 'Enter 250 symbols maximum'],
    ['Last name', 'x'.repeat(251), 'Enter 250 symbols maximum'],
    ['E-mail', 'lena', 'The Email is in invalid format'],
    ['E-mail', `${'x'.repeat(245)}@a.com`, 'Enter 250 symbols maximum'],
    ['Company name', 'x'.repeat(241), 'Enter 240 symbols maximum'],
    ['Phone', '702555', 'Please enter a 10-digit number.'],
  ])(
    'shows an error for an invalid %s [ADM-246] [ADM-247] [ADM-248] [ADM-249] [ADM-251] [ADM-255]',
    async (name, text, message) => {
      const modal = await open();
      await put(modal, name, text);
      await userEvent.tab();
      expect(await modal.findByText(message)).toBeTruthy();
    },
  );

  it('keeps the last ten digits of a pasted phone number [ADM-254]', async () => {
    const modal = await open();
    await put(modal, 'Phone', '+1 (702) 555-0199');
    expect(input(modal, 'Phone').value).toBe('702-555-0199');
    await put(modal, 'Phone', 'tel 702-555');
    expect(input(modal, 'Phone').value.replace(/\D/g, '')).toBe('702555');
  });

  it('trims text and collapses its white space on blur [ADM-260]', async () => {
    const modal = await open();
    await put(modal, 'Company name', '  Marsh   & Sons ');
    await userEvent.tab();
    expect(input(modal, 'Company name').value).toBe('Marsh & Sons');
  });

  it("sends the lead's fields form-encoded, with the phone number as ten digits [ADM-414] [ADM-412] [ADM-189]", async () => {
    const modal = await open();
    const bodies = recordLeads(created);
    await put(modal, 'First name', 'Lena');
    await put(modal, 'Phone', '702-555-0199');
    await choose(modal, 'Lead source', 'Website');
    await choose(modal, 'Lead first touch', 'radio');
    await submit(modal);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]?.type).toContain('application/x-www-form-urlencoded');
    expect(bodies[0]?.body).toEqual({
      firstName: 'Lena',
      lastName: '',
      phone: '7025550199',
      email: '',
      companyName: '',
      leadSource: 'Website',
      leadFirstTouch: 'radio',
      isAssignOwner: 'false',
      ownerId: '3',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastToast()).toMatchObject({ message: 'Lead created.', kind: 'success' });
  });
});

describe('the partner search', () => {
  const searches: string[] = [];
  const openSearch = async (
    program: 'Partner' | 'Referral',
    reply: ReplyTo<typeof searchPartners>,
  ) => {
    const modal = await open();
    searches.length = 0;
    answer(searchPartners, (request) => {
      searches.push(new URL(request.url).search);
      return typeof reply === 'function' ? reply(request) : reply;
    });
    expect(modal.queryByPlaceholderText('Company name or contractor ID')).toBeNull();
    await userEvent.click(modal.getByRole('radio', { name: program }));
    return modal;
  };
  const field = (modal: Modal) =>
    modal.getByPlaceholderText<HTMLInputElement>('Company name or contractor ID');
  const oak = { data: [{ id: 102, companyName: 'Oak & Iron' }], total: 1 };

  it('shows only for Partner and Referral [ADM-048]', async () => {
    const modal = await open();
    const shown = () => modal.queryByPlaceholderText('Company name or contractor ID') !== null;
    expect(shown()).toBe(false);
    for (const [program, shows] of [
      ['Partner', true],
      ['None', false],
      ['Referral', true],
    ] as const) {
      await userEvent.click(modal.getByRole('radio', { name: program }));
      expect(shown(), program).toBe(shows);
    }
  });

  it('starts at three characters with pages of twenty [ADM-054] [ADM-055] [ADM-416]', async () => {
    const modal = await openSearch('Referral', oak);
    await userEvent.type(field(modal), 'oa');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(searches).toEqual([]);
    await userEvent.type(field(modal), 'k');
    await waitFor(() =>
      expect(searches).toEqual(['?page=1&limit=20&order=%2BcompanyName&searchText=oak']),
    );
    await userEvent.click(await screen.findByText('Oak & Iron'));
    expect(field(modal).value).toBe('Oak & Iron');
    const bodies = recordLeads(created);
    await put(modal, 'E-mail', 'lena@marsh.example');
    await choose(modal, 'Lead source', 'Website');
    await submit(modal);
    await waitFor(() => expect(bodies[0]?.body['referralId']).toBe('102'));
    expect(bodies[0]?.body).not.toHaveProperty('partnerId');
  });

  it('is required, and clears the partner when the program changes [ADM-050] [ADM-259]', async () => {
    const modal = await openSearch('Partner', oak);
    await userEvent.type(field(modal), 'oak');
    await userEvent.click(await screen.findByText('Oak & Iron'));
    await userEvent.click(modal.getByRole('radio', { name: 'Referral' }));
    expect(field(modal).value).toBe('');
    await put(modal, 'E-mail', 'lena@marsh.example');
    await choose(modal, 'Lead source', 'Website');
    const bodies = recordLeads(created);
    await submit(modal);
    expect(await modal.findByText('This field is required.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(modal)));
    expect(bodies).toEqual([]);
  });

  it('reports no results and too many results [ADM-056] [ADM-057]', async () => {
    const modal = await openSearch('Partner', { data: [], total: 0 });
    await userEvent.type(field(modal), 'zzz');
    expect(await screen.findByText('Nothing found...')).toBeTruthy();
    answer(searchPartners, { ...oak, total: 21 });
    await userEvent.type(field(modal), 'y');
    expect(await screen.findByText('Too many results. Refine your search criteria.')).toBeTruthy();
    answer(searchPartners, { ...oak, total: 20 });
    await userEvent.type(field(modal), 'x');
    expect(await screen.findByText('Oak & Iron')).toBeTruthy();
    expect(screen.queryByText('Too many results. Refine your search criteria.')).toBeNull();
  });
});

describe('the response to a new lead', () => {
  const send = async (reply: () => Reply<typeof createLead>) => {
    const modal = await open();
    recordLeads(reply);
    await put(modal, 'E-mail', 'lena@marsh.example');
    await choose(modal, 'Lead source', 'Website');
    await submit(modal);
    return modal;
  };
  const known = {
    error: 'already_exists',
    message: 'A lead with this phone number already exists.',
    field: '7025550199',
    leadOwner: '',
  };

  it('shows an existing lead with the phone number and a link to the CRM [ADM-058] [ADM-059] [ADM-060] [ADM-061] [ADM-490]', async () => {
    await send(() => ({
      ...known,
      leadId: 5001,
      leadUrl: 'https://crm.example/5001',
      companyName: 'Harbor Kitchens',
    }));
    const info = within(await screen.findByRole('dialog', { name: 'Lead info' }));
    expect(info.getByText('A lead with this phone number already exists.')).toBeTruthy();
    expect(info.getByText('702-555-0199')).toBeTruthy();
    expect(info.getByRole('link', { name: /Lead 5001/ }).getAttribute('href')).toBe(
      'https://crm.example/5001',
    );
    expect(info.queryByText('Harbor Kitchens')).toBeNull();
    await userEvent.click(info.getByRole('button', { name: 'OK' }));
    const form = within(await screen.findByRole('dialog', { name: 'New lead' }));
    expect(input(form, 'E-mail').value).toBe('lena@marsh.example');
  });

  it("names the company when it isn't in a CRM [ADM-062]", async () => {
    await send(() => ({ ...known, leadId: null, leadUrl: null, companyName: 'Harbor Kitchens' }));
    const info = within(await screen.findByRole('dialog', { name: 'Lead info' }));
    expect(info.getByText('Harbor Kitchens')).toBeTruthy();
    expect(info.queryByRole('link')).toBeNull();
  });

  it('shows a server error for five seconds [ADM-489]', async () => {
    await send(() => refusal('unexpected', 'The CRM is away'));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ message: 'The CRM is away', kind: 'danger', life: 5000 }),
    );
    expect(screen.getByRole('dialog', { name: 'New lead' })).toBeTruthy();
  });

  it('reports a lost connection and keeps the input', async () => {
    await send(lostConnection);
    await waitFor(() => expect(lastToast()).toMatchObject({ kind: 'danger' }));
    expect(lastToast()?.message).toMatch(/^An unexpected error occurred/);
    const form = within(screen.getByRole('dialog', { name: 'New lead' }));
    expect(input(form, 'E-mail').value).toBe('lena@marsh.example');
  });
});

it('The form rejects a source, first touch, or phone number that is too long [ADM-252] [ADM-256] [ADM-258] [ADM-257]', async () => {
  const { leadForm } = await import('@lintel/contract/leads/lead');
  const long = 'x'.repeat(241);
  const form = {
    email: 'a@b.co',
    leadSource: long,
    leadFirstTouch: long,
    phone: '1'.repeat(251),
    program: '0',
    partner: '',
    isAssignOwner: false,
    owner: '',
  };
  const found = leadForm.safeParse(form);
  const problems = Object.fromEntries(
    (found.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
  expect(problems).toEqual({
    leadSource: 'Enter 240 symbols maximum',
    leadFirstTouch: 'Enter 240 symbols maximum',
    phone: 'Enter 250 symbols maximum',
  });
});
