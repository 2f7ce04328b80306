import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { sentColumns } from '@lintel/contract/applications/fields';
import { progressOf } from '@lintel/contract/applications/progress';
import type { ColumnRow } from '@lintel/contract/applications/report-columns';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { mapValues } from '@lintel/contract/core/map-values';
import type {
  exportApplications,
  reportApplication,
  reportApplications,
} from '@lintel/contract/applications/report';
import { choicesIn, type ChoiceFilter } from '@lintel/contract/applications/report-filters';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import { toDollars } from '../../platform/money.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { paymentStatusOf } from '../contractors/index.ts';
import { pageNames } from '../pages/index.ts';
import { offerFactsOf, sumOffers, type OfferSum } from './offer-sums.ts';
import {
  selectReport,
  selectReportRow,
  type ReportRow,
  type ReportFilter,
} from './report-repository.ts';

/**
 * A row of the contractor's report with the sums of its offers. What staff flag is no part of it.
 */
function presentReportRow(row: ReportRow, sums: readonly OfferSum[], now: Date): ApplicationRow {
  const { actor, step, decision, expiresAt, reapplyFrom } = progressOf(
    row,
    offerFactsOf(sums),
    now,
  );
  return {
    id: row.id,
    applicantName: row.applicantName,
    ...mapValues(sentColumns, (_field, column) => row[column]),
    applicantLocation: [row.city, row.state].filter(Boolean).join(', '),
    appFormStarted: row.startedAt.toISOString(),
    selfReportedCreditScore: row.creditBand === null ? '' : creditBands[row.creditBand],
    requestedAmount: row.requestedAmountCents === null ? null : toDollars(row.requestedAmountCents),
    appFormComplete: row.completedAt === null ? 0 : 1,
    receivedOffers: presentReceived(row, sums),
    creditDecision: decision,
    funded: presentFunded(sums),
    fundedDate: row.fundedAt?.toISOString() ?? null,
    pageName: row.pageName,
    nextActor: actor,
    nextStep: step,
    expiresAt: expiresAt?.toISOString() ?? null,
    reapplyFrom: reapplyFrom?.toISOString() ?? null,
  };
}

function presentReceived(
  row: ReportRow,
  sums: readonly OfferSum[],
): ApplicationRow['receivedOffers'] {
  if (row.answeredAt !== null && sums.length === 0) {
    return { no_offers: { cnt: 0, max_amount: 0, name: '', selected: 0, qualified: 0 } };
  }
  return Object.fromEntries(
    sums.map(({ kind, cnt, maxAmountCents, name, selected, qualified }) => [
      kind,
      { cnt, max_amount: toDollars(maxAmountCents), name, selected, qualified },
    ]),
  );
}

function presentFunded(sums: readonly OfferSum[]): ApplicationRow['funded'] {
  const funded: ApplicationRow['funded'] = {};
  for (const { kind, fundedCents, fundedName } of sums) {
    if (fundedName === null) continue;
    if (kind === 'direct') funded.direct = { name: fundedName };
    else funded[kind] = { sum: toDollars(fundedCents) };
  }
  return funded;
}

/** The same row with what a spreadsheet tells besides: how much was paid out in all, by whom. */
export function presentColumnRow(row: ReportRow, sums: readonly OfferSum[], now: Date): ColumnRow {
  const presented = presentReportRow(row, sums, now);
  if (row.fundedAt === null) return presented;
  const funded = sums.filter(({ fundedName }) => fundedName !== null);
  const cents = funded.reduce((sum, { fundedCents }) => sum + fundedCents, 0);
  const by = funded.map(({ kind, fundedName }) => `${offerKindLabels[kind]}: ${fundedName}`);
  return { ...presented, paidOut: { dollars: toDollars(cents), by: by.join('; ') } };
}

type Query = Received<typeof reportApplications, 'query'>;
type Report = Answered<typeof reportApplications>;

export interface ReportDeps {
  db: Database;
  clock: Clock;
  timeZone: string;
}

/** A page of the caller's contractor's applications; none for staff who look at no contractor. */
export async function readReport(deps: ReportDeps, caller: Caller, query: Query): Promise<Report> {
  const { db, clock } = deps;
  const filter = await filterOf(deps, caller, query);
  if (filter === null) return { data: [], total: 0, paymentStatus: null };
  const { order, page, limit, after, before } = query;
  const place = { limit, offset: (page - 1) * limit, after, before };
  const [{ rows, ...totals }, paymentStatus] = await Promise.all([
    selectReport(db, filter, { order, ...place }, clock.now()),
    paymentStatusOf(db, filter.contractorId),
  ]);
  const data = rows.map((row) => presentReportRow(row, sumOffers(row.offers), clock.now()));
  return { data, ...totals, paymentStatus };
}

/**
 * One application of a contractor.
 */
export async function readOne(
  { db, clock }: ReportDeps,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<Answered<typeof reportApplication>> {
  const row = await selectReportRow(db, contractorId, applicationId);
  if (row === undefined) throw new AppError('not_found');
  const data = {
    ...presentReportRow(row, sumOffers(row.offers), clock.now()),
    monthlyBudget: row.monthlyBudgetCents === null ? null : toDollars(row.monthlyBudgetCents),
  };
  return { data, paymentStatus: await paymentStatusOf(db, contractorId) };
}

/**
 * What a query asks for, of the caller's contractor; null without one. Throws `not_found` for a
 * page that is not the contractor's.
 */
export async function filterOf(
  { db, timeZone }: Omit<ReportDeps, 'clock'>,
  caller: Caller,
  query: Pick<Received<typeof exportApplications, 'query'>, 'started' | 'coBrandedPage'> &
    Partial<Pick<Query, 'search' | ChoiceFilter>>,
): Promise<ReportFilter | null> {
  const { contractorId } = caller.user;
  if (contractorId === null) return null;
  const { coBrandedPage: pageId, started, search = '' } = query;
  const known = pageId === undefined ? [] : await pageNames(db, contractorId);
  if (pageId !== undefined && !known.some(({ id }) => id === pageId))
    throw new AppError('not_found');
  return { contractorId, started, timeZone, pageId, search, ...choicesIn(query) };
}
