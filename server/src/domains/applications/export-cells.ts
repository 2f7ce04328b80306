import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { actorLabels, progressOf, steps } from '@lintel/contract/applications/progress';
import { toDollars } from '../../platform/money.ts';
import type { Cell, Column } from '../../platform/spreadsheet/spreadsheet.ts';
import { offerFactsOf, type OfferSum } from './offer-sums.ts';
import type { ReportRow } from './report-repository.ts';

export const exportColumns: readonly Column[] = [
  { header: 'Applicant', kind: 'text', width: 24 },
  { header: 'E-mail', kind: 'text', width: 30 },
  { header: 'Phone', kind: 'text', width: 14 },
  { header: 'Location', kind: 'text', width: 20 },
  { header: 'Co-branded page', kind: 'text', width: 20 },
  { header: 'Started', kind: 'day', width: 12 },
  { header: 'Credit score', kind: 'text', width: 22 },
  { header: 'Requested', kind: 'money', width: 14 },
  { header: 'Form', kind: 'text', width: 12 },
  { header: 'Offers', kind: 'number', width: 8 },
  { header: 'Largest offer', kind: 'money', width: 14 },
  { header: 'Received offers', kind: 'text', width: 44 },
  { header: 'Credit decision', kind: 'text', width: 16 },
  { header: 'Acts next', kind: 'text', width: 14 },
  { header: 'Next step', kind: 'text', width: 22 },
  { header: 'Expires', kind: 'day', width: 12 },
  { header: 'Can apply again', kind: 'day', width: 16 },
  { header: 'Funded', kind: 'money', width: 14 },
  { header: 'Funded by', kind: 'text', width: 30 },
  { header: 'Funded on', kind: 'day', width: 12 },
];

/** Turns a row of the report into cells; `day` tells the business's day of an instant. */
export const cellsOf =
  (day: (instant: Date) => string, now: Date) =>
  (row: ReportRow, sums: readonly OfferSum[]): Cell[] => {
    const { actor, step, decision, expiresAt, reapplyFrom } = progressOf(
      row,
      offerFactsOf(sums),
      now,
    );
    return [
      row.applicantName,
      row.email,
      row.phone,
      row.city === '' || row.state === '' ? row.city + row.state : `${row.city}, ${row.state}`,
      row.pageName,
      day(row.startedAt),
      row.creditBand === null ? null : creditBands[row.creditBand],
      row.requestedAmountCents === null ? null : toDollars(row.requestedAmountCents),
      row.completedAt === null ? 'Started' : 'Complete',
      ...offerCells(row, sums),
      decision === '-' ? null : decision,
      actorLabels[actor],
      steps[step].title,
      expiresAt && day(expiresAt),
      reapplyFrom && day(reapplyFrom),
      ...fundedCells(row, sums),
      row.fundedAt && day(row.fundedAt),
    ];
  };

/** How many offers, the largest, and each kind in words. */
function offerCells(row: ReportRow, sums: readonly OfferSum[]): Cell[] {
  if (sums.length === 0)
    return [row.answeredAt === null ? null : 0, null, row.answeredAt === null ? null : 'No offers'];
  let count = 0;
  let largest = 0;
  for (const { cnt, maxAmountCents } of sums) {
    count += cnt;
    largest = Math.max(largest, maxAmountCents);
  }
  return [count, toDollars(largest), sums.map(offerText).join('; ')];
}

/** `$12,500`. An `Intl` formatter takes ten times as long. */
function wholeDollars(cents: number): string {
  let rest = Math.round(cents / 100);
  let groups = '';
  for (; rest >= 1000; rest = Math.floor(rest / 1000))
    groups = `,${String(rest % 1000).padStart(3, '0')}${groups}`;
  return `$${rest}${groups}`;
}

const offerText = ({ kind, cnt, maxAmountCents, name, selected, qualified }: OfferSum): string => {
  const count = cnt > 1 ? ` x${cnt}` : '';
  const marks = `${qualified > 0 ? ', qualified' : ''}${selected > 0 ? ', selected' : ''}`;
  return `${offerKindLabels[kind]}${count} up to ${wholeDollars(maxAmountCents)} (${name}${marks})`;
};

/** What was paid out in all, and by whom. */
function fundedCells(row: ReportRow, sums: readonly OfferSum[]): Cell[] {
  if (row.fundedAt === null) return [null, null];
  const funded = sums.filter(({ fundedName }) => fundedName !== null);
  const cents = funded.reduce((sum, { fundedCents }) => sum + fundedCents, 0);
  return [
    toDollars(cents),
    funded.map(({ kind, fundedName }) => `${offerKindLabels[kind]}: ${fundedName}`).join('; '),
  ];
}
