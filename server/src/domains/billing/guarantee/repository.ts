import type { ClaimState } from '@lintel/contract/billing/guarantee';
import { and, asc, count, desc, eq, inArray, like, ne, sql, sum } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
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

const isClaim = ({ contractorId, id }: RowKey) =>
  and(eq(guaranteeClaims.contractorId, contractorId), eq(guaranteeClaims.id, id));

/** A claim by its number alone, as staff and jobs identify it. */
export async function findClaim(db: Database, id: number): Promise<ClaimRow | undefined> {
  const [row] = await db
    .select()
    .from(guaranteeClaims)
    .where(
      and(
        eq(guaranteeClaims.id, id),
        acrossContractors('Staff and jobs name a claim by its number alone.'),
      ),
    );
  return row;
}

/** Locked until the transaction ends, so that it is decided once. */
export async function lockClaim(tx: Database, claim: RowKey): Promise<ClaimRow | undefined> {
  const [row] = await tx.select().from(guaranteeClaims).where(isClaim(claim)).for('update');
  return row;
}

export async function updateClaim(
  tx: Database,
  claim: RowKey,
  values: Partial<typeof guaranteeClaims.$inferInsert>,
): Promise<void> {
  await tx.update(guaranteeClaims).set(values).where(isClaim(claim));
}

/** A page of claims, open ones first with the oldest leading, and their number. */
export async function selectClaims(
  db: Database,
  state: ClaimState | undefined,
  slice: { limit: number; offset: number },
) {
  const where = and(
    acrossContractors('Staff decide on the claims of every contractor.'),
    state && eq(guaranteeClaims.state, state),
  );
  const claims = await db
    .select()
    .from(guaranteeClaims)
    .where(where)
    .orderBy(
      sql`${guaranteeClaims.state} = 'open' desc`,
      asc(guaranteeClaims.openedAt),
      asc(guaranteeClaims.id),
    )
    .limit(slice.limit)
    .offset(slice.offset);
  const [all] = await db.select({ total: count() }).from(guaranteeClaims).where(where);
  const whose = claims.map(({ contractorId }) => contractorId);
  const companies =
    whose.length === 0
      ? []
      : await db
          .select({ id: contractors.id, name: contractors.companyName })
          .from(contractors)
          .where(inArray(contractors.id, whose));
  const rows = claims.map((claim) => ({
    claim,
    companyName: companies.find(({ id }) => id === claim.contractorId)?.name ?? '',
  }));
  return { rows, total: all?.total ?? 0 };
}

/** Pending refunds of a payment's charge in cents; a bank takes days to confirm a refund. */
const onItsWay = (
  contractorId: number,
) => sql`(select coalesce(sum(r.amount_cents), 0) from ${refunds} r
  where r.contractor_id = ${contractorId} and r.charge_id = ${payments.chargeId} and r.state = 'started')`;

const remainingAmount = (contractorId: number) =>
  sql<number>`(${payments.amountCents} - ${payments.refundedCents} - ${onItsWay(contractorId)})`.mapWith(
    Number,
  );

/** The paid part of a subscription's year by payment, without completed and pending refunds. */
export const selectPaid = (db: Database, { contractorId, id, term }: RowKey & { term: number }) => {
  const leftCents = remainingAmount(contractorId);
  return db
    .select({ id: payments.id, leftCents })
    .from(payments)
    .where(
      and(
        eq(payments.contractorId, contractorId),
        eq(payments.subscriptionId, id),
        eq(payments.term, term),
        eq(payments.state, 'Succeeded'),
        sql`${leftCents} > 0`,
      ),
    )
    .orderBy(asc(payments.id));
};

/** The refunds of an approved claim in cents, found by their keys. */
export async function sumClaimRefunds(db: Database, { contractorId, id }: RowKey): Promise<number> {
  const [row] = await db
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(
      and(
        eq(refunds.contractorId, contractorId),
        like(refunds.idempotencyKey, `refund:guarantee:${id}:%`),
        ne(refunds.state, 'failed'),
      ),
    );
  return row?.cents ?? 0;
}

/** All claims of a contractor, earliest first. */
export const selectOwnClaims = (db: Database, contractorId: number): Promise<ClaimRow[]> =>
  db
    .select()
    .from(guaranteeClaims)
    .where(eq(guaranteeClaims.contractorId, contractorId))
    .orderBy(asc(guaranteeClaims.id));
