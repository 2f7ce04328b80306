import type { ClaimState } from '@lintel/contract/billing/guarantee';
import { and, asc, count, desc, eq, like, ne, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { contractors } from '../../contractors/tables.ts';
import { payments, refunds } from '../payments/tables.ts';
import { guaranteeClaims } from './tables.ts';

export type ClaimRow = typeof guaranteeClaims.$inferSelect;

export async function findLastClaim(
  db: Database,
  contractorId: number,
): Promise<ClaimRow | undefined> {
  const [row] = await db
    .select()
    .from(guaranteeClaims)
    .where(eq(guaranteeClaims.contractorId, contractorId))
    .orderBy(desc(guaranteeClaims.id))
    .limit(1);
  return row;
}

export async function insertClaim(
  tx: Database,
  values: typeof guaranteeClaims.$inferInsert,
): Promise<ClaimRow> {
  const [row] = await tx.insert(guaranteeClaims).values(values).returning();
  if (row === undefined) throw new Error('The claim was not inserted');
  return row;
}

export async function findClaim(db: Database, id: number): Promise<ClaimRow | undefined> {
  const [row] = await db.select().from(guaranteeClaims).where(eq(guaranteeClaims.id, id));
  return row;
}

/** Locked until the transaction ends, so that it is decided once. */
export async function lockClaim(tx: Database, id: number): Promise<ClaimRow | undefined> {
  const [row] = await tx
    .select()
    .from(guaranteeClaims)
    .where(eq(guaranteeClaims.id, id))
    .for('update');
  return row;
}

export async function updateClaim(
  tx: Database,
  id: number,
  values: Partial<typeof guaranteeClaims.$inferInsert>,
): Promise<void> {
  await tx.update(guaranteeClaims).set(values).where(eq(guaranteeClaims.id, id));
}

/**
 * A page of the claims, the open ones first and the oldest of them before the others, and how many
 * there are.
 */
export async function selectClaims(
  db: Database,
  state: ClaimState | undefined,
  slice: { limit: number; offset: number },
) {
  const where = state && eq(guaranteeClaims.state, state);
  const rows = await db
    .select({ claim: guaranteeClaims, companyName: contractors.companyName })
    .from(guaranteeClaims)
    .innerJoin(contractors, eq(contractors.id, guaranteeClaims.contractorId))
    .where(where)
    .orderBy(
      sql`${guaranteeClaims.state} = 'open' desc`,
      asc(guaranteeClaims.openedAt),
      asc(guaranteeClaims.id),
    )
    .limit(slice.limit)
    .offset(slice.offset);
  const [all] = await db.select({ total: count() }).from(guaranteeClaims).where(where);
  return { rows, total: all?.total ?? 0 };
}

/**
 * What is being refunded of a payment's charge, in cents: a bank takes days to confirm a refund.
 */
const onItsWay = sql`(select coalesce(sum(r.amount_cents), 0) from ${refunds} r
  where r.charge_id = ${payments.chargeId} and r.state = 'started')`;

const leftCents =
  sql<number>`(${payments.amountCents} - ${payments.refundedCents} - ${onItsWay})`.mapWith(Number);

/**
 * What was paid of a subscription's year and is neither refunded nor being refunded, by payment.
 */
export const selectPaid = (db: Database, subscriptionId: number, term: number) =>
  db
    .select({ id: payments.id, leftCents })
    .from(payments)
    .where(
      and(
        eq(payments.subscriptionId, subscriptionId),
        eq(payments.term, term),
        eq(payments.state, 'Succeeded'),
        sql`${leftCents} > 0`,
      ),
    )
    .orderBy(asc(payments.id));

/** What an approved claim refunds, in cents: its refunds are found by their keys. */
export async function refundsOfClaim(db: Database, claimId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(
      and(
        like(refunds.idempotencyKey, `refund:guarantee:${claimId}:%`),
        ne(refunds.state, 'failed'),
      ),
    );
  return row?.cents ?? 0;
}

/** All claims of a contractor, the earliest first. */
export const claimsOf = (db: Database, contractorId: number): Promise<ClaimRow[]> =>
  db
    .select()
    .from(guaranteeClaims)
    .where(eq(guaranteeClaims.contractorId, contractorId))
    .orderBy(asc(guaranteeClaims.id));
