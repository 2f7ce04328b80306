import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { coBrandedPages } from '../pages/tables.ts';
import { conditionsOf, orderBy, type ReportFilter, type ReportOrder } from './report-filter.ts';
import { applications, offers } from './tables.ts';

export interface ReportPage {
  order: ReportOrder;
  offset: number;
  limit: number;
}

/** What the report shows of an application. */
export const reportColumns = {
  id: applications.id,
  applicantName: applications.applicantName,
  email: applications.email,
  phone: applications.phone,
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
  pageName: coBrandedPages.pageName,
};

/** The report's rows in their order, whole. */
export const reportQuery = (db: Database, filter: ReportFilter, order: ReportOrder, now: Date) =>
  db
    .select(reportColumns)
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(conditionsOf(filter))
    .orderBy(...orderBy(order, now));

/** One page of the report and how many rows match. They are counted only where a page does not tell it: a count reads them all. */
export async function selectReport(db: Database, filter: ReportFilter, { order, limit, offset }: ReportPage, now: Date) {
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

/** The offers of these applications, summed up by kind. */
export async function selectOfferSums(db: Database, contractorId: number, applicationIds: number[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select({
      applicationId: offers.applicationId,
      kind: offers.kind,
      cnt: count(),
      maxAmountCents: sql<number>`max(${offers.amountCents})`.mapWith(Number),
      name: sql<string>`(array_agg(${offers.lenderName} order by ${offers.amountCents} desc, ${offers.id}))[1]`,
      selected: sql<number>`count(${offers.chosenAt})`.mapWith(Number),
      qualified: sql<number>`count(*) filter (where ${offers.isQualified})`.mapWith(Number),
      fundedCents: sql<number>`coalesce(sum(${offers.fundedAmountCents}), 0)`.mapWith(Number),
      fundedName: sql<string | null>`(array_agg(${offers.lenderName}) filter (where ${offers.fundedAt} is not null))[1]`,
    })
    .from(offers)
    .where(and(eq(offers.contractorId, contractorId), inArray(offers.applicationId, applicationIds)))
    .groupBy(offers.applicationId, offers.kind);
}
export type OfferSum = Awaited<ReturnType<typeof selectOfferSums>>[number];
