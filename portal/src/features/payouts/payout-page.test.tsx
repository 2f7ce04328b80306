import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listPayouts, readEarnings } from '@lintel/contract/payouts/runs';
import { readPayoutMethod, savePayoutMethod } from '@lintel/contract/payouts/method';
import { readW9, readW9ForReview } from '@lintel/contract/payouts/w9';
import type { Session } from '@lintel/contract/identity/sessions';
import { fill, input, press, recordCalls } from '../../test/forms.ts';
import { earnings, method, payout, w9 } from '../../test/payouts.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { owner, switchedStaff, privileges } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Preload lazy code: on a busy machine it takes longer than a test waits.
beforeAll(async () => {
  await Promise.all([import('./payout-page.tsx'), import('@lintel/contract/payouts/method')]);
});

const concierge = (): Session =>
  owner(undefined, { plan: { id: 5, name: 'Concierge', tier: 'Concierge', opportunities: [] } });
const card = (name: string): Promise<HTMLElement> => screen.findByRole('group', { name });
const readFacts = (group: HTMLElement): Record<string, string> =>
  Object.fromEntries(
    [...group.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent ?? '',
      row.querySelector('dd')?.textContent ?? '',
    ]),
  );

/** Opens the screen with modified server responses. */
async function open(
  answers: () => void = () => undefined,
  session = owner(),
  path = '/payout-tax',
) {
  const view = await openScreen('/personal-info', session);
  answers();
  await view.router.navigate({ href: path });
  await card('Payout Method');
  return view;
}

describe('the notice of the Payout and tax screen', () => {
  it('explains ACH and W-9: paid monthly, W-9 required from $600 a year on, held until both are complete [ACC-086] [ACC-003] [ACC-004] [ACC-005] [ACC-006]', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 2, name: 'ACH and W-9' })).toBeTruthy();
    const notice = document.body.textContent ?? '';
    expect(notice).toContain('Commissions and referral or partner bonuses are paid monthly by ACH');
    expect(notice).toContain('A W-9 is required once their total reaches $600 in a calendar year.');
    expect(notice).toContain(
      'Payouts are held until ACH details exist and, once a W-9 is required, until it is verified.',
    );
    expect(await screen.findByText('$187.50 until a W-9 is required.')).toBeTruthy();
  });

  it('mentions only bonuses to Concierge contractors, never commissions [ACC-007]', async () => {
    await open(() => answer(listPayouts, { data: [payout()], total: 1 }), concierge());
    const main = screen.getByRole('main').textContent ?? '';
    expect(main).toContain('Referral and partner bonuses are paid monthly by ACH');
    expect(main.toLowerCase()).not.toContain('commission');
  });

  it('shows what payouts are waiting for', async () => {
    await open(() =>
      answer(
        readEarnings,
        earnings({ earned: 700, w9Needed: true, reasons: ['no-bank-details', 'w9'] }),
      ),
    );
    const reasons = await screen.findByRole('list', { name: 'Payouts are held' });
    expect(reasons.textContent).toBe('Bank details are missing.A verified W-9 is missing.');
    expect(
      screen.getByText('A W-9 is required because a year’s total has reached $600.'),
    ).toBeTruthy();
  });
});

describe('the Payout Method section', () => {
  it('shows method, payee, and address while nothing is stored [ACC-087] [ACC-163] [ACC-164] [ACC-153]', async () => {
    await open();
    expect(readFacts(await card('Payout Method'))).toEqual({
      Method: 'None yet',
      Payee: 'Priya Natarajan',
      Address: '40 Granite Way, Denver, CO 80202',
    });
  });

  it('shows the stored details with masked numbers [ACC-161] [ACC-162]', async () => {
    await open(() => answer(readPayoutMethod, method()));
    await waitFor(async () =>
      expect(readFacts(await card('Payout Method'))).toEqual({
        Method: 'Direct Deposit',
        Payee: 'Priya Natarajan',
        Address: '40 Granite Way, Denver, CO 80202',
        'Account holder': 'Summit Roofing LLC',
        Bank: 'First Harbor Bank, checking account',
        'Routing number': '•••••0021',
        'Account number': '••••6789',
      }),
    );
  });

  it('becomes editable with Edit and read-only with Cancel [ACC-228] [ACC-230]', async () => {
    await open();
    await press('Edit Payout Method');
    expect(input('Account holder name')).toBeTruthy();
    expect(input('Method').value).toBe('Direct Deposit');
    await press('Cancel');
    expect(screen.queryByLabelText(/^Account holder name/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Edit Payout Method' })).toBeTruthy();
  });

  it('submits the input with Submit and becomes read-only [ACC-229] [ACC-436]', async () => {
    await open();
    await press('Edit Payout Method');
    const calls = recordCalls(savePayoutMethod, () => {
      answer(readPayoutMethod, method({ heldUntil: '2026-11-24T15:00:00.000Z' }));
      return {
        message: 'Update successful!',
        routingNumber: '*****0021',
        accNumber: '****6789',
        payout: method(),
      };
    });
    await fill('Account holder name', 'Summit Roofing LLC');
    await fill('Bank name', 'First Harbor Bank');
    await fill('Routing number', '021000021');
    await fill('Account number', '000123456789');
    await press('Submit');
    expect(await screen.findByText('••••6789')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/contractor/7/payout-tax',
        encoding: 'form',
        body: {
          id: '7',
          payoutMethod: 'Direct Deposit',
          accHolderName: 'Summit Roofing LLC',
          bankName: 'First Harbor Bank',
          accountType: 'Checking',
          routingNumber: '021000021',
          accNumber: '000123456789',
          version: '0',
        },
      },
    ]);
    expect(screen.getByText(/nothing is paid to changed details until 11\/24\/2026/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it("keeps a stored number that isn't retyped [ACC-352]", async () => {
    await open(() => answer(readPayoutMethod, method()));
    await press('Edit Payout Method');
    const calls = recordCalls(savePayoutMethod, () => ({
      message: 'Saved',
      routingNumber: '*****0021',
      accNumber: '****6789',
      payout: method(),
    }));
    expect(input('Routing number').value).toBe('•••••0021');
    await userEvent.click(input('Routing number'));
    expect(input('Routing number').value).toBe('');
    await userEvent.tab();
    expect(input('Routing number').value).toBe('•••••0021');
    await fill('Bank name', 'Second Harbor Bank');
    await press('Submit');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({
      routingNumber: '*****0021',
      accNumber: '****6789',
      bankName: 'Second Harbor Bank',
      version: '4',
    });
  });

  it('requires holder, bank, and valid new numbers, with a routing number of nine digits [ACC-346] [ACC-348] [ACC-350] [ACC-351] [ACC-353] [ACC-355] [ACC-356]', async () => {
    await open();
    await press('Edit Payout Method');
    await press('Submit');
    await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(4));
    await fill('Routing number', '02-1000a022999');
    expect(input('Routing number').value).toBe('021000022');
    await fill('Account number', '12x4');
    expect(await screen.findByText('Please use digits only')).toBeTruthy();
    await press('Submit');
    expect(await screen.findByText('Please enter a valid 9-digit routing number.')).toBeTruthy();
    await fill('Account number', '123456789012345678');
    expect(input('Account number').value).toBe('12345678901234567');
    await fill('Account number', '123');
    await userEvent.tab();
    expect(await screen.findByText('Please enter 4 to 17 digits.')).toBeTruthy();
  });

  it('accepts 255 characters for holder and bank [ACC-347] [ACC-349]', async () => {
    await open();
    await press('Edit Payout Method');
    for (const label of ['Account holder name', 'Bank name']) {
      expect(input(label).maxLength).toBe(255);
      input(label).removeAttribute('maxlength');
      await fill(label, 'a'.repeat(256));
    }
    await press('Submit');
    await waitFor(() => expect(screen.getAllByText('Enter 255 symbols maximum')).toHaveLength(2));
  });

  it('opens for editing when the address says ach [ACC-015]', async () => {
    const { router } = await open(undefined, owner(), '/payout-tax?action=ach');
    await waitFor(() => expect(input('Account holder name')).toBeTruthy());
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("can't be changed while switched, and shows why", async () => {
    await open(undefined, switchedStaff(), '/payout-tax?action=ach');
    expect(screen.getByText(/Only the contractor can change bank details/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Payout Method' })).toBeNull();
    expect(screen.queryByLabelText(/^Account holder name/)).toBeNull();
  });

  it('reports a concurrent change and keeps the input', async () => {
    await open();
    await press('Edit Payout Method');
    answer(savePayoutMethod, () => refusal('conflict'));
    for (const [label, text] of Object.entries({
      'Account holder name': 'Summit',
      'Bank name': 'Harbor',
      'Routing number': '021000021',
      'Account number': '12345',
    }))
      await fill(label, text);
    await press('Submit');
    expect(await screen.findByText('This has changed since you opened it.')).toBeTruthy();
    expect(input('Account holder name').value).toBe('Summit');
  });
});

describe('the W-9 Tax Form section', () => {
  const status = async (change: Parameters<typeof w9>[0]): Promise<string> => {
    await open(() => answer(readW9, w9(change)));
    const section = await card('W-9 Tax Form');
    await within(section).findByText(change?.status ?? 'Pending');
    return section.textContent ?? '';
  };

  it('says without a form that payouts are held until one is completed [ACC-088] [ACC-211] [ACC-215]', async () => {
    await open();
    const section = await card('W-9 Tax Form');
    expect(within(section).getByText('Not found')).toBeTruthy();
    expect(
      within(section).getByText('Payouts are held until a tax form is completed.'),
    ).toBeTruthy();
    expect(within(section).getByRole('button', { name: 'Complete the W-9' })).toBeTruthy();
  });

  it('says the same for a rejected form, with the reason [ACC-216]', async () => {
    const statusText = await status({
      status: 'Rejected',
      reason: 'The number belongs to another name.',
    });
    expect(statusText).toContain('Payouts are held until a tax form is completed.');
    expect(statusText).toContain('The number belongs to another name.');
  });

  it('says for a pending form that verification can take up to 10 days [ACC-217]', async () => {
    expect(await status({ status: 'Pending' })).toContain('Verification can take up to 10 days.');
  });

  it('shows the submission date of a verified form [ACC-218]', async () => {
    expect(await status({ status: 'Verified' })).toContain('Submitted on 11/03/2026.');
  });

  it('shows the contractor a copy of the form', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    await open(() => answer(readW9, w9()));
    await press('View the form');
    const dialog = await screen.findByRole('dialog', { name: 'Your W-9 form' });
    expect(
      await within(dialog).findByRole('img', { name: 'First page of the W-9 form' }),
    ).toBeTruthy();
  });

  it('lets staff who are switched in review it, but not submit one [ACC-219]', async () => {
    await open(() => {
      answer(readW9, w9());
      answer(readW9ForReview, () => refusal('not_found'));
    }, switchedStaff());
    const section = await card('W-9 Tax Form');
    await within(section).findByText('Only the contractor can submit a tax form.');
    expect(within(section).queryByRole('button', { name: 'Submit a new W-9' })).toBeNull();
    await press('Review the W-9');
    expect(await screen.findByRole('dialog', { name: 'W-9 review' })).toBeTruthy();
  });

  it("can't be reviewed by staff without the privilege", async () => {
    const session = switchedStaff(
      privileges('manage-contractors:access', 'payout-tax:access', 'personal-info:access'),
    );
    await open(() => answer(readW9, w9()), session);
    expect(await screen.findByRole('button', { name: 'View the form' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Review the W-9' })).toBeNull();
  });
});

describe('the list of payouts', () => {
  it('shows the contractor the month, amount, status, and history of each payout', async () => {
    const paid = payout({
      id: 119,
      month: '2026-10-01',
      state: 'paid',
      reasons: [],
      account: '6789',
      paidAt: '2026-10-23T15:00:00.000Z',
    });
    const returned = payout({
      id: 118,
      month: '2026-09-01',
      state: 'returned',
      reasons: [],
      returnedAt: '2026-09-25T15:00:00.000Z',
      returnCode: 'R02',
    });
    await open(() => answer(listPayouts, { data: [payout(), paid, returned], total: 3 }));
    const grid = await screen.findByRole('region', { name: 'Payouts' });
    const rows = within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'November 2026$412.50HeldBank details are missing. A verified W-9 is missing.',
      'October 2026$412.50PaidPaid 10/23/2026 to the account ending in 6789.',
      'September 2026$412.50ReturnedReturned 09/25/2026: The account is closed.',
    ]);
  });
});
