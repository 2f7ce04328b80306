import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  approveAdjustment,
  listAdjustments,
  rejectAdjustment,
  type Adjustment,
} from '@lintel/contract/commissions/adjustments';
import {
  addCommissionRates,
  readCommissionRates,
  type ManagedRatesView,
} from '@lintel/contract/commissions/manage-rates';
import { press, recordCalls } from '../../../test/forms.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Preload lazy code: on a busy machine it takes longer than a test waits.
beforeAll(() => import('./manage-page.tsx'));

const rates = { loan: 1, credit_card: 1, heloc: 15, referral: 200, partner: 10 };
const view: ManagedRatesView = {
  today: '2026-11-28',
  rates: [
    { from: '2027-01-01', rates: { ...rates, loan: 1.5 }, state: 'planned' },
    { from: '2000-01-01', rates, state: 'current' },
  ],
  history: [],
  lenders: [{ name: 'Keystone', percent: 1.25 }],
};
const adjustment = (change: Partial<Adjustment> = {}): Adjustment => ({
  id: 100,
  contractorId: 102,
  companyName: 'Oak & Iron Remodeling',
  kind: 'bonus',
  amount: 250,
  reason: 'Spring campaign',
  effectiveOn: '2026-11-20',
  state: 'proposed',
  proposedBy: 'Avery Quinn',
  proposedAt: '2026-11-28T12:00:00.000Z',
  decidedBy: '',
  decidedAt: null,
  note: '',
  bookedOn: null,
  isOwn: false,
  ...change,
});

const changer = () => staff(privileges('manage-commissions:access', 'manage-commissions:modify'));
const reader = () => staff(privileges('manage-commissions:access'));

async function open(tab: string, session = changer(), rows = [adjustment()]) {
  const { router } = await openScreen('/', session);
  answer(readCommissionRates, view);
  answer(listAdjustments, { data: rows, total: rows.length });
  await router.navigate({ href: `/manage/commissions?tab=${tab}` });
  await screen.findByRole('heading', { level: 1, name: 'Commissions' });
  await screen.findByRole('table');
}

describe('commission rates', () => {
  it('show which apply, and that lenders’ percentages don’t change them', async () => {
    await open('rates');
    const table = await screen.findByRole('table', { name: 'Commission rates' });
    expect(within(table).getByText('In force')).toBeTruthy();
    expect(within(table).getByText('1.5%')).toBeTruthy();
    expect(screen.getByText(/Keystone 1.25%/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancel the rates from 01/01/2027' })).toBeTruthy();
  });

  it('are added from a day, starting from those in force', async () => {
    await open('rates');
    await press('Add rates');
    const dialog = await screen.findByRole('dialog', { name: 'Add commission rates' });
    const calls = recordCalls(addCommissionRates, () => ({
      message: 'The rates are added.',
      rates: view,
    }));
    fireEvent.change(within(dialog).getByLabelText('From'), { target: { value: '02/01/2027' } });
    fireEvent.blur(within(dialog).getByLabelText('From'));
    fireEvent.change(within(dialog).getByLabelText('Loans'), { target: { value: '2.25' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add rates' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]).toMatchObject({ body: { ...rates, from: '2027-02-01', loan: 2.25 } });
  });

  it('can’t be changed by readers', async () => {
    await open('rates', reader());
    await screen.findByRole('table', { name: 'Commission rates' });
    expect(screen.queryByRole('button', { name: 'Add rates' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Cancel the rates/ })).toBeNull();
  });
});

describe('adjustments', () => {
  it('of another person are approved after a confirmation', async () => {
    await open('adjustments');
    const calls = recordCalls(approveAdjustment, () => ({
      message: 'It is approved and booked.',
      adjustment: adjustment({ state: 'approved' }),
    }));
    await press('Approve the bonus of $250.00 for Oak & Iron Remodeling');
    const dialog = await screen.findByRole('dialog', { name: 'Approve and book it?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() =>
      expect(calls).toMatchObject([
        { path: '/manage/contractor/102/commission-adjustment/100/approve' },
      ]),
    );
  });

  it('are rejected with a reason', async () => {
    await open('adjustments');
    const calls = recordCalls(rejectAdjustment, () => ({
      message: 'The proposal is rejected.',
      adjustment: adjustment({ state: 'rejected' }),
    }));
    await press('Reject the bonus of $250.00 for Oak & Iron Remodeling');
    const dialog = await screen.findByRole('dialog', { name: 'Reject it?' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Too early');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(calls).toMatchObject([{ body: { note: 'Too early' } }]));
  });

  it('of the user can only be canceled', async () => {
    await open('adjustments', changer(), [adjustment({ isOwn: true })]);
    expect(
      await screen.findByRole('button', { name: /^Cancel the bonus of \$250.00/ }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });
});
