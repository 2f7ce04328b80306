import { count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { coBrandedPages } from '../pages/tables.ts';
import type { ReportOffer } from './offer-sums.ts';
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

interface OfferRow extends Omit<ReportOffer, 'applicationId' | 'amountCents' | 'fundedAmountCents'>, Record<string, unknown> {
  applicationId: string;
  amountCents: string;
  fundedAmountCents: string | null;
}

/** The offers of these applications, in the order in which they came. The ids travel as one parameter: they may be thousands. */
export async function selectReportOffers(db: Database, contractorId: number, applicationIds: number[]): Promise<ReportOffer[]> {
  if (applicationIds.length === 0) return [];
  const { rows } = await db.execute<OfferRow>(sql`
    select application_id as "applicationId", kind, lender_name as "lenderName", amount_cents as "amountCents", is_qualified as "isQualified",
      chosen_at is not null as "isChosen", funded_at is not null as "isFunded", funded_amount_cents as "fundedAmountCents"
    from ${offers} where contractor_id = ${contractorId} and application_id = any(${sql.param(applicationIds)}::bigint[]) order by id`);
  return rows.map((row) => ({
    applicationId: Number(row.applicationId),
    kind: row.kind,
    lenderName: row.lenderName,
    amountCents: Number(row.amountCents),
    isChosen: row.isChosen,
    isQualified: row.isQualified,
    isFunded: row.isFunded,
    fundedAmountCents: row.fundedAmountCents === null ? null : Number(row.fundedAmountCents),
  }));
}
