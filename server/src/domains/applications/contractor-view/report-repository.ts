import { and, desc, eq, inArray, isNotNull, isNull, sql, count, type SQL } from 'drizzle-orm';
import { expiryDays } from '@lintel/contract/applications/progress';
import type { ApplicationOrder } from '@lintel/contract/applications/report-columns';
import {
  choiceNames,
  type ChoiceFilter,
  type Choices,
} from '@lintel/contract/applications/report-filters';
import { sentColumns } from '@lintel/contract/applications/fields';
import { mapValues } from '@lintel/contract/core/map-values';
import { foldedSearch, type Search } from '../../../platform/db/folded.ts';
import { buildOrder, readPage, type PagePlace, type Total } from '../../../platform/db/pages.ts';
import { phoneAsStored, hasRow } from '../../../platform/db/queries.ts';
import { withinDays, type DayRange } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { applications, offers } from '../tables.ts';
import type { OfferTuple } from '../lenders/index.ts';

/** Report filters; always for one contractor. */
export interface ReportFilter extends Choices {
  contractorId: number;
  started: DayRange;
  timeZone: string;
  pageId: number | undefined;
  search: string;
}

export interface ReportOrder {
  field: ApplicationOrder;
  descending: boolean;
}

const undecided = [isNull(applications.approvedAt), isNull(applications.fundedAt)];
const unanswered = [
  isNull(applications.answeredAt),
  eq(applications.hasOffers, false),
  ...undecided,
];

/** SQL condition of each filter choice. */
const byChoice: { [Name in ChoiceFilter]: Record<Choices[Name], SQL | undefined> } = {
  status: {
    all: undefined,
    started: isNull(applications.completedAt),
    notqualifed: and(isNotNull(applications.answeredAt), eq(applications.hasOffers, false)),
    offer: eq(applications.hasOffers, true),
    qualifed: eq(applications.isQualified, true),
    credit: isNotNull(applications.approvedAt),
    funded: isNotNull(applications.fundedAt),
  },
  creditScore: {
    all: undefined,
    excellent: eq(applications.creditBand, 'excellent'),
    good: eq(applications.creditBand, 'good'),
    fair: eq(applications.creditBand, 'fair'),
    limited: eq(applications.creditBand, 'limited'),
    poor: eq(applications.creditBand, 'poor'),
  },
  // Keep in step with `stageOf` of the contract.
  stage: {
    all: undefined,
    funded: isNotNull(applications.fundedAt),
    approved: and(isNotNull(applications.approvedAt), isNull(applications.fundedAt)),
    offers: and(eq(applications.hasOffers, true), ...undecided),
    nooffers: and(
      isNotNull(applications.answeredAt),
      eq(applications.hasOffers, false),
      ...undecided,
    ),
    sent: and(isNotNull(applications.completedAt), ...unanswered),
    started: and(isNull(applications.completedAt), ...unanswered),
  },
};
export const stageConditions = byChoice.stage;
const choiceCondition = (filter: ReportFilter, name: ChoiceFilter): SQL | undefined => {
  const byWord: Readonly<Record<string, SQL | undefined>> = byChoice[name];
  return byWord[filter[name]];
};

const searched = ({ search }: ReportFilter): Search | undefined =>
  search === '' ? undefined : foldedSearch(sql`${applications.words}`, phoneAsStored(search));

const filtered = (filter: ReportFilter): SQL | undefined =>
  and(
    eq(applications.contractorId, filter.contractorId),
    ...withinDays(applications.startedAt, filter.started, filter.timeZone),
    filter.pageId === undefined ? undefined : eq(applications.pageId, filter.pageId),
    ...choiceNames.map((name) => choiceCondition(filter, name)),
  );

export const reportCondition = (filter: ReportFilter): SQL | undefined =>
  and(filtered(filter), searched(filter)?.index);

/**
 * The credit decision for sorting; keep in step with `progressOf` of the contract. In hours,
 * because a day may have 23 or 25 of them.
 */
const creditDecision = (now: Date): SQL => sql`case
  when ${applications.fundedAt} is not null or (${applications.approvedAt} is not null and ${applications.withdrawnAt} is null) then 'APPROVED'
  when ${applications.informationRequestedAt} < ${now.toISOString()}::timestamptz - make_interval(hours => ${expiryDays * 24})
    and not ${applications.isQualified} and ${applications.withdrawnAt} is null then 'EXPIRED'
  else '-' end`;

const orderColumns = (now: Date): Record<ReportOrder['field'], SQL[]> => ({
  applicantName: [sql`lower(applicant_name)`],
  applicantEmail: [sql`lower(${applications.email})`],
  applicantLocation: [sql`${applications.state}`, sql`${applications.city}`],
  appFormStarted: [sql`${applications.startedAt}`],
  selfReportedCreditScore: [sql`${applications.creditBand}`],
  requestedAmount: [sql`${applications.requestedAmountCents}`],
  appFormComplete: [sql`(${applications.completedAt} is not null)`],
  creditDecision: [creditDecision(now)],
  fundedDate: [sql`${applications.fundedAt}`],
});

const nullable: readonly ReportOrder['field'][] = [
  'selfReportedCreditScore',
  'requestedAmount',
  'fundedDate',
];

/** The report's order; empty values come last in both directions. */
const orderedBy = ({ field, descending }: ReportOrder, now: Date) => ({
  id: applications.id,
  keys: orderColumns(now)[field],
  isNullable: nullable.includes(field),
  descending,
});

export const orderBy = (order: ReportOrder, now: Date): SQL => buildOrder(orderedBy(order, now));

export interface ReportPage extends PagePlace {
  order: ReportOrder;
}

/** Whether an offer can no longer be chosen; keep in step with `isGone`. */
const isOfferGone = (
  now: Date,
) => sql`(withdrawn_at is not null or coalesce(expires_at <= ${now.toISOString()}::timestamptz
  and chosen_at is null and approved_at is null and funded_at is null, false))`;

/**
 * An application's offers in order of arrival; null for none. Selected with the row, so that
 * neither a page nor an export needs a second query.
 */
const offersColumn = (contractorId: number, now: Date) => sql<OfferTuple[] | null>`(
  select json_agg(json_build_array(kind, lender_name, amount_cents, chosen_at is not null, is_qualified,
      funded_at is not null and coalesce(funded_amount_cents, 1) > 0, funded_amount_cents,
      ${isOfferGone(now)}, reversed_amount_cents)
    order by o.id)
  from ${offers} o where o.application_id = ${applications.id} and o.contractor_id = ${contractorId})`;

/** Columns of the report. */
export const rowFields = (contractorId: number, now: Date) => ({
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
  offers: offersColumn(contractorId, now),
});

/** All report rows in order. */
export const reportQuery = (db: Database, filter: ReportFilter, order: ReportOrder, now: Date) =>
  db
    .select(rowFields(filter.contractorId, now))
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(reportCondition(filter))
    .orderBy(orderBy(order, now));

/** One application's report row, with additional columns for its details. */
export async function selectReportRow(
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
  now: Date,
): Promise<(ReportRow & { monthlyBudgetCents: number | null }) | undefined> {
  const [row] = await db
    .select({
      ...rowFields(contractorId, now),
      monthlyBudgetCents: applications.monthlyBudgetCents,
    })
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(eq(applications.contractorId, contractorId), eq(applications.id, id)));
  return row;
}

/** Report rows of these applications, newest first. */
export const selectReportRows = (
  db: Database,
  { contractorId, ids }: { contractorId: number; ids: readonly number[] },
  now: Date,
): Promise<ReportRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select(rowFields(contractorId, now))
        .from(applications)
        .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
        .where(and(eq(applications.contractorId, contractorId), inArray(applications.id, [...ids])))
        .orderBy(desc(applications.startedAt), desc(applications.id));

/** One page of the report, with the total of matches. */
export async function selectReport(
  db: Database,
  filter: ReportFilter,
  { order, ...place }: ReportPage,
  now: Date,
): Promise<Total & { rows: ReportRow[] }> {
  const { contractorId } = filter;
  const scope = eq(applications.contractorId, contractorId);
  const where = filtered(filter);
  const ordered = { table: applications, ...orderedBy(order, now) };
  const search = searched(filter);
  const wordsBy = sql`${applications.startedAt} desc`;
  const { ids, ...total } = await readPage(
    db,
    { ...ordered, where, scope, search, wordsBy },
    place,
  );
  if (ids.length === 0) return { rows: [], ...total };
  const rows = await db
    .select(rowFields(contractorId, now))
    .from(applications)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, applications.pageId))
    .where(and(scope, inArray(applications.id, ids)))
    .orderBy(buildOrder(ordered));
  return { rows, ...total };
}
export type ReportRow = Awaited<ReturnType<typeof reportQuery>>[number];

export async function countReport(db: Database, filter: ReportFilter): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(applications)
    .where(reportCondition(filter));
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

export const ownsApplication = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(
    db,
    applications,
    and(eq(applications.contractorId, contractorId), eq(applications.id, id)),
  );
