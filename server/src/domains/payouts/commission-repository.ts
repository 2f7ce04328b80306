import { and, eq, isNull, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { RowKey } from '../../platform/db/queries.ts';
import { commissions } from '../commissions/tables.ts';
import { payouts } from './tables.ts';

/** The fields of a commission that payouts need. */
export interface Part {
  id: number;
  amountCents: number;
}

const part = { id: commissions.id, amountCents: commissions.amountCents };
const itsPayout = and(
  eq(payouts.contractorId, commissions.contractorId),
  eq(payouts.id, commissions.payoutId),
);
const unpaid = isNull(commissions.payoutId);
const free = and(unpaid, eq(commissions.onHold, false));

/**
 * What a month's payouts (its first day) consist of: earnings of earlier months, and reversals. A
 * reversal of an unpaid earning waits for that earning, so that the same payout includes both.
 */
const payable = (month: string) => sql`case
  when ${commissions.amountCents} >= 0 then ${commissions.month} < ${month}
  else (${origin.id} is not null and ${origin.payoutId} is null and (${origin.month} >= ${month} or ${origin.onHold})) is not true
  end`;

/** The commission that a reversal refers to, joined to it. */
const origin = alias(commissions, 'origin');
const itsOrigin = and(
  eq(origin.contractorId, commissions.contractorId),
  eq(origin.id, commissions.reversesId),
);

/** Pages through contractors with commissions that are in no payout yet, by id. */
export async function selectOwed(
  db: Database,
  month: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ contractorId: commissions.contractorId })
    .from(commissions)
    .leftJoin(origin, itsOrigin)
    .where(
      and(
        acrossContractors('The clock prepares the payouts of every contractor.'),
        free,
        payable(month),
        sql`${commissions.contractorId} > ${after}`,
      ),
    )
    .groupBy(commissions.contractorId)
    .having(sql`sum(${commissions.amountCents}) > 0`)
    .orderBy(commissions.contractorId)
    .limit(limit);
  return rows.map(({ contractorId }) => contractorId);
}

/**
 * A contractor's commissions that this month's payout can include, locked until the transaction
 * ends.
 */
export const lockPayable = (tx: Database, contractorId: number, month: string): Promise<Part[]> =>
  tx
    .select(part)
    .from(commissions)
    .leftJoin(origin, itsOrigin)
    .where(and(free, payable(month), eq(commissions.contractorId, contractorId)))
    .for('update', { of: commissions });

/** A payout's commissions that were put on hold after it was made. */
export const selectOnHold = (tx: Database, { contractorId, id }: RowKey): Promise<Part[]> =>
  tx
    .select(part)
    .from(commissions)
    .where(
      and(
        eq(commissions.contractorId, contractorId),
        eq(commissions.payoutId, id),
        eq(commissions.onHold, true),
      ),
    );

/** A reversal that is in no payout yet. */
export interface Reversal extends Part {
  /** The payout of the reversed commission; null when that is in none. */
  originPayoutId: number | null;
  /** The reversed commission is in no payout, so the reversal waits for it. */
  waits: boolean;
}

/** A contractor's reversals that are in no payout, locked until the transaction ends. */
export async function lockReversals(tx: Database, contractorId: number): Promise<Reversal[]> {
  const { rows } = await tx.execute<{
    id: string;
    cents: string;
    originPayoutId: number | null;
    waits: boolean;
  }>(sql`
    select c.id, c.amount_cents cents, o.payout_id "originPayoutId", o.id is not null and o.payout_id is null waits
    from commissions c left join commissions o on o.id = c.takes_back_id and o.contractor_id = c.contractor_id
    where c.contractor_id = ${contractorId} and c.payout_id is null and c.amount_cents < 0 and not c.on_hold
    order by c.id for update of c`);
  return rows.map(({ id, cents, ...origin }) => ({
    id: Number(id),
    amountCents: Number(cents),
    ...origin,
  }));
}

/** Whether a month's payouts would pay a contractor something not yet in a payout. */
export async function isOwed(db: Database, contractorId: number, month: string): Promise<boolean> {
  const [row] = await db
    .select({ cents: sum(commissions.amountCents).mapWith(Number) })
    .from(commissions)
    .leftJoin(origin, itsOrigin)
    .where(and(free, payable(month), eq(commissions.contractorId, contractorId)));
  return (row?.cents ?? 0) > 0;
}

/** The sum of a payout's commissions, in cents. */
export async function sumPayout(tx: Database, { contractorId, id }: RowKey): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(commissions.amountCents).mapWith(Number) })
    .from(commissions)
    .where(and(eq(commissions.contractorId, contractorId), eq(commissions.payoutId, id)));
  return row?.cents ?? 0;
}

/** Earnings of a calendar year in cents, and whether some of them haven't been sent. */
export interface YearTotal {
  year: number;
  cents: number;
  isOpen: boolean;
}

/** A contractor's earnings by calendar year in `timeZone`. */
export async function yearTotals(
  db: Database,
  contractorId: number,
  timeZone: string,
): Promise<YearTotal[]> {
  const year = sql<number>`extract(year from ${commissions.earnedAt} at time zone ${timeZone})::int`;
  const isOpen = sql<boolean>`bool_or(${commissions.payoutId} is null or ${payouts.state} in ('held', 'due'))`;
  return db
    .select({ year, cents: sum(commissions.amountCents).mapWith(Number), isOpen })
    .from(commissions)
    .leftJoin(payouts, itsPayout)
    .where(eq(commissions.contractorId, contractorId))
    .groupBy(sql`1`);
}

/** Owed and unsent earnings in cents: unpaid commissions and those in waiting payouts. */
export async function unsentCents(db: Database, contractorId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sum(commissions.amountCents).mapWith(Number) })
    .from(commissions)
    .leftJoin(payouts, itsPayout)
    .where(
      and(
        eq(commissions.contractorId, contractorId),
        sql`(${commissions.payoutId} is null or ${payouts.state} in ('held', 'due'))`,
      ),
    );
  return row?.cents ?? 0;
}
