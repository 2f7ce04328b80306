import type { Context } from '../../platform/context.ts';
import type { Brand } from '@lintel/contract/brand';
import {
  commissionLabels,
  commissionTypes,
  type CommissionType,
} from '@lintel/contract/commissions/constants';
import { brandFromConfig } from '../../platform/brand.ts';
import {
  dayIn,
  firstDayOfMonth,
  lastDayOfMonth,
  toMonth,
  monthText,
  usDay,
} from '../../platform/days.ts';
import { dollarsText } from '../../platform/money.ts';
import { AppError } from '../../platform/errors.ts';
import { Typesetter, visible } from '../../platform/typeset/typesetter.ts';
import { contractorPlan } from '../contractors/index.ts';
import {
  selectCommissions,
  sumCommissions,
  type ReportFilter,
  type Commission,
} from './repository.ts';
import { coveredDays } from './report.ts';
import { statementLayout } from './statement-layout.ts';

/** Typesetting more rows takes so long that it would delay other requests. */
export const mostStatementRows = 1000;

/**
 * A month's commissions as PDF, with its file name: every row, and the sums by type. Throws
 * `bad_request` for a month not wholly within the past two years, or with too many rows.
 */
export async function makeStatement(
  context: Context,
  contractorId: number,
  month: string,
): Promise<{ name: string; content: Buffer }> {
  const { db, clock, config } = context;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const { start, end } = coveredDays(context);
  if (firstDayOfMonth(month) < start || month > toMonth(end))
    throw new AppError('bad_request', {
      message: 'Statements are available for the past 2 years.',
    });
  const days = { gte: firstDayOfMonth(month), lte: lastDayOfMonth(month) };
  const filter: ReportFilter = { contractorId, days, timeZone, search: '', types: [] };
  const [{ total }, { contractor }] = await Promise.all([
    sumCommissions(db, filter),
    contractorPlan(db, contractorId),
  ]);
  if (total > mostStatementRows) {
    const message = `A statement holds up to ${mostStatementRows.toLocaleString('en-US')} commissions. Please export the month instead.`;
    throw new AppError('bad_request', { message });
  }
  const order = { field: 'date', descending: false } as const;
  const rows = await selectCommissions(db, filter, order, { limit: mostStatementRows, offset: 0 });
  const source = {
    month,
    rows,
    contractor,
    brand: brandFromConfig(config),
    timeZone,
    now: clock.now(),
  };
  const content = setStatement(source);
  return { name: statementName(month), content };
}

interface StatementSource {
  /** `yyyy-mm` */
  month: string;
  rows: readonly Commission[];
  contractor: { companyName: string; companyAddress: string };
  brand: Brand;
  timeZone: string;
  now: Date;
}

/** `commissions-statement-2026-03.pdf` */
const statementName = (month: string): string => `commissions-statement-${month}.pdf`;

const note =
  'Commissions for funded projects and qualified leads are booked in the month after the lender has paid out or labeled them. They are paid on or after the 21st-25th of each month by direct deposit. A negative amount reverses a commission whose payment was returned.';

/** The layout's data. The total equals both the sum of the rows and the sum of the types' sums. */
function presentStatement({ month, rows, contractor, brand, timeZone, now }: StatementSource) {
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
      ['Period', `${usDay(firstDayOfMonth(month))} – ${usDay(lastDayOfMonth(month))}`],
      ['Made on', usDay(dayIn(now, timeZone))],
    ],
    sums: commissionTypes.flatMap((type) => sumByType(rows, type)),
    total: dollarsText(sumCommissionRows(rows)),
    rows: rows.map((row) => rowText(row, timeZone)),
    note,
  });
}

const sumCommissionRows = (rows: readonly Commission[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

function sumByType(rows: readonly Commission[], type: CommissionType): [string, string, string][] {
  const own = rows.filter((row) => row.type === type);
  return own.length === 0
    ? []
    : [[commissionLabels[type], String(own.length), dollarsText(sumCommissionRows(own))]];
}

const rowText = (row: Commission, timeZone: string): string[] => [
  usDay(dayIn(row.earnedAt, timeZone)),
  row.note || row.userName || '-',
  row.companyName,
  commissionLabels[row.type],
  row.fundedAmountCents !== null && ['loan', 'credit_card'].includes(row.type)
    ? dollarsText(row.fundedAmountCents)
    : '',
  dollarsText(row.amountCents),
];

const typesetter = new Typesetter(statementLayout);

const setStatement = (source: StatementSource): Buffer =>
  typesetter.pdf(presentStatement(source), {}, source.now);
