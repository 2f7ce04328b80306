import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { applicationOrders, ApplicationStatus } from '@lintel/contract/applications';
import type { Database } from '../../platform/db/connect.ts';
import { containing, phoneAsStored } from '../../platform/like.ts';
import { withinDays, type DayRange } from '../../platform/time-zone.ts';
import { coBrandedPages } from '../pages/tables.ts';
import { applications, offers } from './tables.ts';

export interface ReportFilter {
  contractorId: number;
  started: DayRange;
  timeZone: string;
  pageId: number | undefined;
  search: string;
  status: ApplicationStatus;
}

export interface ReportPage {
  order: { field: (typeof applicationOrders)[number]; descending: boolean };
  offset: number;
  limit: number;
}

/** A lender waits so long for information before the decision is EXPIRED (part 2 section 4). */
const expiryDays = 50;

/** `APPROVED`, `EXPIRED` or `-`. Only a lender that waits for information can expire: the "qualified" label alone does not. */
const creditDecision = (now: Date) => sql<'APPROVED' | 'EXPIRED' | '-'>`case
  when ${applications.approvedAt} is not null then 'APPROVED'
  when ${applications.informationRequestedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${expiryDays}) then 'EXPIRED'
  else '-' end`;

const byStatus: Record<ApplicationStatus, SQL | undefined> = {
  all: undefined,
  started: isNull(applications.completedAt),
  notqualifed: and(isNotNull(applications.answeredAt), eq(applications.hasOffers, false)),
  offer: eq(applications.hasOffers, true),
  qualifed: eq(applications.isQualified, true),
  credit: isNotNull(applications.approvedAt),
  funded: isNotNull(applications.fundedAt),
};

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`lower(applicant_name || ' ' || ${applications.email} || ' ' || ${applications.phone} || ' ' || city)`;

const conditionsOf = (filter: ReportFilter) =>
  and(
    eq(applications.contractorId, filter.contractorId),
    ...withinDays(applications.startedAt, filter.started, filter.timeZone),
    filter.pageId === undefined ? undefined : eq(applications.pageId, filter.pageId),
    filter.search === '' ? undefined : sql`${searchable} like ${containing(phoneAsStored(filter.search))}`,
    byStatus[filter.status],
  );

const orderColumns = (now: Date): Record<ReportPage['order']['field'], SQL> => ({
  applicantName: sql`lower(applicant_name)`,
  applicantEmail: sql`lower(${applications.email})`,
  applicantLocation: sql`${applications.state}, ${applications.city}`,
  appFormStarted: sql`${applications.startedAt}`,
  selfReportedCreditScore: sql`${applications.creditBand}`,
  requestedAmount: sql`${applications.requestedAmountCents}`,
  appFormComplete: sql`(${applications.completedAt} is not null)`,
  creditDecision: creditDecision(now),
  fundedDate: sql`${applications.fundedAt}`,
});

/** What is empty comes last, whichever way one sorts; the id decides between equals, so pages never overlap. */
function orderBy({ field, descending }: ReportPage['order'], now: Date): SQL[] {
  const direction = descending ? desc : asc;
  const nullable = field === 'selfReportedCreditScore' || field === 'requestedAmount' || field === 'fundedDate';
  const column = orderColumns(now)[field];
  if (field === 'applicantLocation')
    return [direction(applications.state), direction(applications.city), direction(applications.id)];
  return [nullable ? sql`${direction(column)} nulls last` : direction(column), direction(applications.id)];
}

/** One page of the report and how many rows match. */
export async function selectReport(db: Database, filter: ReportFilter, page: ReportPage, now: Date) {
  const where = conditionsOf(filter);
  const rows = await db
    .select({ application: applications, pageName: coBrandedPages.pageName, creditDecision: creditDecision(now) })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(where)
    .orderBy(...orderBy(page.order, now))
    .limit(page.limit)
    .offset(page.offset);
  const [all] = await db.select({ total: count() }).from(applications).where(where);
  return { rows, total: all?.total ?? 0 };
}
export type ReportRow = Awaited<ReturnType<typeof selectReport>>['rows'][number];

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
