import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { endSubscription, readSubscription } from '@lintel/contract/billing/payments';
import { openBilling, subscription } from '../../../test/billing.ts';
import { press } from '../../../test/forms.ts';
import { toldOf } from '../../../test/marketing-templates.ts';
import { at, answer, refusal } from '../../../test/server.ts';
import { owner, ownerPrivileges, staff } from '../../../test/sessions.ts';

const card = async (): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: 'Pro plan' })).closest('section') as HTMLElement;

/** Takes the calls that end the subscription or have it go on, and answers them. */
function takeEnds(): boolean[] {
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
  it('is shown with its price, the next payment and its renewal', async () => {
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
    ['unpaid', 'Unpaid', 'Once the failed payments are paid'],
    ['pending', 'Waiting for the first payment', 'Once the first one is made'],
  ] as const)('that is %s says so', async (state, words, next) => {
    await openBilling({ subscription: subscription({ state, nextPayment: null }) });
    expect(within(await card()).getByText(words)).toBeTruthy();
    expect(within(await card()).getByText(next)).toBeTruthy();
  });

  it('is ended after a question, and taken up again without one', async () => {
    await openBilling();
    const ends = takeEnds();
    await card();
    await press('Cancel subscription');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('stays open until 03/04/2027');
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Cancel at the end of the year' }),
    );
    await toldOf('It will end');
    expect(await screen.findByText('Ends 03/04/2027')).toBeTruthy();
    await press('Keep subscription');
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(ends).toEqual([true, false]);
  });

  it('goes on when the question is answered so', async () => {
    await openBilling();
    const ends = takeEnds();
    await card();
    await press('Cancel subscription');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep subscription' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ends).toEqual([]);
  });

  it('is not ended by a team user with Limited access', async () => {
    const whole = owner(ownerPrivileges);
    await openBilling(
      {},
      { session: { ...whole, isLimited: true, user: { ...whole.user, isLimited: true } } },
    );
    await card();
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
  });

  it('that is not there is told by the plan', async () => {
    await openBilling({ subscription: null });
    expect(await screen.findByText('You are on the Pro plan. No payments are due.')).toBeTruthy();
  });

  it('that was canceled is told so', async () => {
    await openBilling(
      { subscription: null },
      { session: owner(ownerPrivileges, { paymentStatus: 'Canceled' }) },
    );
    expect(
      await screen.findByText('Your subscription has ended. Please contact us to open it again.'),
    ).toBeTruthy();
  });

  it('can be asked for again when it could not be loaded', async () => {
    const prepare = (): void =>
      answer(at(readSubscription, { id: 7 }), () => refusal('unexpected'));
    await openBilling({}, { prepare });
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    answer(at(readSubscription, { id: 7 }), subscription());
    await press('Try again');
    expect(await card()).toBeTruthy();
  });
});

it('staff on their own account are told whose Billing it is', async () => {
  await openBilling({}, { session: staff() });
  expect(await screen.findByText(/^Billing belongs to a contractor/)).toBeTruthy();
});
