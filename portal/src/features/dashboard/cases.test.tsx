import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { readWaiting } from '@lintel/contract/dashboard';
import {
  listFlaggedApplications,
  reviewFlaggedApplication,
  type FlaggedApplication,
} from '@lintel/contract/applications/flags';
import {
  type Guarantee,
  readGuarantee,
  claimGuarantee,
  decideClaim,
  listClaims,
  type Claim,
} from '@lintel/contract/billing/guarantee';
import { shownToasts } from '../../test/toasts.ts';
import { press, recordCalls } from '../../test/forms.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { at, answer, refusal } from '../../test/server.ts';
import { limitedUser, owner, privileges, staff, staffPrivileges } from '../../test/sessions.ts';
import userEvent from '@testing-library/user-event';

const guarantee: Guarantee = {
  count: 4,
  waiting: 1,
  needed: 10,
  days: 30,
  endedOn: null,
  from: '2026-11-02',
  to: '2026-11-09',
  claimUntil: null,
  refund: 297,
  claim: null,
};
const claimable = { ...guarantee, count: 10, waiting: 0, claimUntil: '2027-01-08' };
const claim: Claim = {
  id: 100,
  contractorId: 102,
  companyName: 'Oak & Iron Remodeling',
  state: 'open',
  from: '2026-11-01T12:00:00Z',
  to: '2026-11-20T12:00:00Z',
  openedAt: '2026-11-21T12:00:00Z',
  decidedAt: null,
  note: '',
  refund: 597,
  applications: [
    {
      id: 1,
      applicantName: 'Ann Lee',
      applicantEmail: 'ann@example.com',
      completedAt: '2026-11-01T12:00:00Z',
      flags: ['repeated'],
    },
  ],
};

const openAs = async (session: ReturnType<typeof owner>, prepare: () => void) => {
  const view = await openPortal(
    session.contractor === null ? '/manage/plans' : '/personal-info',
    session,
  );
  prepare();
  await act(() => view.router.navigate({ to: '/' }));
  return view;
};
const section = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: title, level: 2 })).closest('section') as HTMLElement;

describe('the guarantee on the dashboard', () => {
  it("shows the contractor's progress in the current window", async () => {
    await openAs(owner(), () => answer(at(readGuarantee, { id: 7 }), guarantee));
    const shown = await section('Our guarantee');
    expect(shown.textContent).toContain('4 of 10');
    expect(shown.textContent).toContain(
      'from 11/02/2026 to 11/09/2026. 1 application is still waiting for lenders.',
    );
    expect(within(shown).queryByRole('button', { name: 'Claim the refund' })).toBeNull();
  });

  it('explains what restarted the count, consistent with the report', async () => {
    const none = {
      ...guarantee,
      count: 0,
      waiting: 0,
      from: null,
      to: null,
      endedOn: '2026-11-21',
    };
    await openAs(owner(), () => answer(at(readGuarantee, { id: 7 }), none));
    const { textContent } = await section('Our guarantee');
    expect(textContent).toContain(
      '0 of 10 applications in a row without a loan option in the last 30 days.',
    );
    expect(textContent).toMatch(/A homeowner got one on .*21.*2026, so the count started over\./);
  });

  it('can be claimed once its condition is met, after a confirmation that explains the consequences', async () => {
    let now: Guarantee = claimable;
    const calls = recordCalls(at(claimGuarantee, { id: 7 }), () => {
      now = {
        ...claimable,
        claim: { state: 'open', openedAt: '2026-11-21T12:00:00Z', decidedAt: null, note: '' },
      };
      return { message: 'We received your claim' };
    });
    await openAs(owner(), () => {
      answer(at(readGuarantee, { id: 7 }), () => now);
    });
    expect(calls).toHaveLength(0);
    await press('Claim the refund');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('$297.00');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Claim the refund' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect((await section('Our guarantee')).textContent).toContain(
      'You claimed the refund on 11/21/2026',
    );
  });

  it('counts the applications that are still waiting for lenders', async () => {
    await openAs(owner(), () => answer(at(readGuarantee, { id: 7 }), { ...guarantee, waiting: 2 }));
    expect((await section('Our guarantee')).textContent).toContain(
      '2 applications are still waiting for lenders.',
    );
  });

  it('is hidden from a Limited team user', async () => {
    await openAs(limitedUser(), () =>
      answer(at(readGuarantee, { id: 7 }), () => refusal('access_denied')),
    );
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('heading', { name: 'Our guarantee' })).toBeNull();
  });
});

describe('staff tasks', () => {
  const waiting = {
    w9s: 1,
    runsToRelease: null,
    duePayouts: null,
    heldPayouts: null,
    failedPayments: 12,
    accountsToCreate: 0,
    flaggedApplications: 3,
    guaranteeClaims: 1,
    undeliveredEmails: null,
    isClosedToHomeowners: false,
  };

  it('are listed with links, without empty ones', async () => {
    await openAs(staff(), () => answer(readWaiting, waiting));
    const shown = await section('Waiting for you');
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1W-9 to review', '12contractors with failed payments']);
    const links = within(shown)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/manage/payouts?tab=w9', '/manage/contractors?status=Failed']);
  });

  it('show a note when empty', async () => {
    await openAs(staff(), () => undefined);
    expect((await section('Waiting for you')).textContent).toContain('Nothing is waiting');
  });

  it.each([
    ['a flagged application', { flaggedApplications: 1 }],
    ['a claim', { guaranteeClaims: 1 }],
    ['a payout to pay', { duePayouts: 1 }],
    ['the opening for homeowners', { isClosedToHomeowners: true }],
  ])('never show the empty note with %s pending', async (_what, more) => {
    const none = { ...waiting, w9s: 0, failedPayments: 0, flaggedApplications: 0 };
    await openAs(staff(), () => answer(readWaiting, { ...none, guaranteeClaims: 0, ...more }));
    await screen.findByRole('heading', { name: 'Contractors', level: 2 });
    expect(screen.queryByText(/Nothing is waiting/)).toBeNull();
  });

  it('never show the all-done note below open tasks', async () => {
    await openAs(staff(privileges('payouts:manage_access')), () =>
      answer(readWaiting, { ...waiting, failedPayments: null, heldPayouts: 13 }),
    );
    expect((await section('Waiting for you')).textContent).toContain('13payouts on hold');
    expect(screen.queryByRole('heading', { name: 'All done' })).toBeNull();
  });

  it('link each count to a list with the same filter', async () => {
    const counts = {
      w9s: 2,
      runsToRelease: 3,
      duePayouts: 4,
      heldPayouts: 5,
      failedPayments: 6,
      accountsToCreate: 7,
      undeliveredEmails: 8,
    };
    await openAs(staff(), () =>
      answer(readWaiting, {
        ...counts,
        flaggedApplications: 0,
        guaranteeClaims: 0,
        isClosedToHomeowners: false,
      }),
    );
    const links = within(await section('Waiting for you')).getAllByRole('link');
    expect(
      links.map((link) => [link.closest('li')?.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['3payout runs to release', '/manage/payouts?tab=runs&show=to-release'],
      ['4payouts to pay', '/manage/payouts?tab=due'],
      ['2W-9s to review', '/manage/payouts?tab=w9'],
      ['6contractors with failed payments', '/manage/contractors?status=Failed'],
      ['7accounts to create', '/manage/contractors?account=to-create'],
      ['5payouts on hold', '/manage/payouts?tab=held'],
      ['8e-mails not delivered', '/manage/emails'],
    ]);
  });

  it('open the list of the accounts to create', async () => {
    await openAs(staff(), () => answer(readWaiting, { ...waiting, accountsToCreate: 12 }));
    const link = await screen.findByRole('link', { name: 'accounts to create' });
    expect(link.getAttribute('href')).toBe('/manage/contractors?account=to-create');
  });

  it('show a claim with its applications, and declining it requires a reason', async () => {
    const calls = recordCalls(at(decideClaim, { id: 100 }));
    await openAs(
      staff([...staffPrivileges, ...privileges('manage-contractors:plan_modify')]),
      () => {
        answer(listClaims, { data: [claim], total: 1 });
      },
    );
    const shown = await section('Guarantee claims');
    expect(shown.textContent).toContain('Refund: $597.00');
    expect(shown.textContent).toContain('Ann Lee, Nov 1, 2026 (Repeated)');
    await userEvent.click(within(shown).getByRole('button', { name: 'Decline' }));
    const dialog = await screen.findByRole('dialog', { name: 'Decline the claim' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
    expect(
      await within(dialog).findByText('Please say why, so that the contractor understands it.'),
    ).toBeTruthy();
    expect(calls).toHaveLength(0);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'One family');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
    await waitFor(() =>
      expect(calls[0]).toMatchObject({ body: { decision: 'decline', note: 'One family' } }),
    );
    expect(shownToasts().at(-1)).toMatchObject({ message: 'Saved', kind: 'success' });
  });

  it("show a claim without buttons to staff who can't decide", async () => {
    await openAs(staff(), () => answer(listClaims, { data: [claim], total: 1 }));
    expect(within(await section('Guarantee claims')).queryByRole('button')).toBeNull();
  });

  it('show flagged applications with the reasons', async () => {
    const flagged: FlaggedApplication = {
      id: 5,
      contractorId: 101,
      companyName: 'Summit Roofing LLC',
      pageName: 'summit-roofing',
      applicantName: 'Priya Natarajan',
      applicantEmail: 'pro@demo.test',
      applicantPhone: '3035550110',
      appFormStarted: '2026-11-20T12:00:00Z',
      flags: ['own-email', 'own-phone'],
    };
    await openAs(staff(), () => answer(listFlaggedApplications, { data: [flagged], total: 1 }));
    const shown = await section('Applications to review');
    expect(shown.textContent).toContain('Summit Roofing LLC · Nov 20, 2026');
    expect(within(shown).getByText('Own e-mail')).toBeTruthy();
    expect(within(shown).getByText('Own phone')).toBeTruthy();
    const calls = recordCalls(at(reviewFlaggedApplication, { applicationId: 5 }), () => {
      answer(listFlaggedApplications, { data: [], total: 0 });
      return { message: 'Marked as reviewed' };
    });
    await userEvent.click(
      within(shown).getByRole('button', { name: 'Mark as reviewed: Priya Natarajan' }),
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Applications to review' })).toBeNull(),
    );
    expect(shownToasts().at(-1)).toMatchObject({ message: 'Marked as reviewed' });
  });
});
