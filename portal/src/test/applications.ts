import { act, screen } from '@testing-library/react';
import type {
  ApplicationDetails,
  OneApplication,
  reportApplication,
} from '@lintel/contract/applications/application-detail';
import { countApplicationStages } from '@lintel/contract/applications/graphs';
import { reportApplications } from '@lintel/contract/applications/report';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import type { Graphs } from '../features/applications/api/applications.ts';
import { openScreen } from './render-portal.tsx';
import { answer } from './server.ts';
import { owner } from './sessions.ts';

/** A row of the report: sent, with an offer to select. */
export const applicationRow = (change: Partial<ApplicationRow> = {}): ApplicationRow => ({
  id: 31,
  applicantName: 'Alice Abbott',
  applicantEmail: 'alice@example.com',
  applicantPhone: '7205550100',
  applicantLocation: 'Denver, CO',
  projectAddress: '12 Juniper Street',
  appFormStarted: '2026-03-05T17:00:00.000Z',
  selfReportedCreditScore: 'Good (680–719)',
  requestedAmount: 12_500,
  appFormComplete: 1,
  receivedOffers: {
    loan: { cnt: 2, max_amount: 12_500, name: 'Keystone Lending', selected: 0, qualified: 0 },
  },
  creditDecision: '-',
  funded: {},
  fundedDate: null,
  reversed: null,
  pageName: 'summit-roofing',
  stage: 'offers',
  nextActor: 'homeowner',
  nextStep: 'choose',
  expiresAt: null,
  reapplyFrom: null,
  ...change,
});

const nobody = { who: null, amount: null, message: null };

/** An application with all its details. */
export const wholeApplication = (
  change: Partial<ApplicationDetails> = {},
  row: Partial<OneApplication> = {},
): Answer<typeof reportApplication> => ({
  data: { ...applicationRow(), monthlyBudget: null, ...row },
  details: {
    source: 'flyer',
    project: 'Roofing',
    offers: [],
    happenings: [
      { key: 'sent', at: '2026-03-05T17:04:00.000Z', what: 'sent', ...nobody },
      { key: 'started', at: '2026-03-05T17:00:00.000Z', what: 'started', ...nobody },
    ],
    consents: [],
    notes: [],
    followUp: null,
    customer: null,
    links: [],
    documents: [],
    lenderExtras: [],
    lenderRoutes: [],
    applicantDetails: null,
    ...change,
  },
  paymentStatus: 'Paid',
});

const stageCounts = { started: 3, sent: 1, nooffers: 2, offers: 4, approved: 1, funded: 1 };

const counts = { started: 12, submitted: 9, offers: 6, approved: 4, funded: 2 };
const nothing = { started: 0, submitted: 0, offers: 0, approved: 0, funded: 0 };
export const graphs = (change: Partial<Graphs> = {}): Graphs => ({
  unit: 'day',
  totals: counts,
  periods: [
    { ...nothing, from: '2026-03-04' },
    { ...counts, from: '2026-03-05' },
  ],
  pages: [
    { pageId: 1, pageName: 'summit-solar', ...counts, started: 4 },
    { pageId: 2, pageName: 'summit-roofing', ...counts, started: 8 },
  ],
  sources: [{ source: 'flyer', ...counts }],
  ...change,
});

/**
 * Opens the report with these rows, as the owner of Summit Roofing. `prepare` may change the
 * responses.
 */
export async function openReport(
  {
    rows = [applicationRow()],
    search = '',
    total = 1,
  }: { rows?: ApplicationRow[]; search?: string; total?: number } = {},
  prepare: () => void = () => undefined,
) {
  const view = await openScreen('/refer', owner());
  const requests: URLSearchParams[] = [];
  answer(reportApplications, ({ url }) => {
    requests.push(new URL(url).searchParams);
    return { data: rows, total, paymentStatus: 'Paid' };
  });
  answer(countApplicationStages, { total, stages: stageCounts });
  prepare();
  await act(() => view.router.navigate({ href: `/reports-applications${search}` }));
  await screen.findByRole('heading', { name: 'Applications', level: 1 });
  return { ...view, requests };
}
