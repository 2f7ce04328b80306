import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reportApplication } from '@lintel/contract/applications/application-detail';
import { reportApplications } from '@lintel/contract/applications/report';
import {
  readPreferences,
  savePreference,
  type Preferences,
} from '@lintel/contract/identity/preferences';
import { applicationRow, openReport, wholeApplication } from '../../test/applications.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { at, answer, refusal } from '../../test/server.ts';
import { owner, privileges } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 40_000 });

const findRow = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') ?? document.body);

describe('a row of the report', () => {
  it('shows who acts next and on what, and explains it on hover and focus', async () => {
    await openReport({
      rows: [applicationRow({ nextActor: 'contractor', nextStep: 'startWork' })],
    });
    const row = await findRow('Alice Abbott');
    const step = row.getByRole('button', { name: 'You: agree on the work' });
    await userEvent.hover(step);
    expect((await screen.findByRole('tooltip')).textContent).toContain('The credit is approved.');
  });

  it("shows the lender's deadline, and the day from which the homeowner can apply again", async () => {
    await openReport({
      rows: [
        applicationRow({ nextStep: 'inform', expiresAt: '2026-05-01T12:00:00.000Z' }),
        applicationRow({
          id: 32,
          applicantName: 'Ben Baker',
          nextActor: 'nobody',
          nextStep: 'expired',
          creditDecision: 'EXPIRED',
          expiresAt: '2026-04-20T12:00:00.000Z',
          reapplyFrom: '2026-06-03T12:00:00.000Z',
        }),
        applicationRow({
          id: 33,
          applicantName: 'Chloe Chen',
          nextActor: 'nobody',
          nextStep: 'noOffers',
          reapplyFrom: '2026-06-04T12:00:00.000Z',
        }),
      ],
    });
    expect((await findRow('Alice Abbott')).getByText('Expires 05/01/2026')).toBeTruthy();
    expect(
      (await findRow('Ben Baker')).getByText('On 04/20/2026. Can apply again from 06/03/2026'),
    ).toBeTruthy();
    expect((await findRow('Chloe Chen')).getByText('Can apply again from 06/04/2026')).toBeTruthy();
  });
});

describe('the columns', () => {
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const usual = [
    'Applicant',
    'Requested',
    'Stage',
    'Best offer',
    'Credit decision',
    'Next step',
    'Funded',
  ];

  it('show the defaults, and added columns are stored for the account', async () => {
    const rows = [
      applicationRow(),
      applicationRow({ id: 32, applicantName: 'Ben', projectAddress: '' }),
    ];
    let kept: Preferences = {};
    const remember = () => {
      answer(readPreferences, () => ({ data: kept }));
      answer(savePreference, async (request) => {
        const { value } = await request.clone().json();
        kept = value === null ? {} : { 'report-columns': value };
        return { message: 'Saved.' };
      });
    };
    const first = await openReport({ rows, total: 2 }, remember);
    await findRow('Alice Abbott');
    expect(heads()).toEqual(usual);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Project address', hidden: true }),
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Next step', hidden: true }));
    await waitFor(() => expect(kept['report-columns']).not.toContain('nextStep'));
    first.unmount();
    await openReport({ rows, total: 2 }, remember);
    expect(await screen.findByRole('columnheader', { name: 'Project address' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Next step' })).toBeNull();
    expect(screen.getAllByText('12 Juniper Street')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Default columns', hidden: true }),
    );
    expect(heads()).toEqual(usual);
  });

  it('show the best offer with its lender, and link to the application', async () => {
    await openReport({
      rows: [
        applicationRow({
          receivedOffers: {
            loan: { cnt: 2, max_amount: 12_500, name: 'Keystone', selected: 0, qualified: 0 },
            heloc: { cnt: 1, max_amount: 18_750, name: 'Hearth', selected: 0, qualified: 0 },
          },
        }),
      ],
    });
    const row = await findRow('Alice Abbott');
    expect(row.getByText('$18,750')).toBeTruthy();
    expect(row.getByText('Hearth')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Alice Abbott' }).getAttribute('href')).toBe(
      '/reports-applications/31',
    );
  });
});

describe('the stages', () => {
  it('have counts above the list, and a click filters by one stage or clears the filter', async () => {
    const { requests, router } = await openReport({ total: 12 });
    const stages = within(screen.getByRole('group', { name: 'Stages' }));
    await userEvent.click(await stages.findByRole('button', { name: 'Offers 4' }));
    await waitFor(() => expect(requests.at(-1)?.get('stage')).toBe('offers'));
    expect(router.state.location.search).toEqual({ stage: 'offers' });
    const pressed = stages.getByRole('button', { pressed: true });
    expect(pressed.textContent).toBe('Offers 4');
    await userEvent.click(pressed);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('the address of the report', () => {
  it.each([
    ['?currentPeriod=Last365Days', 'Last 365 days'],
    [
      '?currentPeriod=custom&customStart=2026-01-01&customEnd=2026-01-31',
      '01/01/2026 to 01/31/2026',
    ],
    [
      '?currentPeriod=Custom&customStart=01/01/2026&customEnd=01/31/2026',
      '01/01/2026 to 01/31/2026',
    ],
  ])('%s loads %s [ACC-014]', async (search, shown) => {
    await openReport({ search });
    await waitFor(() =>
      expect(
        [screen.queryByText(shown), screen.queryByDisplayValue(shown)].some((one) => one !== null),
      ).toBe(true),
    );
  });
});

describe('the credit score filter', () => {
  it('uses the band in the address, and ignores an invalid one', async () => {
    const { requests, unmount } = await openReport({ search: '?creditScore=fair' });
    expect(requests.at(-1)?.get('creditScore')).toBe('fair');
    expect(screen.getByDisplayValue('Fair (640–679)')).toBeTruthy();
    unmount();
    const wrong = await openReport({ search: '?creditScore=best' });
    await waitFor(() => expect(wrong.requests).not.toHaveLength(0));
    expect(wrong.requests.at(-1)?.get('creditScore') ?? 'all').toBe('all');
  });

  it('offers its bands, updates the address, and can be cleared by its chip', async () => {
    const { requests, router } = await openReport();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Credit score' }));
    const option = { name: 'Good (680–719)', hidden: true };
    await userEvent.click(await screen.findByRole('option', option));
    await waitFor(() => expect(requests.at(-1)?.get('creditScore')).toBe('good'));
    expect(router.state.location.search).toEqual({ creditScore: 'good' });
    await userEvent.click(screen.getByRole('button', { name: /^Remove .*Credit score/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});

describe('a link from an older message', () => {
  it('opens its application', async () => {
    const { router } = await openScreen('/refer', owner());
    answer(at(reportApplication, { id: 31 }), wholeApplication());
    await act(() =>
      router.navigate({ href: '/reports-applications?application=31&status=funded&search=nobody' }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/reports-applications/31'));
    expect(await screen.findByRole('heading', { name: 'Alice Abbott' })).toBeTruthy();
  });
});

describe('a report outside the plan', () => {
  it('shows a Canceled contractor that the subscription has expired, and where to fix it [ACC-096] [ACC-097]', async () => {
    const held = privileges('card-payments:access', 'personal-info:access');
    await openScreen('/reports-applications', owner(held, { paymentStatus: 'Canceled' }));
    await screen.findByText(
      'This report is not available in your Plan. Please contact your manager.',
    );
    const banner = screen.getByText(/^Your subscription has expired\./)
      .parentElement as HTMLElement;
    expect(within(banner).getByRole('link', { name: 'Go to Billing' }).getAttribute('href')).toBe(
      '/card-payments',
    );
  });

  it.each([
    ['Failed', /^A payment for your subscription failed\. Applications still reach lenders\./],
    ['Renewed', /^Your account was reopened .* Applications still reach lenders\.$/],
  ] as const)('shows the notice for a %s subscription', async (paymentStatus, words) => {
    const held = privileges('card-payments:access', 'personal-info:access');
    await openScreen('/reports-applications', owner(held, { paymentStatus }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/has expired/)).toBeNull();
  });

  it('shows no warning to a paying contractor [ACC-097]', async () => {
    await openScreen('/reports-applications', owner(privileges('personal-info:access')));
    await screen.findByText(
      'This report is not available in your Plan. Please contact your manager.',
    );
    expect(screen.queryByText(/has expired/)).toBeNull();
  });
});

describe('a report of very many applications', () => {
  it('shows that there are more than the counted ones, and leads to the next page', async () => {
    await openReport({}, () =>
      answer(reportApplications, {
        data: [applicationRow()],
        total: 10_000,
        more: true,
        paymentStatus: 'Paid',
      }),
    );
    expect(await screen.findByText('1–25 of 10,000+')).toBeTruthy();
    expect(screen.getByText('10,000+ applications')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Page 401' })).toBeTruthy();
  });

  it('loads distant pages with a cursor from the current page, and the first pages by number', async () => {
    const rows = [applicationRow({ id: 77 }), applicationRow({ id: 55 })];
    const { requests, router } = await openReport({ rows, search: '?page=41', total: 5000 });
    const cursor = () =>
      ['page', 'after', 'before'].map((name) => requests.at(-1)?.get(name) ?? null);
    await screen.findByText('1,001–1,025 of 5,000');
    expect(cursor()).toEqual(['41', null, null]);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(cursor()).toEqual(['42', '55', null]));
    await act(() => router.navigate({ href: '/reports-applications?page=60' }));
    await waitFor(() => expect(cursor()).toEqual(['60', null, null]));
    await userEvent.click(await screen.findByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(cursor()).toEqual(['59', null, '77']));
    await act(() => router.navigate({ href: '/reports-applications?page=3' }));
    await screen.findByText('51–75 of 5,000');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(cursor()).toEqual(['4', null, null]));
  });
});

describe('a report that cannot be loaded', () => {
  it('shows its own message with a retry, and no server text [ACC-500]', async () => {
    await openReport({}, () =>
      answer(reportApplications, () => refusal('unavailable', 'relation "applications" is locked')),
    );
    expect(
      await screen.findByText('Something wrong', { selector: 'h2' }, { timeout: 15_000 }),
    ).toBeTruthy();
    expect(screen.getByText('This could not be loaded.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('relation');
    answer(reportApplications, {
      data: [applicationRow()],
      total: 1,
      paymentStatus: 'Paid',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText('Alice Abbott')).toBeTruthy());
  });
});
