import type { exportApplications, reportApplications } from '@lintel/contract/applications/report';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { choicesIn, type ChoiceFilter } from '@lintel/contract/applications/report-filters';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { readPaymentStatus, readContractorZone } from '../../contractors/index.ts';
import { pageNames } from '../../pages/index.ts';
import { sumOffers } from '../lenders/index.ts';
import { presentReportRow } from './present-report.ts';
import { selectReport, selectReportRows, type ReportFilter } from './report-repository.ts';

type Query = RequestPart<typeof reportApplications, 'query'>;
type Report = ResponseBody<typeof reportApplications>;

/** A page of the contractor's report; empty for staff without a contractor. */
export async function readReport(context: Context, caller: Caller, query: Query): Promise<Report> {
  const { db, clock } = context;
  const filter = await readFilter(context, caller, query);
  if (filter === null) return { data: [], total: 0, paymentStatus: null };
  const { order, page, limit, after, before } = query;
  const place = { limit, offset: (page - 1) * limit, after, before };
  const [{ rows, ...totals }, paymentStatus] = await Promise.all([
    selectReport(db, filter, { order, ...place }, clock.now()),
    readPaymentStatus(db, filter.contractorId),
  ]);
  const data = rows.map((row) => presentReportRow(row, sumOffers(row.offers), clock.now()));
  return { data, ...totals, paymentStatus };
}

/** Report rows of these applications, newest first. */
export async function readReportRows(
  { db, clock }: Context,
  contractorId: number,
  ids: readonly number[],
): Promise<ApplicationRow[]> {
  const now = clock.now();
  const rows = await selectReportRows(db, { contractorId, ids }, now);
  return rows.map((row) => presentReportRow(row, sumOffers(row.offers), now));
}

/**
 * Builds the report filter for the caller's contractor; null without one. Throws `not_found` for
 * another contractor's page.
 */
export async function readFilter(
  { db, config }: Context,
  caller: Caller,
  query: Pick<RequestPart<typeof exportApplications, 'query'>, 'started' | 'coBrandedPage'> &
    Partial<Pick<Query, 'search' | ChoiceFilter>>,
): Promise<ReportFilter | null> {
  const { contractorId } = caller.user;
  if (contractorId === null) return null;
  const { coBrandedPage: pageId, started, search = '' } = query;
  const known = pageId === undefined ? [] : await pageNames(db, contractorId);
  if (pageId !== undefined && !known.some(({ id }) => id === pageId))
    throw new AppError('not_found');
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  return { contractorId, started, timeZone, pageId, search, ...choicesIn(query) };
}
