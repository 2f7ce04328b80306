import { and, count, eq, sql } from 'drizzle-orm';
import { sentColumns } from '@lintel/contract/applications/fields';
import { mapValues } from '@lintel/contract/core/map-values';
import type { Database } from '../../platform/db/connect.ts';
import { hasRow } from '../../platform/db/queries.ts';
import { coBrandedPages } from '../pages/tables.ts';
import type { OfferTuple } from './offer-sums.ts';
import { conditionsOf, orderBy, type ReportFilter, type ReportOrder } from './report-filter.ts';
import { applications, offers } from './tables.ts';

export interface ReportPage {
  order: ReportOrder;
  offset: number;
  limit: number;
}

/**
 * The offers of an application in the order in which they came; null for none. With the row, so
 * that neither a page nor an export asks twice.
 */
const offersOfRow = sql<OfferTuple[] | null>`(
  select json_agg(json_build_array(kind, lender_name, amount_cents, chosen_at is not null, is_qualified, funded_at is not null, funded_amount_cents,
      withdrawn_at is not null)
    order by o.id)
  from ${offers} o where o.application_id = ${applications.id} and o.contractor_id = ${applications.contractorId})`;

/** What the report shows of an application. */
export const rowFields = {
  id: applications.id,
  applicantName: applications.applicantName,
  ...mapValues(sentColumns, (field) => applications[field]),
  city: applications.city,
  state: applications.state,
  creditBand: applications.creditBand,
  requestedAmountCents: applications.requestedAmountCents,
  startedAt: applications.startedAt,
  completedAt: applications.completedAt,
  answeredAt: applications.answeredAt,
  hasOffers: applications.hasOffers,
  informationRequestedAt: applications.informationRequestedAt,
  approvedAt: applications.approvedAt,
  fundedAt: applications.fundedAt,
  withdrawnAt: applications.withdrawnAt,
  isQualified: applications.isQualified,
  pageName: coBrandedPages.pageName,
  offers: offersOfRow,
};

/** The report's rows in their order, whole. */
export const reportQuery = (db: Database, filter: ReportFilter, order: ReportOrder, now: Date) =>
  db
    .select(rowFields)
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(conditionsOf(filter))
    .orderBy(...orderBy(order, now));

/** The report's row of one application. */
export async function selectReportRow(
  db: Database,
  contractorId: number,
  id: number,
): Promise<ReportRow | undefined> {
  const [row] = await db
    .select(rowFields)
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(eq(applications.contractorId, contractorId), eq(applications.id, id)));
  return row;
}

/**
 * One page of the report and how many rows match. They are counted only where a page does not tell
 * it: a count reads them all.
 */
export async function selectReport(
  db: Database,
  filter: ReportFilter,
  { order, limit, offset }: ReportPage,
  now: Date,
) {
  const rows = await reportQuery(db, filter, order, now).limit(limit).offset(offset);
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isLast ? offset + rows.length : await countReport(db, filter) };
}
export type ReportRow = Awaited<ReturnType<typeof selectReport>>['rows'][number];

export async function countReport(db: Database, filter: ReportFilter): Promise<number> {
  const [all] = await db.select({ total: count() }).from(applications).where(conditionsOf(filter));
  return all?.total ?? 0;
}

/** When the contractor's first application was started; null without any. */
export async function firstStarted(db: Database, contractorId: number): Promise<Date | null> {
  const [row] = await db
    .select({ startedAt: applications.startedAt })
    .from(applications)
    .where(eq(applications.contractorId, contractorId))
    .orderBy(applications.startedAt)
    .limit(1);
  return row?.startedAt ?? null;
}

/** Whether the application is this contractor's. */
export const isApplicationOf = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(
    db,
    applications,
    and(eq(applications.contractorId, contractorId), eq(applications.id, id)),
  );
