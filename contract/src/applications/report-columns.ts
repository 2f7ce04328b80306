import { keysOf } from '../core/map-values.ts';
import { offerKindLabels, offerKinds, type OfferKind } from './constants.ts';
import { actorLabels, steps } from './progress.ts';
import type { ApplicationRow } from './report-row.ts';

/** A row with what a spreadsheet tells besides: how much was paid out in all, and by whom. */
export interface ColumnRow extends ApplicationRow {
  paidOut?: { dollars: number; by: string };
}

interface ColumnDescription {
  title: string;
  /** What the column holds: `money` are dollars, a `day` is that of an instant. */
  kind: 'text' | 'day' | 'money' | 'number';
  value(row: ColumnRow): string | number | null;
  /** The report can be sorted by it; so it is at the first press of its head. */
  sort?: 'A to Z' | 'largest first';
  /** Its width in the grid, in pixels; without one it is as wide as what it holds. */
  width?: number;
  /** Its width in a spreadsheet, in characters. */
  characters: number;
}

/**
 * The columns of the Applications report, in the order in which a spreadsheet has them: the one
 * place that says what each is called, what it holds and how one sorts by it. The grid, the card on
 * a phone and the exports are made of it.
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
    value: (row) => sumOf(row, (sum, { cnt }) => sum + cnt, 0),
    characters: 8,
  },
  largestOffer: {
    title: 'Largest offer',
    kind: 'money',
    value: (row) => (row.receivedOffers.no_offers ? null : sumOf(row, largerOf, 0)),
    characters: 14,
  },
  receivedOffers: {
    title: 'Received offers',
    kind: 'text',
    value: (row) => {
      if (row.receivedOffers.no_offers) return 'No offers';
      return sumOf(
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
} as const satisfies Record<string, ColumnDescription>;

export type ReportColumn = keyof typeof columns;

/** The columns for code that treats them all alike. */
export const reportColumns: Readonly<Record<ReportColumn, ColumnDescription>> = columns;

/** The grid, from left to right. */
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

/** The facts of a card on a phone, below the applicant; what needs more room follows them. */
export const cardColumns = [
  'appFormStarted',
  'requestedAmount',
  'applicantLocation',
  'projectAddress',
  'selfReportedCreditScore',
  'appFormComplete',
  'creditDecision',
] as const satisfies readonly ReportColumn[];

/** What the report can be sorted by. */
export type ApplicationOrder = {
  [Column in ReportColumn]: (typeof columns)[Column] extends { sort: string } ? Column : never;
}[ReportColumn];
export const applicationOrders = keysOf(reportColumns).filter(
  (column): column is ApplicationOrder => reportColumns[column].sort !== undefined,
);

/** The kinds that an application received, in the usual order. */
export const receivedKinds = ({ receivedOffers }: ApplicationRow): OfferKind[] =>
  offerKinds.filter((kind) => receivedOffers[kind] !== undefined);

type Offer = NonNullable<ApplicationRow['receivedOffers'][OfferKind]>;

/**
 * What lenders offered put together, kind by kind: the beginning where they offered nothing, null
 * before they have answered. Without lists in between: an export has many rows.
 */
function sumOf<Sum>(
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

const largerOf = (largest: number, { max_amount }: Offer): number => Math.max(largest, max_amount);

function offerText(kind: OfferKind, { cnt, max_amount, name, selected, qualified }: Offer): string {
  const count = cnt > 1 ? ` x${cnt}` : '';
  const marks = `${qualified > 0 ? ', qualified' : ''}${selected > 0 ? ', selected' : ''}`;
  return `${offerKindLabels[kind]}${count} up to ${wholeDollars(max_amount)} (${name}${marks})`;
}

/** `$12,500`. An `Intl` formatter takes ten times as long, and an export has many rows. */
function wholeDollars(amount: number): string {
  let rest = Math.round(amount);
  let groups = '';
  for (; rest >= 1000; rest = Math.floor(rest / 1000))
    groups = `,${String(rest % 1000).padStart(3, '0')}${groups}`;
  return `$${rest}${groups}`;
}
