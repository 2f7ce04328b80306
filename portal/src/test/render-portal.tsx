import { act, render } from '@testing-library/react';
import { createMemoryHistory } from '@tanstack/react-router';
import { HttpResponse } from 'msw';
import { vi } from 'vitest';
import { contractorColumns } from '@lintel/contract/contractors/manage-constants';
import { notificationOptions } from '@lintel/contract/emails/constants';
import type { Session } from '@lintel/contract/identity/sessions';
import { App } from '../app.tsx';
import { queryClient } from '../lib/query-client.ts';
import { dialogStore } from '../lib/dialog.ts';
import { toastStore } from '../lib/toast.ts';
import { reactWith, speakFor } from '../lib/api/send.ts';
import { makeRouter } from '../routes/router.tsx';
import { makeReactions } from '../shell/reactions.ts';
import { watchSession } from '../shell/watch-session.ts';
import { goer, isInside, watchNavigation } from '../shell/navigation.ts';
import { answerNoPayouts } from './payouts.ts';
import { answer, refusal } from './server.ts';

const noPages = { data: [] };
const noRows = { data: [], total: 0 };
const noGuarantee = {
  count: 0,
  waiting: 0,
  needed: 10,
  days: 30,
  from: null,
  to: null,
  claimUntil: null,
  refund: 0,
  claim: null,
};
const nothingWaiting = {
  w9s: 0,
  heldPayouts: 0,
  failedPayments: 0,
  accountsToCreate: 0,
  flaggedApplications: 0,
  guaranteeClaims: 0,
  undeliveredEmails: 0,
};

/** Opens the portal at `path` as `session`; null is a visitor whose session check fails. */
export async function openPortal(path: string, session: Session | null) {
  queryClient.clear();
  speakFor(null);
  dialogStore.set(null);
  toastStore.set([]);
  answer('get', '/contractor/:id/page', noPages);
  answer('get', '/contractor/:id/co-branded-pages/filter-list', noPages);
  answer('get', '/contractor/:id/page/marketing-materials', noPages);
  answer('get', '/manage/contractors', noRows);
  answer('get', '/manage/contractors/views', { views: [], columns: contractorColumns });
  answer('get', '/contractor/:id/staff-visits', noRows);
  answer('get', '/plan', noRows);
  answer('get', '/role', []);
  answer('get', '/reconciliation', noRows);
  answer('get', '/sign-up-settings', { automaticAccounts: false });
  answer('get', '/reports-applications', { ...noRows, paymentStatus: 'Paid' });
  answer('get', '/reports-commissions', { ...noRows, commissionTotal: 0 });
  answer('get', '/reports-commissions/months', noPages);
  answer('get', '/contractor/:id/refer', {
    referralUrl: 'https://lintel.example/get-started?ref=7K3MPQ2X',
  });
  answer('get', '/contractor/:id/referrals', { ...noRows, bonus: 200, earned: 0 });
  answer('get', '/payment-failed', noRows);
  answer('get', '/payment', noRows);
  answer('get', '/contractor/:id/subscription', { id: null });
  answer('get', '/user/:id/card', { id: null });
  answer('get', '/contractor/:id/co-branded/analytics', {
    submittedApplications: 0,
    receivedOffers: 0,
    fundingOffers: 0,
  });
  answer('get', '/contractor/:id/guarantee', noGuarantee);
  answer('get', '/manage/waiting', nothingWaiting);
  answer('get', '/manage/guarantee-claims', noRows);
  answer('get', '/manage/flagged-applications', noRows);
  answer('get', '/contractor/:id/ach', {});
  answer('get', '/contractor/:id/w9-status', { status: 'Not found' });
  answer('get', '/notification/email', { data: notificationOptions });
  answer('get', '/user/:id/email-notification', { option: { key: 'notify_every_step' } });
  answer('get', '/materials-category', { onboarding_training: [], training: [], faqs: [] });
  answer('get', '/contractor/:id/team', { data: [] });
  answer('get', '/contractor/:id/team/max', {
    data: { contractorMaxTeamUsers: null, tierMaxTeamUsers: 3 },
  });
  answer('get', '/contractor/:id/team/resources', { data: [] });
  answer('get', '/materials/categories', noRows);
  answer('get', '/materials', noRows);
  answerNoPayouts();
  answer('get', '/user', () =>
    session === null ? refusal('unauthorized') : HttpResponse.json(session),
  );
  answer('post', '/refresh', () => refusal('unauthorized'));
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  const reload = vi.fn<() => void>();
  const address = (): string => router.state.location.pathname;
  const page = {
    path: address,
    address,
    reload,
    go: goer(router),
    isInside: () => isInside(router),
  };
  const reactions = makeReactions(queryClient, page);
  reactWith(reactions);
  watchNavigation(router);
  await act(() => router.load());
  const view = render(<App router={router} />);
  return { ...view, router, reload, watch: () => watchSession(page, reactions) };
}
