import type { CommissionRow, MonthSums } from '@lintel/contract/commissions';
import { toDollars } from '../../platform/money.ts';
import type { MonthTypeSum } from './report-repository.ts';
import type { Commission } from './repository.ts';

const shareOfFunding = new Set<string>(['loan', 'credit_card']);

export const presentCommission = (row: Commission): CommissionRow => ({
  id: row.id,
  userName: row.userName,
  companyName: row.companyName,
  date: row.earnedAt.toISOString(),
  commission: toDollars(row.amountCents),
  type: row.type,
  fundedAmount:
    row.fundedAmountCents === null || !shareOfFunding.has(row.type)
      ? null
      : toDollars(row.fundedAmountCents),
});

/** The sums of each month together. */
export function presentMonths(sums: readonly MonthTypeSum[]): MonthSums[] {
  const months = [...new Set(sums.map(({ month }) => month))];
  return months.map((month) => {
    const own = sums.filter((one) => one.month === month);
    return {
      month,
      sums: Object.fromEntries(own.map(({ type, cents }) => [type, toDollars(cents)])),
      total: toDollars(own.reduce((total, { cents }) => total + cents, 0)),
    };
  });
}
