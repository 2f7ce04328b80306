import type { FirstYear } from '@lintel/contract/billing/sign-up';
import { toDollars } from '../../../platform/money.ts';
import type { PlanRow } from './repository.ts';
import { installmentAmount, discounted, dueAt } from './schedule.ts';

/** The first year's cost and dates, if it begins at `now`. */
export function firstYearPrice(
  { priceCents, installmentIntervalsCount: installments }: PlanRow,
  percent: number,
  now: Date,
): FirstYear {
  const total = discounted(priceCents, percent);
  const later = {
    payments: installments - 1,
    amount: toDollars(installmentAmount(total, installments, installments)),
    firstOn: dueAt({ startedAt: now, term: 1, installments }, 2).toISOString(),
  };
  return {
    total: toDollars(total),
    today: toDollars(installmentAmount(total, installments, 1)),
    later: installments === 1 || total === 0 ? null : later,
  };
}
