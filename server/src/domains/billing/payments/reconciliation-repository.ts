import type { LedgerAccount } from '@lintel/contract/billing/constants';
import { and, asc, count, desc, eq, gte, inArray, like, lt, or, sql } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { ledgerEntries, paymentAttempts, reconciliations } from './tables.ts';

export type ReconciliationRow = typeof reconciliations.$inferSelect;

export type LedgerEntryRow = typeof ledgerEntries.$inferSelect;

export async function insertReconciliation(
  db: Database,
  values: typeof reconciliations.$inferInsert,
): Promise<number> {
  const [row] = await db
    .insert(reconciliations)
    .values(values)
    .returning({ id: reconciliations.id });
  if (row === undefined) throw new Error('The reconciliation was not inserted');
  return row.id;
}

export async function updateReconciliation(
  db: Database,
  id: number,
  values: Partial<typeof reconciliations.$inferInsert>,
): Promise<ReconciliationRow> {
  const [row] = await db
    .update(reconciliations)
    .set(values)
    .where(eq(reconciliations.id, id))
    .returning();
  if (row === undefined) throw new Error(`No reconciliation ${id}`);
  return row;
}

interface Page {
  page: number;
  limit: number;
}

/** A page of reconciliations, newest first, and their number. */
export async function selectReconciliations(db: Database, { page, limit }: Page) {
  const rows = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(reconciliations);
  return { rows, total: all?.total ?? 0 };
}

/** A gateway money movement in the ledger. */
export interface LedgerAmount {
  reference: string;
  amountCents: number;
}

const kinds = {
  charge: ['charge'],
  refund: ['refund'],
  dispute: ['dispute', 'dispute_return'],
  'dispute-fee': ['fee', 'fee_return'],
} as const;

const wholeGateway = acrossContractors(
  'The ledger of every contractor is compared with the gateway.',
);

const isMovement = inArray(ledgerEntries.kind, Object.values(kinds).flat());

const isFromGateway = (gateway: string) =>
  and(
    isMovement,
    or(...Object.keys(kinds).map((kind) => like(ledgerEntries.source, `${kind}:${gateway}:%`))),
  );

const booked = { reference: ledgerEntries.reference, amountCents: ledgerEntries.amountCents };

/** The ledger's entries for these gateway ids. */
export const selectBooked = (
  db: Database,
  gateway: string,
  references: readonly string[],
): Promise<LedgerAmount[]> =>
  references.length === 0
    ? Promise.resolve([])
    : db
        .select(booked)
        .from(ledgerEntries)
        .where(
          and(
            inArray(ledgerEntries.reference, [...references]),
            isFromGateway(gateway),
            wholeGateway,
          ),
        );

/** The ledger's entries for a gateway's movements in a time range. */
export const selectBookedWithin = (
  db: Database,
  gateway: string,
  range: { from: Date; to: Date },
): Promise<LedgerAmount[]> =>
  db
    .select(booked)
    .from(ledgerEntries)
    .where(
      and(
        wholeGateway,
        gte(ledgerEntries.happenedAt, range.from),
        lt(ledgerEntries.happenedAt, range.to),
        isFromGateway(gateway),
      ),
    )
    .orderBy(asc(ledgerEntries.id));

/** The attempts of these that are still open, with a pending answer. */
export async function selectUnderWay(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ key: paymentAttempts.idempotencyKey })
    .from(paymentAttempts)
    .where(
      and(
        wholeGateway,
        inArray(paymentAttempts.idempotencyKey, [...keys]),
        inArray(paymentAttempts.state, ['started', 'requires_action']),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}

/**
 * A page of a contractor's movements, newest first, their number, and the sum of each account in
 * cents.
 */
export async function selectLedger(db: Database, contractorId: number, { page, limit }: Page) {
  const own = eq(ledgerEntries.contractorId, contractorId);
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(own)
    .orderBy(desc(ledgerEntries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const sums = await db
    .select({
      account: ledgerEntries.account,
      total: count(),
      cents: sql<number>`sum(${ledgerEntries.amountCents})`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(own)
    .groupBy(ledgerEntries.account);
  const centsOf = (account: LedgerAccount): number =>
    sums.find((one) => one.account === account)?.cents ?? 0;
  const total = sums.reduce((sum, one) => sum + one.total, 0);
  return {
    rows,
    total,
    balances: {
      subscription: centsOf('subscription'),
      earnings: centsOf('earnings'),
      fees: centsOf('fees'),
    },
  };
}
