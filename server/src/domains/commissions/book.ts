import type { Context } from '../../platform/context.ts';
import { adjustmentTypes, type CommissionType } from '@lintel/contract/commissions/constants';
import { dayIn, firstDayOfMonth, toMonth } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { bookEntries } from '../billing/index.ts';
import { insertCommissions } from './repository.ts';

/** A commission, or the reversal of one (negative). */
export interface Earning {
  contractorId: number;
  type: CommissionType;
  /** What it is for, such as `offer:12`; booked once. */
  source: string;
  userName: string;
  companyName: string;
  amountCents: number;
  /** The base amount of a percentage. */
  fundedAmountCents?: number;
  earnedAt: Date;
  applicationId?: number;
  friendId?: number;
  /** The commission that a negative one reverses. */
  reversesId?: number;
  /** Why staff added it. */
  note?: string;
}

/**
 * Books commissions with their ledger entries in the caller's transaction, so that neither exists
 * without the other, and returns how many. Skips commissions already booked and amounts of zero.
 */
export async function bookCommissions(
  tx: Database,
  { clock, config }: Context,
  earnings: readonly Earning[],
): Promise<number> {
  const bookedAt = clock.now();
  const rows = earnings
    .filter(({ amountCents }) => amountCents !== 0)
    .map((one) => ({
      ...one,
      bookedAt,
      month: firstDayOfMonth(toMonth(dayIn(one.earnedAt, config.BUSINESS_TIME_ZONE))),
    }));
  const booked = await insertCommissions(tx, rows);
  await bookEntries(
    tx,
    clock,
    booked.map(({ source, contractorId, type, amountCents, earnedAt }) => ({
      source: `commission:${source}`,
      contractorId,
      account: 'earnings',
      kind: ledgerKind(type, amountCents),
      amountCents,
      happenedAt: earnedAt,
    })),
  );
  return booked.length;
}

function ledgerKind(type: CommissionType, amountCents: number) {
  if (adjustmentTypes.some((one) => one === type)) return 'adjustment';
  return amountCents > 0 ? 'commission' : 'clawback';
}
