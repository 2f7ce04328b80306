import { noChoices } from '@lintel/contract/applications/report-filters';
import { listPeriods } from '../server/src/domains/applications/contractor-view/graphs.ts';
import {
  countByEvent,
  countStages,
  selectGraphs,
} from '../server/src/domains/applications/contractor-view/graphs-repository.ts';
import { searchConsents } from '../server/src/domains/applications/consents/repository.ts';
import { readFlagged } from '../server/src/domains/applications/contractor-view/flags-repository.ts';
import { waitingCounts } from '../server/src/domains/dashboard/waiting-repository.ts';
import type { Database } from '../server/src/platform/db/connect.ts';

const first = { limit: 25, offset: 0 };
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Staff queries about the applications of all contractors. */
export function staffQueries(db: Database): { name: string; ask: () => Promise<unknown> }[] {
  const now = new Date();
  let nextQuestion = 0;
  const flagged = (query: Partial<Parameters<typeof readFlagged>[1]>) => () =>
    readFlagged(db, { page: 1, limit: 25, ...query });
  return [
    { name: 'flagged', ask: flagged({}) },
    { name: 'flagged, few of them by one flag', ask: flagged({ flag: 'own-phone' }) },
    { name: 'flagged, page 4,000', ask: flagged({ page: 4000 }) },
    {
      name: 'how many were flagged lately',
      ask: () => waitingCounts.flaggedApplications(db, now, 1),
    },
    {
      name: 'a record by e-mail',
      ask: () => searchConsents(db, { email: `home${(nextQuestion += 7919)}@example.com` }, first),
    },
    {
      name: 'a record by number',
      ask: () => searchConsents(db, { digits: String((nextQuestion += 7919)) }, first),
    },
  ];
}

/** The dashboard and chart queries of a contractor for a range of days. */
export function dayQuestions(
  db: Database,
  contractorId: number,
): { name: string; ask: () => Promise<unknown> }[] {
  const timeZone = 'America/New_York';
  const counts = (days: number) => () => {
    const range = { gte: daysAgo(days - 1), lte: daysAgo(0) };
    return countByEvent(db, { contractorId, timeZone }, range);
  };
  const filter = { ...noChoices, contractorId, timeZone, search: '', pageId: undefined };
  const graphs = (days: number, unit: 'day' | 'month') => () => {
    const started = { gte: daysAgo(days - 1), lte: daysAgo(0) };
    const periods = listPeriods({ from: started.gte, to: started.lte }, unit);
    return selectGraphs(db, { ...filter, started }, periods);
  };
  return [
    { name: 'dashboard, 30 days', ask: counts(30) },
    { name: 'dashboard, two years', ask: counts(730) },
    { name: 'graphs of 30 days', ask: graphs(30, 'day') },
    { name: 'graphs of two years', ask: graphs(730, 'month') },
    { name: 'stages', ask: () => countStages(db, { ...filter, started: {} }) },
  ];
}
