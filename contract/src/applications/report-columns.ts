import { keysOf } from '../core/map-values.ts';
import { offerKindLabels, offerKinds, type OfferKind } from './constants.ts';
import { actorLabels, steps } from './progress.ts';
import type { ApplicationRow } from './report-row.ts';

/** A row with the spreadsheet's extra columns: total funding and its lenders. */
export interface ColumnRow extends ApplicationRow {
  paidOut?: { dollars: number; by: string };
}

interface ColumnDescription {
  title: string;
  /** The kind of value: `money` is in dollars, `day` is the day of an instant. */
  kind: 'text' | 'day' | 'money' | 'number';
  value(row: ColumnRow): string | number | null;
  /** The sort order after the first click on its header; without it the column can't be sorted. */
  sort?: 'A to Z' | 'largest first';
  /** Width in the grid, in pixels; without one it fits its content. */
  width?: number;
  /** Width in a spreadsheet, in characters. */
  characters: number;
}

/**
 * The Applications report's columns, in spreadsheet order: the only place that defines each
 * column's label, value, and sort order. The grid, the phone card, and the exports derive from it.
 */
const columns = {
  applicantName: {
    title: 'Applicant',
    kind: 'text',
    value: (row) => row.applicantName,
    sort: 'A to Z',
    width: 230,
    characters: 24,
  },
  applicantEmail: {
    title: 'E-mail',
    kind: 'text',
    value: (row) => row.applicantEmail,
    sort: 'A to Z',
    characters: 30,
  },
  applicantPhone: {
    title: 'Phone',
    kind: 'text',
    value: (row) => row.applicantPhone,
    characters: 14,
  },
  applicantLocation: {
    title: 'Location',
    kind: 'text',
    value: (row) => row.applicantLocation,
    sort: 'A to Z',
    width: 130,
    characters: 20,
  },
  projectAddress: {
    title: 'Project address',
    kind: 'text',
    value: (row) => row.projectAddress || null,
    width: 200,
    characters: 30,
  },
  pageName: {
    title: 'Co-branded page',
    kind: 'text',
    value: (row) => row.pageName,
    characters: 20,
  },
  appFormStarted: {
    title: 'Started',
    kind: 'day',
    value: (row) => row.appFormStarted,
    sort: 'largest first',
    characters: 12,
  },
  selfReportedCreditScore: {
    title: 'Credit score',
    kind: 'text',
    value: (row) => row.selfReportedCreditScore || null,
    sort: 'A to Z',
    width: 150,
    characters: 22,
  },
  requestedAmount: {
    title: 'Requested',
    kind: 'money',
    value: (row) => row.requestedAmount,
    sort: 'largest first',
    characters: 14,
  },
  appFormComplete: {
    title: 'Form',
    kind: 'text',
    value: (row) => (row.appFormComplete === 1 ? 'Complete' : 'Started'),
    sort: 'A to Z',
    characters: 12,
  },
  offers: {
    title: 'Offers',
    kind: 'number',
    value: (row) => sumOffers(row, (sum, { cnt }) => sum + cnt, 0),
    characters: 8,
  },
  largestOffer: {
    title: 'Largest offer',
    kind: 'money',
    value: (row) => (row.receivedOffers.no_offers ? null : sumOffers(row, larger, 0)),
    characters: 14,
  },
  receivedOffers: {
    title: 'Received offers',
    kind: 'text',
    value: (row) => {
      if (row.receivedOffers.no_offers) return 'No offers';
      return sumOffers(
        row,
        (text, offer, kind) => {
          const one = offerText(kind, offer);
          return text === '' ? one : `${text}; ${one}`;
        },
        '',
      );
    },
    width: 270,
    characters: 44,
  },
  creditDecision: {
    title: 'Credit decision',
    kind: 'text',
    value: (row) => (row.creditDecision === '-' ? null : row.creditDecision),
    sort: 'A to Z',
    characters: 16,
  },
  nextActor: {
    title: 'Acts next',
    kind: 'text',
    value: (row) => actorLabels[row.nextActor],
    characters: 14,
  },
  nextStep: {
    title: 'Next step',
    kind: 'text',
    value: (row) => steps[row.nextStep].title,
    width: 210,
    characters: 22,
  },
  expiresAt: { title: 'Expires', kind: 'day', value: (row) => row.expiresAt, characters: 12 },
  reapplyFrom: {
    title: 'Can apply again',
    kind: 'day',
    value: (row) => row.reapplyFrom,
    characters: 16,
  },
  funded: {
    title: 'Funded',
    kind: 'money',
    value: (row) => row.paidOut?.dollars ?? null,
    width: 150,
    characters: 14,
  },
  fundedBy: {
    title: 'Funded by',
    kind: 'text',
    value: (row) => row.paidOut?.by ?? null,
    characters: 30,
  },
  fundedDate: {
    title: 'Funded on',
    kind: 'day',
    value: (row) => row.fundedDate,
    sort: 'largest first',
    characters: 12,
  },
  reversed: { title: 'Reversed', kind: 'money', value: (row) => row.reversed, characters: 14 },
} as const satisfies Record<string, ColumnDescription>;

export type ReportColumn = keyof typeof columns;

/** The columns as a generic record. */
export const reportColumns: Readonly<Record<ReportColumn, ColumnDescription>> = columns;

/** The grid's columns, left to right. */
export const gridColumns = [
  'applicantName',
  'applicantLocation',
  'appFormStarted',
  'selfReportedCreditScore',
  'requestedAmount',
  'appFormComplete',
  'nextStep',
  'receivedOffers',
  'creditDecision',
  'funded',
  'fundedDate',
  'projectAddress',
] as const satisfies readonly ReportColumn[];

/** The facts of a phone card, below the applicant; wider content follows them. */
export const cardColumns = [
  'appFormStarted',
  'requestedAmount',
  'applicantLocation',
  'projectAddress',
  'selfReportedCreditScore',
  'appFormComplete',
  'creditDecision',
] as const satisfies readonly ReportColumn[];

/** The report's sort orders. */
export type ApplicationOrder = {
  [Column in ReportColumn]: (typeof columns)[Column] extends { sort: string } ? Column : never;
}[ReportColumn];
export const applicationOrders = keysOf(reportColumns).filter(
  (column): column is ApplicationOrder => reportColumns[column].sort !== undefined,
);

/** The offer kinds an application received, in the usual order. */
export const receivedKinds = ({ receivedOffers }: ApplicationRow): OfferKind[] =>
  offerKinds.filter((kind) => receivedOffers[kind] !== undefined);

type Offer = NonNullable<ApplicationRow['receivedOffers'][OfferKind]>;

/**
 * Aggregates the offers kind by kind: `beginning` without offers, null before lenders answer. It
 * allocates no lists because exports have many rows.
 */
function sumOffers<Sum>(
  { receivedOffers }: ApplicationRow,
  add: (sum: Sum, offer: Offer, kind: OfferKind) => Sum,
  beginning: Sum,
): Sum | null {
  if (receivedOffers.no_offers) return beginning;
  let sum: Sum | null = null;
  for (const kind of offerKinds) {
    const offer = receivedOffers[kind];
    if (offer !== undefined) sum = add(sum ?? beginning, offer, kind);
  }
  return sum;
}

const larger = (largest: number, { max_amount }: Offer): number => Math.max(largest, max_amount);

function offerText(kind: OfferKind, { cnt, max_amount, name, selected, qualified }: Offer): string {
  const count = cnt > 1 ? ` x${cnt}` : '';
  const marks = `${qualified > 0 ? ', qualified' : ''}${selected > 0 ? ', selected' : ''}`;
  return `${offerKindLabels[kind]}${count} up to ${wholeDollars(max_amount)} (${name}${marks})`;
}

/** `$12,500`. Measured: an `Intl` formatter takes ten times as long, and exports have many rows. */
function wholeDollars(amount: number): string {
  let rest = Math.round(amount);
  let groups = '';
  for (; rest >= 1000; rest = Math.floor(rest / 1000))
    groups = `,${String(rest % 1000).padStart(3, '0')}${groups}`;
  return `$${rest}${groups}`;
}
