import type { Context } from '../../platform/context.ts';
import type { ReferredFriend } from '@lintel/contract/commissions/report';
import { addMonths, firstDayOfMonth, toMonth } from '../../platform/days.ts';
import { allPages, column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { readReferrals } from './referrals.ts';
import { sumByMonth } from './repository.ts';
import { commissionColumns, commissionRows, coveredDays } from './report.ts';
import { makeStatement, mostStatementRows } from './statement.ts';

const { text } = column;

const progress: Record<ReferredFriend['state'], string> = {
  signed_up: 'Signed up',
  waiting: 'Paying, bonus not earned yet',
  earned: 'Bonus earned',
  ended: 'Left before the bonus was earned',
};

const everything = (contractorId: number, { config }: Context) => ({
  contractorId,
  days: {},
  timeZone: config.BUSINESS_TIME_ZONE,
  search: '',
  types: [],
});

/** All commissions, their statements, and referred friends. */
export const commissionData = (context: Context): OwnData => ({
  tables: [
    {
      name: 'commissions',
      about: 'All commissions and bonuses, as shown in the Commissions report.',
      columns: commissionColumns,
      rows: (contractorId) =>
        commissionRows(context, everything(contractorId, context), {
          field: 'date',
          descending: false,
        }),
    },
    ownTable<ReferredFriend>({
      name: 'referrals',
      about: 'Companies that signed up with your referral link.',
      columns: [
        text('Company', ({ companyName }) => companyName),
        column.moment('Signed up', ({ signedUpAt }) => new Date(signedUpAt)),
        text('Progress', ({ state }) => progress[state]),
        column.moment('Earned', ({ earnedAt }) => (earnedAt === null ? null : new Date(earnedAt))),
        { header: 'Bonus (USD)', kind: 'money', value: ({ bonus }) => bonus },
      ],
      read: (contractorId) =>
        allPages(async (view) => (await readReferrals(context, contractorId, view)).data),
    }),
  ],
  files: [
    {
      folder: 'commission-statements',
      about: 'Statements for each month with commissions in the past two years.',
      files: async function* (contractorId) {
        for (const month of await listMonths(context, contractorId))
          yield {
            name: `commissions-statement-${month}.pdf`,
            content: async () => (await makeStatement(context, contractorId, month)).content,
          };
      },
    },
  ],
});

/** Months (`yyyy-mm`) with a statement in the portal: at most 24. */
async function listMonths(context: Context, contractorId: number): Promise<string[]> {
  const { start } = coveredDays(context);
  // A month that started before the report's first day has no statement.
  const first =
    firstDayOfMonth(toMonth(start)) === start
      ? start
      : firstDayOfMonth(toMonth(addMonths(start, 1)));
  const filter = { ...everything(contractorId, context), days: { gte: first } };
  const rows = new Map<string, number>();
  for (const { month, rows: count } of await sumByMonth(context.db, filter))
    rows.set(month, (rows.get(month) ?? 0) + count);
  return [...rows].flatMap(([month, count]) => (count > mostStatementRows ? [] : [month]));
}
