import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSubscription, readSubscription } from '@lintel/contract/billing/payments';
import { choosePlan, readPlanChoices, type PlanChoice } from '@lintel/contract/billing/plan-change';
import { openBilling, subscription } from '../../../test/billing.ts';
import { press } from '../../../test/forms.ts';
import { expectToast } from '../../../test/marketing-templates.ts';
import { at, answer, refusal } from '../../../test/server.ts';
import { owner, ownerPrivileges, staff } from '../../../test/sessions.ts';

const card = async (): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: 'Pro plan' })).closest('section') as HTMLElement;

/** Collects and answers the calls that end or continue the subscription. */
function recordEnds(): boolean[] {
  const ends: boolean[] = [];
  answer(at(endSubscription, { id: 7 }), async (request) => {
    const { end } = (await request.json()) as { end: boolean };
    ends.push(end);
    answer(
      at(readSubscription, { id: 7 }),
      subscription({ cancelAtTermEnd: end, ...(end && { renewal: null }) }),
    );
    return { message: end ? 'It will end' : 'It goes on' };
  });
  return ends;
}

describe('the subscription', () => {
  it('shows its price, the next payment, and its renewal', async () => {
    await openBilling();
    const { textContent } = await card();
    for (const part of [
      'Active',
      '$1,188.00 a year, paid monthly',
      '$99.00 on 06/04/2026',
      '03/04/2027 for $1,248.00 a year',
    ])
      expect(textContent).toContain(part);
  });

  it.each([
    ['past_due', 'Past due', 'None'],
    ['unpaid', 'Unpaid', 'After the failed payments are paid'],
    ['pending', 'Waiting for the first payment', 'After the first payment'],
  ] as const)('shows its state and next payment when %s', async (state, words, next) => {
    await openBilling({ subscription: subscription({ state, nextPayment: null }) });
    expect(within(await card()).getByText(words)).toBeTruthy();
    expect(within(await card()).getByText(next)).toBeTruthy();
  });

  it('can be ended after a confirmation, and continued without one', async () => {
    await openBilling();
    const ends = recordEnds();
    await card();
    await press('Cancel subscription');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('stays open until 03/04/2027');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Cancel at the end of the year' }),
    );
    await expectToast('It will end');
    expect(await screen.findByText('Ends 03/04/2027')).toBeTruthy();
    await press('Keep subscription');
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(ends).toEqual([true, false]);
  });

  it('continues when the confirmation is declined', async () => {
    await openBilling();
    const ends = recordEnds();
    await card();
    await press('Cancel subscription');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep subscription' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ends).toEqual([]);
  });

  it("can't be ended by a team user with Limited access", async () => {
    const whole = owner(ownerPrivileges);
    await openBilling(
      {},
      { session: { ...whole, isLimited: true, user: { ...whole.user, isLimited: true } } },
    );
    await card();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });

  it('shows the plan when there are no payments', async () => {
    await openBilling({ subscription: null });
    expect(await screen.findByText('You are on the Pro plan. No payments are due.')).toBeTruthy();
  });

  it('is shown as canceled', async () => {
    await openBilling(
      { subscription: null },
      { session: owner(ownerPrivileges, { paymentStatus: 'Canceled' }) },
    );
    expect(
      await screen.findByText('Your subscription has ended. Reopen it to use your account again.'),
    ).toBeTruthy();
  });

  it('can be reloaded after a failure', async () => {
    const prepare = (): void =>
      answer(at(readSubscription, { id: 7 }), () => refusal('unexpected'));
    await openBilling({}, { prepare });
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    answer(at(readSubscription, { id: 7 }), subscription());
    await press('Try again');
    expect(await card()).toBeTruthy();
  });
});

it('requires staff on their own account to switch', async () => {
  await openBilling({}, { session: staff() });
  expect(await screen.findByText(/^Billing belongs to a contractor/)).toBeTruthy();
});

const choice = (change: Partial<PlanChoice> = {}): PlanChoice => ({
  id: 3,
  name: 'Pro',
  tier: 'Pro',
  price: 1188,
  description: ['Reports'],
  kind: 'current',
  today: 0,
  refund: 0,
  later: null,
  from: '2026-05-20T12:00:00.000Z',
  isNext: false,
  opens: ['reports-applications'],
  team: { limit: 3, beyond: 0 },
  ...change,
});
const bigger = choice({
  id: 4,
  name: 'Brand',
  price: 2388,
  kind: 'now',
  today: 199,
  refund: 67.74,
  later: { payments: 11, amount: 199, firstOn: '2026-06-20T12:00:00.000Z' },
});
const smaller = choice({
  id: 2,
  name: 'Self-service',
  price: 299,
  kind: 'next-year',
  from: '2027-03-04T18:00:00.000Z',
});

/** Answers with the plans, and collects the choices. */
function answerChoices(plans: PlanChoice[], blocked: 'owed' | 'pending' | null = null) {
  answer(at(readPlanChoices, { id: 7 }), { plans, blocked });
  const sent: unknown[] = [];
  answer(at(choosePlan, { id: 7 }), async (request) => {
    sent.push(await request.json());
    return { message: 'Changed' };
  });
  return sent;
}

describe('the choice of a plan', () => {
  it("shows an upgrade's cost today and its refund, and sends the displayed amounts", async () => {
    await openBilling();
    const sent = answerChoices([smaller, choice(), bigger]);
    await card();
    await press('Change plan');
    const dialog = await screen.findByRole('dialog');
    // The next bigger plan is preselected.
    expect(
      await within(dialog).findByText(/^\$199\.00 is charged to your card ending in/),
    ).toBeTruthy();
    expect(within(dialog).getByText(/We refund \$67\.74/)).toBeTruthy();
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Pay $199.00 and change plan' }),
    );
    await expectToast('Changed');
    expect(sent).toEqual([{ plan: 4, today: 199, refund: 67.74, teamBeyond: 0 }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("shows a downgrade's date", async () => {
    await openBilling();
    const sent = answerChoices([smaller, choice(), bigger]);
    await card();
    await press('Change plan');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Self-service' }));
    expect(within(dialog).getByText(/^Your plan changes on 03\/04\/2027/)).toBeTruthy();
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Change plan on 03/04/2027' }),
    );
    await expectToast('Changed');
    expect(sent).toEqual([{ plan: 2, today: 0, refund: 0, teamBeyond: 0 }]);
  });

  it.each([
    [{ limit: 1, beyond: 2 }, 'Your team has 3 users, and this plan allows 1. The 2 newest users'],
    [{ limit: 2, beyond: 1 }, 'Your team has 3 users, and this plan allows 2. The newest user'],
    [{ limit: 0, beyond: 2 }, 'This plan has no team users. Your 2 team users lose access'],
  ])(
    'shows who loses access with a team size of %j, and sends the displayed amounts',
    async (team, words) => {
      await openBilling();
      const sent = answerChoices([{ ...smaller, team }, choice()]);
      await card();
      await press('Change plan');
      const dialog = await screen.findByRole('dialog');
      await userEvent.click(await within(dialog).findByRole('radio', { name: 'Self-service' }));
      expect(within(dialog).getByText(new RegExp(`^${words}`))).toBeTruthy();
      await userEvent.click(
        within(dialog).getByRole('button', { name: 'Change plan on 03/04/2027' }),
      );
      await expectToast('Changed');
      expect(sent).toEqual([{ plan: 2, today: 0, refund: 0, teamBeyond: team.beyond }]);
    },
  );

  it.each([
    ['reports-applications', 'Brand'],
    ['customers', 'Concierge'],
    ['no-such-place', 'Starter'],
  ])(
    'opened from the locked place %s preselects the cheapest plan that opens it',
    async (place, name) => {
      const plans = [
        choice({ opens: [] }),
        choice({ id: 8, name: 'Starter', price: 1500, kind: 'now', today: 125, opens: [] }),
        choice({
          id: 9,
          name: 'Concierge',
          price: 3588,
          kind: 'now',
          today: 299,
          opens: ['reports-applications', 'customers'],
        }),
        bigger,
      ];
      const prepare = (): void => void answerChoices(plans);
      await openBilling({}, { search: `?action=change-plan&opens=${place}`, prepare });
      const chosen = await screen.findByRole<HTMLInputElement>('radio', { name });
      expect(chosen.getAttribute('aria-checked') ?? String(chosen.checked)).toBe('true');
    },
  );

  it('requires a card first, and open payments', async () => {
    await openBilling({ card: null });
    answerChoices([choice(), bigger]);
    await card();
    await press('Change plan');
    expect(await screen.findByText('Add a payment card below first.')).toBeTruthy();
    await press('Cancel');
    answerChoices([choice(), bigger], 'owed');
    await press('Change plan');
    expect(await screen.findByText(/^Pay what you owe below first/)).toBeTruthy();
  });

  it('opens by address, and reopens a canceled subscription', async () => {
    const canceled = owner();
    const contractor = { ...canceled.contractor, paymentStatus: 'Canceled' } as NonNullable<
      typeof canceled.contractor
    >;
    let sent: unknown[] = [];
    await openBilling(
      { subscription: null },
      {
        search: '?action=change-plan',
        session: { ...canceled, contractor },
        prepare: () => {
          sent = answerChoices([choice({ kind: 'resume' }), bigger]);
        },
      },
    );
    const dialog = await screen.findByRole('dialog', { name: 'Reopen subscription' });
    await userEvent.click(
      await within(dialog).findByRole('button', { name: 'Reopen subscription' }),
    );
    await expectToast('Changed');
    expect(sent).toEqual([{ plan: 3, today: 0, refund: 0, teamBeyond: 0 }]);
  });
});
