import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { expiryDays } from '@lintel/contract/applications/progress';
import type { ApplicationOrder } from '@lintel/contract/applications/report-columns';
import {
  choiceNames,
  type ChoiceFilter,
  type Choices,
} from '@lintel/contract/applications/report-filters';
import { containing, phoneAsStored } from '../../platform/db/queries.ts';
import { withinDays, type DayRange } from '../../platform/days.ts';
import { applications } from './tables.ts';

/** Which applications: always of one contractor. */
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

/** What each word of each filter asks of an application. */
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
};
const conditionOf = (filter: ReportFilter, name: ChoiceFilter): SQL | undefined => {
  const byWord: Readonly<Record<string, SQL | undefined>> = byChoice[name];
  return byWord[filter[name]];
};

// As in the trigram index: the planner uses it only for the very same expression.
const searchable = sql`lower(applicant_name || ' ' || ${applications.email} || ' ' || ${applications.phone} || ' ' || city)`;

export const conditionsOf = (filter: ReportFilter): SQL | undefined =>
  and(
    eq(applications.contractorId, filter.contractorId),
    ...withinDays(applications.startedAt, filter.started, filter.timeZone),
    filter.pageId === undefined ? undefined : eq(applications.pageId, filter.pageId),
    filter.search === ''
      ? undefined
      : sql`${searchable} like ${containing(phoneAsStored(filter.search))}`,
    ...choiceNames.map((name) => conditionOf(filter, name)),
  );

/**
 * The credit decision as `progressOf` of the contract tells it, for sorting: hours, because a day
 * may have 23 or 25 of them.
 */
const creditDecision = (now: Date): SQL => sql`case
  when ${applications.fundedAt} is not null or (${applications.approvedAt} is not null and ${applications.withdrawnAt} is null) then 'APPROVED'
  when ${applications.informationRequestedAt} < ${now.toISOString()}::timestamptz - make_interval(hours => ${expiryDays * 24})
    and not ${applications.isQualified} and ${applications.withdrawnAt} is null then 'EXPIRED'
  else '-' end`;

const orderColumns = (now: Date): Record<ReportOrder['field'], SQL> => ({
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

/**
 * What is empty comes last, whichever way one sorts; the id decides between equals, so pages never
 * overlap.
 */
export function orderBy({ field, descending }: ReportOrder, now: Date): SQL[] {
  const direction = descending ? desc : asc;
  const nullable =
    field === 'selfReportedCreditScore' || field === 'requestedAmount' || field === 'fundedDate';
  const column = orderColumns(now)[field];
  if (field === 'applicantLocation')
    return [
      direction(applications.state),
      direction(applications.city),
      direction(applications.id),
    ];
  return [
    nullable ? sql`${direction(column)} nulls last` : direction(column),
    direction(applications.id),
  ];
}
