import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { getProgress } from '@lintel/contract/applications/progress';
import type { ColumnRow } from '@lintel/contract/applications/report-columns';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { getStage } from '@lintel/contract/applications/stages';
import { toDollars } from '../../../platform/money.ts';
import { offerFacts, type OfferSum } from '../lenders/index.ts';
import type { ReportRow } from './report-repository.ts';

const inFull = (instant: Date): string => instant.toISOString();

/** A report row with its offer sums, without staff flags. `textOf` formats instants. */
export function presentReportRow(
  row: ReportRow,
  sums: readonly OfferSum[],
  now: Date,
  textOf = inFull,
): ApplicationRow {
  const { actor, step, decision, expiresAt, reapplyFrom } = getProgress(row, offerFacts(sums), now);
  return {
    id: row.id,
    applicantName: row.applicantName,
    applicantEmail: row.applicantEmail,
    applicantPhone: row.applicantPhone,
    projectAddress: row.projectAddress,
    applicantLocation: row.city && row.state ? `${row.city}, ${row.state}` : row.city || row.state,
    appFormStarted: textOf(row.startedAt),
    selfReportedCreditScore: row.creditBand === null ? '' : creditBands[row.creditBand],
    requestedAmount: row.requestedAmountCents === null ? null : toDollars(row.requestedAmountCents),
    appFormComplete: row.completedAt === null ? 0 : 1,
    receivedOffers: presentReceived(row, sums),
    creditDecision: decision,
    funded: presentFunded(sums),
    fundedDate: row.fundedAt === null ? null : textOf(row.fundedAt),
    reversed: reversedDollars(sums),
    pageName: row.pageName,
    stage: getStage(row),
    nextActor: actor,
    nextStep: step,
    expiresAt: expiresAt === null ? null : textOf(expiresAt),
    reapplyFrom: reapplyFrom === null ? null : textOf(reapplyFrom),
  };
}

function reversedDollars(sums: readonly OfferSum[]): number | null {
  const cents = sums.reduce((sum, { reversedCents }) => sum + reversedCents, 0);
  return cents === 0 ? null : toDollars(cents);
}

function presentReceived(
  row: ReportRow,
  sums: readonly OfferSum[],
): ApplicationRow['receivedOffers'] {
  if (row.answeredAt !== null && sums.length === 0) {
    return { no_offers: { cnt: 0, max_amount: 0, name: '', selected: 0, qualified: 0 } };
  }
  const received: ApplicationRow['receivedOffers'] = {};
  for (const { kind, cnt, maxAmountCents, name, selected, qualified } of sums)
    received[kind] = { cnt, max_amount: toDollars(maxAmountCents), name, selected, qualified };
  return received;
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

/** A spreadsheet row: adds the total funded and by which lenders, and reduces instants to days. */
export function presentColumnRow(
  row: ReportRow,
  sums: readonly OfferSum[],
  now: Date,
  dayOf: (instant: Date) => string,
): ColumnRow {
  const presented = presentReportRow(row, sums, now, dayOf);
  if (row.fundedAt === null) return presented;
  const funded = sums.filter(({ fundedName }) => fundedName !== null);
  const cents = funded.reduce((sum, { fundedCents }) => sum + fundedCents, 0);
  const by = funded.map(({ kind, fundedName }) => `${offerKindLabels[kind]}: ${fundedName}`);
  return { ...presented, paidOut: { dollars: toDollars(cents), by: by.join('; ') } };
}
