import type { reportApplications } from '@lintel/contract/applications';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { contractorPlan } from '../contractors/index.ts';
import { pageNames } from '../pages/index.ts';
import { presentReportRow } from './present.ts';
import { selectOfferSums, selectReport } from './report-repository.ts';

type Query = Received<typeof reportApplications, 'query'>;
type Report = Answered<typeof reportApplications>;

export interface ReportDeps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

/** A page of the caller's contractor's applications; none for staff who look at no contractor. */
export async function readReport({ db, clock, timeZone }: ReportDeps, caller: Caller, query: Query): Promise<Report> {
  const { contractorId } = caller.user;
  if (contractorId === null) return { data: [], total: 0, paymentStatus: null };
  const { coBrandedPage: pageId, started, search, status, order, page, limit } = query;
  const known = pageId === undefined ? [] : await pageNames(db, contractorId);
  if (pageId !== undefined && !known.some(({ id }) => id === pageId)) throw new AppError('not_found');
  const filter = { contractorId, started, timeZone, pageId, search, status };
  const slice = { order, limit, offset: (page - 1) * limit };
  const [{ rows, total }, { contractor }] = await Promise.all([
    selectReport(db, filter, slice, clock.now()),
    contractorPlan(db, contractorId),
  ]);
  const ids = rows.map(({ application }) => application.id);
  const sums = await selectOfferSums(db, contractorId, ids);
  const data = rows.map((row) =>
    presentReportRow(
      row,
      sums.filter(({ applicationId }) => applicationId === row.application.id),
    ),
  );
  return { data, total, paymentStatus: contractor.paymentStatus };
}
