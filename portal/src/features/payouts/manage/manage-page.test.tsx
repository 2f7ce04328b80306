import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listManagedPayouts,
  preparePayoutRun,
  listPayoutRuns,
  payoutRunFile,
  cancelPayoutRun,
  confirmPayoutRun,
  releasePayoutRun,
  returnPayout,
} from '@lintel/contract/payouts/runs';
import { savePayoutSettings } from '@lintel/contract/payouts/settings';
import { press, recordCalls } from '../../../test/forms.ts';
import { managed, run } from '../../../test/payouts.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, refusal, file } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Preload lazy code: on a busy machine it takes longer than a test waits.
beforeAll(() => import('./manage-page.tsx'));

const payer = () => staff(privileges('payouts:manage_access'));
const reviewer = () =>
  staff(privileges('payout-tax:manage_access', 'manage-settings:access', 'manage-settings:modify'));
const keeper = () =>
  staff(privileges('payouts:manage_access', 'manage-settings:access', 'manage-settings:modify'));

async function open(path: string, answers: () => void = () => undefined, session = payer()) {
  const { router } = await openScreen('/', session);
  answers();
  await router.navigate({ href: path });
  await screen.findByRole('heading', { level: 1, name: 'Payouts' });
  return router;
}

const inDialog = async (name: string, button: string): Promise<void> => {
  const dialog = await screen.findByRole('dialog', { name });
  await userEvent.click(within(dialog).getByRole('button', { name: button }));
};
/** A waiting run; `releasable` by the current user. */
const waiting = (change = {}) =>
  run({
    state: 'prepared',
    releasable: true,
    releasedAt: null,
    releasedBy: '',
    effectiveOn: null,
    ...change,
  });
const due = {
  data: [managed(), managed({ id: 121, companyName: 'Oak & Iron Remodeling' })],
  total: 2,
  totalAmount: 825,
  asOf: '2026-11-23T14:00:00.000Z',
};

describe('payouts due', () => {
  it('go into a run as they were shown, after confirmation', async () => {
    const router = await open('/manage/payouts', () => answer(listManagedPayouts, due));
    expect(await screen.findByText('2 payouts, $825.00 in all')).toBeTruthy();
    const calls = recordCalls(preparePayoutRun, () => ({
      message: 'The run is prepared. Someone else has to release it.',
      run: waiting(),
    }));
    await press('Prepare a run of $825.00');
    await inDialog('Prepare the payout run?', 'Cancel');
    expect(calls).toEqual([]);
    await press('Prepare a run of $825.00');
    await inDialog('Prepare the payout run?', 'Prepare the run');
    expect(
      await screen.findByText('The run is prepared. Someone else has to release it.'),
    ).toBeTruthy();
    expect(calls).toEqual([
      { path: '/payout-run', encoding: 'json', body: { count: 2, total: 825, seenAt: due.asOf } },
    ]);
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'runs' }));
  });

  it('are shown again after a concurrent change, and can then be prepared', async () => {
    await open('/manage/payouts', () => answer(listManagedPayouts, due));
    answer(preparePayoutRun, () => refusal('conflict'));
    await press('Prepare a run of $825.00');
    answer(listManagedPayouts, { ...due, totalAmount: 815.1 });
    await inDialog('Prepare the payout run?', 'Prepare the run');
    expect(await screen.findByText('This has changed since you opened it.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Prepare a run of $815.10' })).toBeTruthy();
  });

  it('are empty before the 21st', async () => {
    await open('/manage/payouts');
    expect(await screen.findByText('Nothing to pay')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Prepare / })).toBeNull();
  });
});

describe('the tabs', () => {
  const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

  it('omit payments for W-9 reviewers, and begin with the forms', async () => {
    await open('/manage/payouts', undefined, reviewer());
    expect(names()).toEqual(['Held', 'W-9 to review']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('W-9 to review');
    await userEvent.click(await screen.findByRole('button', { name: 'Payout rules' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payout rules' });
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('omit tax forms for staff who only manage payouts', async () => {
    await open('/manage/payouts?tab=w9');
    expect(names()).toEqual(['To pay', 'Held', 'Runs']);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('To pay');
  });

  it('are all four for staff with both privileges', async () => {
    await open(
      '/manage/payouts',
      undefined,
      staff(privileges('payouts:manage_access', 'payout-tax:manage_access')),
    );
    expect(names()).toEqual(['To pay', 'Held', 'Runs', 'W-9 to review']);
  });
});

it('staff see what held payouts are waiting for', async () => {
  const held = managed({ state: 'held', reasons: ['no-bank-details', 'w9'] });
  await open('/manage/payouts?tab=held', () =>
    answer(listManagedPayouts, {
      data: [held],
      total: 1,
      totalAmount: 412.5,
      asOf: '2026-11-23T14:00:00.000Z',
    }),
  );
  const grid = await screen.findByRole('region', { name: 'Held payouts' });
  expect(within(grid).getAllByRole('row')[1]?.textContent).toBe(
    'Summit Roofing LLCPriya Natarajan$412.50November 2026No bank detailsW-9 not verified',
  );
});

describe('a waiting run', () => {
  const waits = (change = {}) => answer(listPayoutRuns, { data: [waiting(change)], total: 1 });
  const button = (name: string) => screen.queryByRole('button', { name });

  it('is released by a second person after confirmation, and has no file until then', async () => {
    await open('/manage/payouts?tab=runs', () => waits());
    await screen.findByText('Awaiting release');
    expect(button('Download the file for run 104')).toBeNull();
    expect(button('Mark run 104 as paid')).toBeNull();
    const calls = recordCalls(releasePayoutRun, () => ({
      message: 'The file for the bank is ready.',
      run: run(),
    }));
    await press('Release run 104');
    await inDialog('Release this run?', 'Not now');
    expect(calls).toEqual([]);
    answer(listPayoutRuns, { data: [run()], total: 1 });
    await press('Release run 104');
    await inDialog('Release this run?', 'Release');
    expect(await screen.findByText('The file for the bank is ready.')).toBeTruthy();
    expect(calls.map(({ path }) => path)).toEqual(['/payout-run/104/release']);
    expect(
      await screen.findByRole('button', { name: 'Download the file for run 104' }),
    ).toBeTruthy();
  });

  it('is listed alone when opened from the home page, until all runs are selected', async () => {
    const requests: (string | null)[] = [];
    await open('/manage/payouts?tab=runs&show=to-release', () =>
      answer(listPayoutRuns, (request) => {
        const releasable = new URL(request.url).searchParams.get('releasable');
        requests.push(releasable);
        const data = releasable === 'true' ? [waiting()] : [waiting(), run({ id: 103 })];
        return { data, total: data.length };
      }),
    );
    await screen.findByText('Awaiting release');
    expect(requests.at(-1)).toBe('true');
    expect(button('Download the file for run 103')).toBeNull();
    await press('All');
    expect(
      await screen.findByRole('button', { name: 'Download the file for run 103' }),
    ).toBeTruthy();
    await press('To release');
    await waitFor(() => expect(button('Download the file for run 103')).toBeNull());
    // Staff need its file next, so the list shows all runs again.
    recordCalls(releasePayoutRun, () => ({
      message: 'The file for the bank is ready.',
      run: run(),
    }));
    await press('Release run 104');
    await inDialog('Release this run?', 'Release');
    expect(
      await screen.findByRole('button', { name: 'Download the file for run 103' }),
    ).toBeTruthy();
  });

  it('is a card on a phone, with its buttons visible', async () => {
    const usual = window.matchMedia;
    window.matchMedia = (query) =>
      Object.assign({}, usual(query), { matches: query.includes('max-width') });
    try {
      await open('/manage/payouts?tab=runs', () => waits());
      const list = await screen.findByRole('list', { name: 'Payout runs' });
      const card = within(list).getByRole('listitem');
      expect(card.textContent).toContain('Awaiting release');
      expect(card.textContent).toContain('$825.00');
      expect(screen.queryByRole('table')).toBeNull();
      const calls = recordCalls(releasePayoutRun, () => ({ message: 'Ready.', run: run() }));
      await press('Release run 104');
      await inDialog('Release this run?', 'Release');
      expect(await screen.findByText('Ready.')).toBeTruthy();
      expect(calls.map(({ path }) => path)).toEqual(['/payout-run/104/release']);
    } finally {
      window.matchMedia = usual;
    }
  });

  it('tells the person who prepared it that someone else has to release it', async () => {
    await open('/manage/payouts?tab=runs', () => waits({ releasable: false }));
    expect(await screen.findByText('Someone else has to release it.')).toBeTruthy();
    expect(button('Release run 104')).toBeNull();
    expect(button('Cancel run 104')).toBeTruthy();
  });

  it('can be canceled, and stays listed', async () => {
    await open('/manage/payouts?tab=runs', () => waits({ releasable: false }));
    const calls = recordCalls(cancelPayoutRun, () => ({
      message: 'The run was canceled. Its payouts can be paid in another run.',
      run: waiting({ state: 'canceled' }),
    }));
    await screen.findByText('Awaiting release');
    answer(listPayoutRuns, {
      data: [
        waiting({
          state: 'canceled',
          releasable: false,
          canceledAt: '2026-11-23T16:00:00.000Z',
          canceledBy: 'Lou Castellano',
        }),
      ],
      total: 1,
    });
    await press('Cancel run 104');
    await inDialog('Cancel this run?', 'Cancel the run');
    expect(await screen.findByText(/^Canceled$/)).toBeTruthy();
    expect(calls.map(({ path }) => path)).toEqual(['/payout-run/104/cancel']);
    expect(screen.getByText(/Lou Castellano$/)).toBeTruthy();
    expect(button('Cancel run 104')).toBeNull();
  });

  it('shows who was faster after a conflict, and refreshes', async () => {
    await open('/manage/payouts?tab=runs', () => waits());
    answer(releasePayoutRun, () => refusal('conflict'));
    await screen.findByText('Awaiting release');
    answer(listPayoutRuns, { data: [run()], total: 1 });
    await press('Release run 104');
    await inDialog('Release this run?', 'Release');
    expect(await screen.findByText('This has changed since you opened it.')).toBeTruthy();
    expect(await screen.findByText('Released')).toBeTruthy();
  });
});

describe('a run', () => {
  const runs = (change = {}) => answer(listPayoutRuns, { data: [run(change)], total: 1 });

  it('lists the payouts left out at its release, with reasons', async () => {
    await open('/manage/payouts?tab=runs', () =>
      runs({
        leftOut: [
          {
            payoutId: 121,
            companyName: 'Oak & Iron Remodeling',
            amount: 100,
            reasons: ['bank-details-changed'],
          },
        ],
        leftOutCount: 1,
      }),
    );
    expect(await screen.findByText('1 left out')).toBeTruthy();
    await press('Payouts of run 104');
    const dialog = await screen.findByRole('dialog', { name: 'Payout run 104' });
    expect(
      await within(dialog).findByText('Oak & Iron Remodeling, $100.00: Bank details changed'),
    ).toBeTruthy();
  });

  it('downloads its file, and asks before downloading it again', async () => {
    await open('/manage/payouts?tab=runs', () => runs());
    const look = (name: string) =>
      screen.getByRole('button', { name }).getAttribute('data-variant');
    await screen.findByRole('button', { name: 'Download the file for run 104' });
    expect([look('Download the file for run 104'), look('Mark run 104 as paid')]).toEqual([
      'filled',
      'default',
    ]);
    const requests = vi.fn<() => void>();
    answer(payoutRunFile, () => {
      requests();
      return file('text/plain', '101');
    });
    answer(listPayoutRuns, {
      data: [run({ downloadedAt: '2026-11-23T16:00:00.000Z', downloadedBy: 'Sam Porter' })],
      total: 1,
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Download the file for run 104' }),
    );
    await waitFor(() => expect(requests).toHaveBeenCalledOnce());
    await screen.findByText('Download again');
    expect([look('Download the file for run 104'), look('Mark run 104 as paid')]).toEqual([
      'default',
      'filled',
    ]);
    await press('Download the file for run 104');
    await inDialog('Download it again?', 'Cancel');
    expect(requests).toHaveBeenCalledOnce();
  });

  it('is marked as paid after the bank has accepted its file', async () => {
    await open('/manage/payouts?tab=runs', () => runs());
    const calls = recordCalls(confirmPayoutRun, () => ({
      message: 'The payouts are marked as paid.',
      run: run(),
    }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark run 104 as paid' }));
    await inDialog('Mark as paid?', 'Mark as paid');
    expect(await screen.findByText('The payouts are marked as paid.')).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it("shows its payouts, one of which is marked as returned with the bank's code", async () => {
    await open('/manage/payouts?tab=runs', () =>
      runs({
        state: 'paid',
        confirmedAt: '2026-11-24T15:00:00.000Z',
        confirmedBy: 'Sam Porter',
      }),
    );
    answer(listManagedPayouts, {
      data: [managed({ state: 'paid', runId: 104, traceNumber: '999999990000120' })],
      total: 1,
      totalAmount: 412.5,
      asOf: '2026-11-23T14:00:00.000Z',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Payouts of run 104' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payout run 104' });
    await userEvent.click(
      await within(dialog).findByRole('button', {
        name: 'Payout to Summit Roofing LLC was returned',
      }),
    );
    const calls = recordCalls(returnPayout, () => ({
      message: 'The payout was recorded as returned.',
      payout: managed(),
    }));
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Return code' }));
    await userEvent.click(
      await screen.findByRole('option', { name: 'R02 – The account is closed', hidden: true }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Record return' }));
    expect(await screen.findByText('The payout was recorded as returned.')).toBeTruthy();
    expect(calls).toEqual([
      { path: '/payout/120/return', encoding: 'form', body: { code: 'R02' } },
    ]);
  });
});

describe('the payout rules', () => {
  it('can be changed by staff who may change settings', async () => {
    await open('/manage/payouts', undefined, keeper());
    await userEvent.click(await screen.findByRole('button', { name: 'Payout rules' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payout rules' });
    const calls = recordCalls(savePayoutSettings, () => ({
      message: 'Update successful!',
      settings: {
        automatic: true,
        onePerson: true,
        thresholds: [{ from: '2000-01-01', amount: 600 }],
        savedAt: '2026-11-23T15:00:00.000Z',
      },
    }));
    await userEvent.click(
      within(dialog).getByRole('switch', { name: /Prepare runs automatically/ }),
    );
    await userEvent.click(
      within(dialog).getByRole('switch', { name: /One person prepares and releases payouts/ }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({
        automatic: true,
        onePerson: true,
        thresholds: [{ from: '2000-01-01', amount: 600 }],
        savedAt: null,
      }),
    );
  });

  it("show the server's rejection at its field and keep the input", async () => {
    await open('/manage/payouts', undefined, keeper());
    await userEvent.click(await screen.findByRole('button', { name: 'Payout rules' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payout rules' }));
    recordCalls(savePayoutSettings, () =>
      refusal('invalid', {
        'thresholds.1.from': 'Please enter a date as yyyy-mm-dd.',
        thresholds: 'Use each date once.',
      }),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Add a later threshold' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Please enter a date as yyyy-mm-dd.')).toBeTruthy();
    expect(dialog.getByLabelText('Threshold 2 applies from').getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(dialog.getByRole('alert').textContent).toBe('Use each date once.');
    fireEvent.change(dialog.getByLabelText('Threshold 2 applies from'), {
      target: { value: '2027-01-01' },
    });
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('are read-only for other staff', async () => {
    await open('/manage/payouts');
    await userEvent.click(await screen.findByRole('button', { name: 'Payout rules' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payout rules' });
    const switches = within(dialog).getAllByRole<HTMLInputElement>('switch');
    expect(switches.map(({ disabled }) => disabled)).toEqual([true, true]);
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
