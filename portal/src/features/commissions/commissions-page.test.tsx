import { beforeEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type CommissionRow,
  reportCommissions,
  commissionStatement,
} from '@lintel/contract/commissions/report';
import { commission, openCommissions } from '../../test/commissions.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { answer, refusal, file } from '../../test/server.ts';
import { contractor, owner, privileges, staff, switchedStaff } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 40_000 });

const findRow = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') ?? document.body);
const cells = async (): Promise<string[][]> => {
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent ?? ''));
};
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const requestedDays = (requests: URLSearchParams | undefined) => [
  requests?.get('filters[viewDate][start]'),
  requests?.get('filters[viewDate][end]'),
];

describe('the commissions report', () => {
  it('shows its heading and columns [ACC-098] [ACC-102]', async () => {
    await openCommissions();
    expect(await screen.findByRole('heading', { name: 'Commissions', level: 1 })).toBeTruthy();
    expect((await cells())[0]).toEqual(['Customer', 'Date', 'Commission (USD)', 'Type']);
  });

  it('shows the user name in bold and the company name beneath it [ACC-103] [ACC-105]', async () => {
    await openCommissions();
    const name = await screen.findByText('Alice Abbott');
    expect(name.tagName).toBe('STRONG');
    expect(name.nextElementSibling?.textContent).toBe('Summit Solar');
    expect((await cells())[1]).toEqual([
      'Alice AbbottSummit Solar',
      '11/05/2026',
      '$248.75',
      'Loans ($24,875)',
    ]);
  });

  it('shows "-" for an empty user name [ACC-104]', async () => {
    await openCommissions({ rows: [commission({ userName: '' })] });
    const dash = await screen.findByText('-');
    expect(dash.tagName).toBe('STRONG');
    expect(dash.nextElementSibling?.textContent).toBe('Summit Solar');
  });

  it.each<[string, Partial<CommissionRow>, string]>([
    ['loan', { type: 'loan', fundedAmount: 24_875.49 }, 'Loans ($24,875)'],
    ['loan without an amount', { type: 'loan', fundedAmount: null }, 'Loans'],
    ['loan of nothing', { type: 'loan', fundedAmount: 0 }, 'Loans'],
    ['home equity line', { type: 'heloc', fundedAmount: null }, 'HELOC (per qualified lead)'],
    ['card', { type: 'credit_card', fundedAmount: 15_000 }, '0% funding'],
    ['partner', { type: 'partner', fundedAmount: null }, 'Partner'],
    ['referral', { type: 'referral', fundedAmount: null }, 'Referral'],
  ])(
    'labels a %s [ACC-531] [ACC-532] [ACC-533] [ACC-534] [ACC-535]',
    async (_what, change, label) => {
      await openCommissions({ rows: [commission(change)] });
      expect((await findRow('Alice Abbott')).getByText(label)).toBeTruthy();
    },
  );

  it('marks a negative amount as reversed', async () => {
    await openCommissions({ rows: [commission({ type: 'partner', commission: -12.5 })] });
    const row = await findRow('Alice Abbott');
    expect(row.getByText('-$12.50')).toBeTruthy();
    expect(row.getByText('Reversed')).toBeTruthy();
  });

  it('shows the total of all matches and a page size choice in its footer [ACC-106] [ACC-107] [ACC-522] [ACC-523]', async () => {
    const { requests } = await openCommissions({ total: 60, commissionTotal: 1234.5 });
    expect((await screen.findByText(/Commission \(Total\)/)).textContent).toBe(
      'Commission (Total) $1,234.50',
    );
    const sizes = screen.getByLabelText('Per page');
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '25', '50', '100']);
    expect((sizes as HTMLSelectElement).value).toBe('25');
    expect(requests.at(-1)?.get('limit')).toBe('25');
    await userEvent.selectOptions(sizes, '100');
    await waitFor(() => expect(requests.at(-1)?.get('limit')).toBe('100'));
  });

  it('shows "Nothing here" without rows [ACC-109]', async () => {
    await openCommissions({ rows: [], commissionTotal: 0 });
    expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true);
  });

  it('explains what it covers, when commissions are calculated, and when they are paid [ACC-110] [ACC-111] [ACC-112] [ACC-113]', async () => {
    await openCommissions();
    const words =
      (await screen.findByRole('note', { name: 'About this report' })).textContent ?? '';
    expect(words).toContain('This report is not real-time.');
    expect(words).toContain('commissions from the past 2 years');
    expect(words).toMatch(
      /each month, commissions are calculated for funded deals that were verified in the prior month/i,
    );
    expect(words).toContain(
      'paid on or after the 21st-25th of each month by direct deposit through a payment service',
    );
  });

  it('offers a retry after a loading failure', async () => {
    await openCommissions();
    answer(reportCommissions, () => refusal('bad_request'));
    await choose('Type', 'Partner');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }),
    );
  });
});

describe('access to the report', () => {
  it('without plan access shows a note and loads nothing [ACC-114] [ACC-387]', async () => {
    const { requests } = await openCommissions({
      session: owner(privileges('refer:access', 'reports-applications:read')),
    });
    expect(
      await screen.findByText(
        'This report is not available in your Plan. Please contact your manager.',
      ),
    ).toBeTruthy();
    expect(requests).toEqual([]);
  });

  it.each([
    ['read', owner(privileges('refer:access', 'reports-commissions:read'))],
    [
      'manage_read, switched',
      switchedStaff(
        privileges(
          'manage-contractors:access',
          'refer:manage_access',
          'reports-commissions:manage_read',
        ),
      ),
    ],
  ])('is granted with %s [ACC-387]', async (_what, session) => {
    const { requests } = await openCommissions({ session });
    expect(await screen.findByText('Alice Abbott')).toBeTruthy();
    expect(requests.at(-1)?.get('userId')).toBe('11');
  });

  it('requires staff on their own account to switch', async () => {
    await openCommissions({ session: staff() });
    expect(await screen.findByText(/Switch into a contractor's account/)).toBeTruthy();
  });

  it('with the Concierge plan mentions referral and partner bonuses', async () => {
    const plan = { id: 5, name: 'Concierge', tier: 'Concierge' as const, opportunities: [] };
    await openCommissions({ session: owner(undefined, { ...contractor(), plan }) });
    expect(
      await screen.findByText('What you have earned from referrals and partners.'),
    ).toBeTruthy();
    expect(screen.getByRole('note').textContent).toContain('referral and partner bonuses');
  });
});

describe('the filters', () => {
  it('are a period, a type, and a text, and the query carries them [ACC-099] [ACC-100] [ACC-101] [ACC-445]', async () => {
    const { requests, router } = await openCommissions();
    await screen.findByText('Alice Abbott');
    await choose('Date', 'Last month');
    await waitFor(() =>
      expect(requestedDays(requests.at(-1))).toEqual(['2026-10-01', '2026-10-31']),
    );
    await choose('Type', 'Loans');
    await waitFor(() => expect(requests.at(-1)?.get('filters[type]')).toBe('loan'));
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search commissions' }),
      'abbott{Enter}',
    );
    await waitFor(() => expect(requests.at(-1)?.get('filters[searchText]')).toBe('abbott'));
    expect([...(requests.at(-1)?.keys() ?? [])].toSorted()).toEqual(
      [
        'order',
        'page',
        'limit',
        'userId',
        'filters[viewDate][start]',
        'filters[viewDate][end]',
        'filters[searchText]',
        'filters[type]',
      ].toSorted(),
    );
    expect(router.state.location.search).toEqual({
      currentPeriod: 'last-month',
      type: 'loan',
      search: 'abbott',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Type: Loans' }));
    await waitFor(() => expect(requests.at(-1)?.has('filters[type]')).toBe(false));
  });

  it('default to the last 30 days, newest first [ACC-525] [ACC-526]', async () => {
    const { requests } = await openCommissions();
    expect(
      ((await screen.findByRole('combobox', { name: 'Date' })) as HTMLInputElement).value,
    ).toBe('Last 30 days');
    expect(requestedDays(requests[0])).toEqual(['2026-10-23', '2026-11-21']);
    expect(requests[0]?.get('order')).toBe('-date');
  });

  it('offer these periods in this order [ACC-527]', async () => {
    await openCommissions();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Date' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).map(
      ({ textContent }) => textContent,
    );
    const periods = [
      'Last 365 days',
      'Last 30 days',
      'Last 7 days',
      'Last month',
      'Last week',
      'Yesterday',
      'Today',
      'Custom',
    ];
    expect(options.filter((option) => periods.includes(option ?? ''))).toEqual(periods);
    expect(options).not.toContain('All time');
  });

  it('offer these types with these labels [ACC-530]', async () => {
    await openCommissions();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Type' }));
    const options = (await screen.findAllByRole('option', { hidden: true })).map(
      ({ textContent }) => textContent,
    );
    const types = [
      'All types',
      'Funded',
      'Loans',
      'HELOC (per qualified lead)',
      '0% funding',
      'Partner',
      'Referral',
    ];
    expect(options.filter((option) => types.includes(option ?? ''))).toEqual(types);
  });

  it.each([
    ['last-365', '2025-11-22', '2026-11-21'],
    ['Last365Days', '2025-11-22', '2026-11-21'],
    ['last-7', '2026-11-15', '2026-11-21'],
    ['last-week', '2026-11-08', '2026-11-14'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['today', '2026-11-21', '2026-11-21'],
    ['custom', '2026-08-21', '2026-11-21'],
  ])('%s covers %s to %s [ACC-528] [ACC-529]', async (currentPeriod, from, to) => {
    const { requests } = await openCommissions({ search: { currentPeriod } });
    await waitFor(() => expect(requestedDays(requests.at(-1))).toEqual([from, to]));
  });

  it('clamp the days of an old address to the past 2 years [ACC-375]', async () => {
    const search = { currentPeriod: 'custom', customStart: '2020-01-01', customEnd: '2030-01-01' };
    const { requests } = await openCommissions({ search });
    await waitFor(() =>
      expect(requestedDays(requests.at(-1))).toEqual(['2024-11-21', '2026-11-21']),
    );
  });
});

describe('paging', () => {
  it('starts at the first page each time the report opens [ACC-524]', async () => {
    const { requests, go } = await openCommissions({ total: 60 });
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(requests.at(-1)?.get('page')).toBe('2'));
    await go('/refer');
    await go('/reports-commissions');
    const current = await screen.findByRole('button', { name: 'Page 1' });
    expect(current.getAttribute('aria-current')).toBe('page');
  });

  it('starts at the first page even if the next screen never rendered in between [ACC-524]', async () => {
    const { requests, router } = await openCommissions({ total: 60 });
    await choose('Date', 'Last 365 days');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(requests.at(-1)?.get('page')).toBe('2'));
    const before = requests.length;
    // Away and back before the other screen's code has loaded.
    void router.navigate({ href: '/card-payments' });
    await router.navigate({ href: '/reports-commissions' });
    const current = await screen.findByRole('button', { name: 'Page 1' });
    await waitFor(() => expect(current.getAttribute('aria-current')).toBe('page'));
    expect(requests.slice(before).map((one) => one.get('page'))).not.toContain('2');
  });

  it('resets when the filters change', async () => {
    const { requests } = await openCommissions({ total: 60 });
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(requests.at(-1)?.get('page')).toBe('3'));
    await choose('Type', 'Partner');
    await waitFor(() => expect(requests.at(-1)?.get('filters[type]')).toBe('partner'));
    expect(requests.at(-1)?.get('page')).toBe('1');
  });

  it('keeps the order of a clicked column', async () => {
    const { requests } = await openCommissions();
    await screen.findByText('Alice Abbott');
    await userEvent.click(screen.getByRole('button', { name: /Commission \(USD\)/ }));
    await waitFor(() => expect(requests.at(-1)?.get('order')).toBe('-commission'));
  });
});

describe('the files', () => {
  const clicked: { href: string; name: string }[] = [];
  beforeEach(() => {
    clicked.length = 0;
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push({ href: this.href, name: this.download });
    });
  });

  it.each([
    ['Excel (.xlsx)', 'xlsx'],
    ['Comma-separated values (.csv)', 'csv'],
  ])(
    'as %s navigate to the export with the order, the user, and the filters as JSON [ACC-108] [ACC-448]',
    async (item, format) => {
      await openCommissions({
        search: {
          currentPeriod: 'last-month',
          type: 'funded',
          search: 'a&b',
          order: '+commission',
        },
      });
      await screen.findByText('Alice Abbott');
      await userEvent.click(screen.getByRole('button', { name: 'Export' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
      await waitFor(() => expect(clicked).toHaveLength(1));
      const address = new URL(clicked[0]?.href ?? '');
      expect(address.pathname).toBe('/api/v1/reports-commissions-export');
      const { filters, ...rest } = Object.fromEntries(address.searchParams);
      expect(rest).toEqual({ order: '+commission', userId: '11', format });
      expect(JSON.parse(filters ?? '')).toEqual({
        viewDate: { start: '2026-10-01', end: '2026-10-31' },
        searchText: 'a&b',
        type: 'funded',
      });
    },
  );

  it('show the reason of a failure instead of opening the error as a page', async () => {
    await openCommissions();
    await screen.findByText('Alice Abbott');
    answer(reportCommissions, () => refusal('too_many_requests'));
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Excel (.xlsx)', hidden: true }),
    );
    expect(await screen.findByText(/Too many attempts/, {}, { timeout: 15_000 })).toBeTruthy();
    expect(clicked).toEqual([]);
  });

  it('include a statement of each whole month of the past 2 years with commissions', async () => {
    const months = ['2024-11', '2024-12', '2026-10', '2026-11'].map((month) => ({
      month,
      sums: { loan: 100 },
      total: 100,
    }));
    await openCommissions({ months });
    const requests: string[] = [];
    answer(commissionStatement, ({ url }) => {
      requests.push(new URL(url).search);
      return file('application/pdf', '%PDF');
    });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Statements' })).toHaveProperty('disabled', false),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Statements' }));
    const items = (await screen.findAllByRole('menuitem', { hidden: true })).map(
      ({ textContent }) => textContent,
    );
    expect(items.filter((text) => text?.includes('$100.00'))).toEqual([
      'November 2026 $100.00',
      'October 2026 $100.00',
      'December 2024 $100.00',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: /October 2026/, hidden: true }));
    await waitFor(() =>
      expect(clicked).toEqual([{ href: 'blob:file', name: 'commissions-statement-2026-10.pdf' }]),
    );
    expect(requests).toEqual(['?month=2026-10&userId=11']);
  });
});

describe('the graph', () => {
  const months = [
    { month: '2026-09', sums: { loan: 100, partner: 9.9 }, total: 109.9 },
    { month: '2026-11', sums: { partner: -9.9, referral: 200 }, total: 190.1 },
  ];

  it('has a table of the past 12 months, latest first, with the types that occur', async () => {
    await openCommissions({ months });
    await userEvent.click(
      await screen.findByText('Show the numbers in a table', {}, { timeout: 15_000 }),
    );
    const table = (await screen.findByText('November 2026', { selector: 'th' })).closest(
      'table',
    ) as HTMLElement;
    const rows = within(table)
      .getAllByRole('row', { hidden: true })
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toHaveLength(13);
    expect(rows.slice(0, 4)).toEqual([
      ['Month', 'Loans', 'Partner', 'Referral', 'Total'],
      ['November 2026', '–', '-$9.90', '$200.00', '$190.10'],
      ['October 2026', '–', '–', '–', '$0.00'],
      ['September 2026', '$100.00', '$9.90', '–', '$109.90'],
    ]);
    expect(rows.at(-1)?.[0]).toBe('December 2025');
  });

  it('can be collapsed, and the choice persists', async () => {
    const { unmount } = await openCommissions({ months });
    const toggle = await screen.findByRole('button', { name: /Month by month/ });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    unmount();
    await openScreen('/reports-commissions', owner());
    expect(
      (await screen.findByRole('button', { name: /Month by month/ })).getAttribute('aria-expanded'),
    ).toBe('false');
  });

  it('shows a note without data', async () => {
    await openCommissions();
    expect(
      await screen.findByText(
        'There were no commissions in the past 12 months.',
        {},
        { timeout: 15_000 },
      ),
    ).toBeTruthy();
  });
});
