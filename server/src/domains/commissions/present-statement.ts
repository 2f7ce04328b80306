import type { Brand } from '@lintel/contract/brand';
import {
  commissionLabels,
  commissionTypes,
  type CommissionType,
} from '@lintel/contract/commissions-constants';
import { dayIn, firstDayOf, lastDayOf } from '../../platform/days.ts';
import { Typesetter } from '../../platform/typeset/typesetter.ts';
import { visible } from '../../platform/typeset/visible.ts';
import type { Commission } from './repository.ts';
import { statementLayout } from './statement-layout.ts';

export interface StatementSource {
  /** `yyyy-mm` */
  month: string;
  rows: readonly Commission[];
  contractor: { companyName: string; companyAddress: string };
  brand: Brand;
  timeZone: string;
  now: Date;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (cents: number): string => dollars.format(cents / 100);
const usDay = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  });

/** `commissions-statement-2026-03.pdf` */
export const statementName = (month: string): string => `commissions-statement-${month}.pdf`;

const note =
  'Commissions for funded projects and qualified leads are booked in the month after the lender has paid out or labeled them. They are paid on or after the 21st-25th of each month by direct deposit. A negative amount takes back a commission whose payment was given back.';

/**
 * What the layout draws. The total is the sum of the rows, and so is the sum of the types' sums.
 */
export function presentStatement({
  month,
  rows,
  contractor,
  brand,
  timeZone,
  now,
}: StatementSource) {
  return visible({
    title: `Commission statement ${monthText(month)}`,
    accent: brand.primaryColor,
    second: brand.accentColor,
    mark: brand.logoUrl === null,
    brand: {
      name: brand.name,
      contact: [brand.supportEmail, brand.phone].filter((one) => one !== '').join('  ·  '),
    },
    contractor: { name: contractor.companyName, lines: [contractor.companyAddress] },
    facts: [
      ['Month', monthText(month)],
      ['Period', `${usDay(firstDayOf(month))} – ${usDay(lastDayOf(month))}`],
      ['Made on', usDay(dayIn(now, timeZone))],
    ],
    sums: commissionTypes.flatMap((type) => sumOfType(rows, type)),
    total: money(sumOf(rows)),
    rows: rows.map((row) => rowText(row, timeZone)),
    note,
  });
}

const sumOf = (rows: readonly Commission[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

function sumOfType(rows: readonly Commission[], type: CommissionType): [string, string, string][] {
  const own = rows.filter((row) => row.type === type);
  return own.length === 0 ? [] : [[commissionLabels[type], String(own.length), money(sumOf(own))]];
}

const rowText = (row: Commission, timeZone: string): string[] => [
  usDay(dayIn(row.earnedAt, timeZone)),
  row.userName || '-',
  row.companyName,
  commissionLabels[row.type],
  row.fundedAmountCents !== null && ['loan', 'credit_card'].includes(row.type)
    ? money(row.fundedAmountCents)
    : '',
  money(row.amountCents),
];

const typesetter = new Typesetter(statementLayout);

/** The statement as PDF. */
export const setStatement = (source: StatementSource): Buffer =>
  typesetter.pdf(presentStatement(source), {}, source.now);
