import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { progressOf } from '@lintel/contract/applications/progress';
import type { ColumnRow } from '@lintel/contract/applications/report-columns';
import type { ApplicationRow } from '@lintel/contract/applications/report-row';
import { stageOf } from '@lintel/contract/applications/stages';
import { toDollars } from '../../platform/money.ts';
import { offerFactsOf, type OfferSum } from './offer-sums.ts';
import type { ReportRow } from './report-repository.ts';

/**
 * A row of the contractor's report with the sums of its offers. What staff flag is no part of it.
 */
export function presentReportRow(
  row: ReportRow,
  sums: readonly OfferSum[],
  now: Date,
): ApplicationRow {
  const { actor, step, decision, expiresAt, reapplyFrom } = progressOf(
    row,
    offerFactsOf(sums),
    now,
  );
  return {
    id: row.id,
    applicantName: row.applicantName,
    applicantEmail: row.applicantEmail,
    applicantPhone: row.applicantPhone,
    projectAddress: row.projectAddress,
    applicantLocation: row.city && row.state ? `${row.city}, ${row.state}` : row.city || row.state,
    appFormStarted: row.startedAt.toISOString(),
    selfReportedCreditScore: row.creditBand === null ? '' : creditBands[row.creditBand],
    requestedAmount: row.requestedAmountCents === null ? null : toDollars(row.requestedAmountCents),
    appFormComplete: row.completedAt === null ? 0 : 1,
    receivedOffers: presentReceived(row, sums),
    creditDecision: decision,
    funded: presentFunded(sums),
    fundedDate: row.fundedAt?.toISOString() ?? null,
    pageName: row.pageName,
    stage: stageOf(row),
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

/** The same row with what a spreadsheet tells besides: how much was paid out in all, by whom. */
export function presentColumnRow(row: ReportRow, sums: readonly OfferSum[], now: Date): ColumnRow {
  const presented = presentReportRow(row, sums, now);
  if (row.fundedAt === null) return presented;
  const funded = sums.filter(({ fundedName }) => fundedName !== null);
  const cents = funded.reduce((sum, { fundedCents }) => sum + fundedCents, 0);
  const by = funded.map(({ kind, fundedName }) => `${offerKindLabels[kind]}: ${fundedName}`);
  return { ...presented, paidOut: { dollars: toDollars(cents), by: by.join('; ') } };
}
