import type { ReactNode } from 'react';
import { act, render } from '@testing-library/react';
import { createMemoryHistory, Outlet } from '@tanstack/react-router';
import { vi } from 'vitest';
import { listPages, listPageNames } from '@lintel/contract/pages/page';
import { listMaterials as listPageMaterials } from '@lintel/contract/marketing/flyer';
import { listMaterials, listCategories } from '@lintel/contract/training/manage';
import { listContractors } from '@lintel/contract/contractors/manage';
import { readViews } from '@lintel/contract/contractors/views';
import { listStaff } from '@lintel/contract/identity/staff';
import { listStaffRoles } from '@lintel/contract/identity/roles';
import { readFactors } from '@lintel/contract/identity/factors';
import { readSessions } from '@lintel/contract/identity/own-sessions';
import { readActivity } from '@lintel/contract/audit/activity';
import { readCompanyExport } from '@lintel/contract/company-data/export';
import { listLargeExports } from '@lintel/contract/applications/large-exports';
import { listPrivacyRequests } from '@lintel/contract/privacy/requests';
import { listAudit } from '@lintel/contract/audit/log';
import { readPush } from '@lintel/contract/push/devices';
import { readVisits } from '@lintel/contract/identity/visits';
import { listPlans, listRoles } from '@lintel/contract/billing/plans';
import { listReconciliations } from '@lintel/contract/billing/reconcile';
import { readSignUpSettings } from '@lintel/contract/billing/sign-up-settings';
import { reportApplications } from '@lintel/contract/applications/report';
import {
  reportCommissions,
  commissionMonths,
  readReferral,
  listReferrals,
} from '@lintel/contract/commissions/report';
import {
  listFailedPayments,
  listPayments,
  readSubscription,
} from '@lintel/contract/billing/payments';
import { readCard } from '@lintel/contract/billing/cards';
import { readAnalytics } from '@lintel/contract/applications/graphs';
import { readGuarantee, listClaims } from '@lintel/contract/billing/guarantee';
import { readEmailChoice } from '@lintel/contract/customers/email-choice';
import { readDesk, readFirstSteps, readToday, readWaiting } from '@lintel/contract/dashboard';
import { readPreferences } from '@lintel/contract/identity/preferences';
import { listFlaggedApplications } from '@lintel/contract/applications/flags';
import { readAch } from '@lintel/contract/payouts/method';
import { readW9Status } from '@lintel/contract/payouts/w9';
import { listNotificationOptions, readNotification } from '@lintel/contract/emails/notifications';
import { readCategories } from '@lintel/contract/training/library';
import { readTeam, readTeamLimits, readTeamSections } from '@lintel/contract/identity/team';
import { contractorColumns } from '@lintel/contract/contractors/manage-constants';
import { notificationOptions } from '@lintel/contract/emails/constants';
import { type Session, readSession, refreshSession } from '@lintel/contract/identity/sessions';
import { App } from '../app.tsx';
import { queryClient } from '../lib/query-client.ts';
import { closeDrafts } from '../lib/drafts.ts';
import { dialogStore } from '../lib/dialog.ts';
import { forgetToasts } from './toasts.ts';
import { setReactions, setSwitchedUser } from '../lib/api/send.ts';
import { makeRouter } from '../routes/router.tsx';
import { PortalFrame } from '../shell/portal-frame.tsx';
import { makeReactions } from '../shell/reactions.ts';
import { watchSession } from '../shell/watch-session.ts';
import { makeNavigate, isInside, watchNavigation } from '../shell/navigation.ts';
import { answerNoPayouts } from './payouts.ts';
import { answer, refusal } from './server.ts';
import { thisSession } from './sessions.ts';
import { quietDay, quietDesk } from './today.ts';

/** Encrypts the drafts of every test account. */
export const testDraftsKey = btoa('0123456789abcdef0123456789abcdef');

const noPages = { data: [] };
const noRows = { data: [], total: 0 };
const noGuarantee = {
  count: 0,
  waiting: 0,
  needed: 10,
  days: 30,
  endedOn: null,
  from: null,
  to: null,
  claimUntil: null,
  refund: 0,
  claim: null,
};
const nothingWaiting = {
  w9s: 0,
  runsToRelease: 0,
  duePayouts: 0,
  heldPayouts: 0,
  failedPayments: 0,
  accountsToCreate: 0,
  flaggedApplications: 0,
  guaranteeClaims: 0,
  undeliveredEmails: 0,
  isClosedToHomeowners: false,
};

/** Opens the portal at `path` as `session`; null is a visitor whose session check fails. */
export const openPortal = (path: string, session: Session | null) =>
  open(path, session, PortalFrame);

/**
 * Opens the screen at `path` without the sidebar, the top bar, and the notices around it, which
 * saves a fifth of the CPU time. For tests that look only at the screen.
 */
export const openScreen = (path: string, session: Session | null) =>
  open(path, session, ScreenFrame);

function ScreenFrame() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

async function open(path: string, session: Session | null, frame: () => ReactNode) {
  queryClient.clear();
  closeDrafts();
  setSwitchedUser(null);
  dialogStore.set(null);
  forgetToasts();
  answer(listPages, noPages);
  answer(listPageNames, noPages);
  answer(listPageMaterials, noPages);
  answer(listContractors, noRows);
  answer(readViews, { views: [], columns: contractorColumns });
  answer(readVisits, noRows);
  answer(readFactors, { app: null, passkeys: [], recoveryCodesLeft: 0, isRequired: false });
  answer(readSessions, { data: [thisSession], total: 1 });
  answer(readPush, { publicKey: 'B'.repeat(87), devices: [] });
  answer(readActivity, noRows);
  answer(readCompanyExport, { data: null });
  answer(listLargeExports, { data: [] });
  answer(listAudit, { ...noRows, more: false, chosen: { person: null, contractor: null } });
  answer(listStaff, noRows);
  answer(listStaffRoles, noPages);
  answer(listPrivacyRequests, { data: [], total: 0, overdue: 0, soon: 0 });
  answer(listPlans, noRows);
  answer(listRoles, []);
  answer(listReconciliations, noRows);
  answer(readSignUpSettings, { staffCreateAccounts: false });
  answer(reportApplications, { ...noRows, paymentStatus: 'Paid' });
  answer(reportCommissions, { ...noRows, commissionTotal: 0 });
  answer(commissionMonths, noPages);
  answer(readReferral, {
    referralUrl: 'https://lintel.example/get-started?ref=7K3MPQ2X',
  });
  answer(listReferrals, { ...noRows, bonus: 200, earned: 0 });
  answer(listFailedPayments, { ...noRows, totalAmount: 0 });
  answer(listPayments, noRows);
  answer(readSubscription, { id: null });
  answer(readCard, { id: null });
  answer(readAnalytics, {
    submittedApplications: 0,
    receivedOffers: 0,
    fundingOffers: 0,
  });
  answer(readGuarantee, noGuarantee);
  answer(readWaiting, nothingWaiting);
  answer(readToday, quietDay());
  answer(readDesk, quietDesk);
  answer(readFirstSteps, {
    isNew: false,
    done: { page: true, logo: true, link: true, flyer: true },
  });
  answer(readPreferences, { data: {} });
  answer(readEmailChoice, { data: null });
  answer(listClaims, noRows);
  answer(listFlaggedApplications, noRows);
  answer(readAch, {});
  answer(readW9Status, { status: 'Not found' });
  answer(listNotificationOptions, { data: notificationOptions });
  answer(readNotification, { option: { key: 'notify_every_step' } });
  answer(readCategories, { onboarding_training: [], training: [], faqs: [] });
  answer(readTeam, { data: [] });
  answer(readTeamLimits, {
    data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 3 },
  });
  answer(readTeamSections, { data: [] });
  answer(listCategories, noRows);
  answer(listMaterials, noRows);
  answerNoPayouts();
  answer(readSession, () =>
    session === null ? refusal('unauthorized') : { ...session, draftsKey: testDraftsKey },
  );
  answer(refreshSession, () => refusal('unauthorized'));
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  router.routesById['/portal'].update({ component: frame });
  const reload = vi.fn<() => void>();
  const address = (): string => router.state.location.pathname;
  const page = {
    path: address,
    address,
    reload,
    go: makeNavigate(router),
    isInside: () => isInside(router),
  };
  const reactions = makeReactions(queryClient, page);
  setReactions(reactions);
  watchNavigation(router);
  await act(() => router.load());
  const view = render(<App router={router} />);
  return { ...view, router, reload, watch: () => watchSession(page, reactions) };
}
