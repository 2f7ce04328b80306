import { createHash } from 'node:crypto';
import { and, asc, desc, gt, inArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { isRecord } from '@lintel/contract/core/narrow';
import { acrossContractors } from '../db/across-contractors.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { noContractor } from '../db/no-contractor.ts';
import { auditChain, auditLog, auditUnchained } from '../tables.ts';
import { recordAudit } from './audit.ts';

/** An arbitrary lock id, the same in every process. */
const chainLock = 7_231_911;

/** Entries that get their links in one transaction. */
const batchSize = 1000;

/** All fields of an entry that its hash covers, at the database's full precision. */
export const chainedFields = {
  id: auditLog.id,
  at: sql<string>`to_char(${auditLog.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  actorId: auditLog.actorId,
  userId: auditLog.userId,
  // Null for entries without a contractor, as before they stored 0.
  contractorId: sql<
    number | null
  >`nullif(${auditLog.contractorId}, ${sql.raw(String(noContractor))})`,
  action: auditLog.action,
  entity: auditLog.entity,
  entityId: auditLog.entityId,
  details: auditLog.details,
  address: sql<string | null>`${auditLog.address}::text`,
};
export type ChainedEntry = {
  [Key in keyof typeof chainedFields]: Key extends 'at'
    ? string
    : Key extends 'address'
      ? string | null
      : Key extends 'contractorId'
        ? number | null
        : (typeof auditLog.$inferSelect)[Key & keyof typeof auditLog.$inferSelect];
};

/** The same value with the keys of its records sorted. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isRecord(value)) return value;
  const sorted = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonical(inner)]));
};

/**
 * A link's hash: hexadecimal SHA-256 of a JSON list, the previous hash first and then the entry's
 * fields in the order below. Must never change: existing links depend on it.
 */
export function hashEntry(previous: string, entry: ChainedEntry): string {
  const { id, at, actorId, userId, contractorId, action, entity, entityId, address } = entry;
  const about = [action, entity, entityId, canonical(entry.details), address];
  const content = [previous, id, at, actorId, userId, contractorId, ...about];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The last link; null for an empty chain. */
export async function readHead(db: Database): Promise<{ position: number; hash: string } | null> {
  const [head] = await db
    .select({ position: auditChain.position, hash: auditChain.hash })
    .from(auditChain)
    .orderBy(desc(auditChain.position))
    .limit(1);
  return head ?? null;
}

/**
 * Links all unlinked entries and returns their number. Writing an entry never waits: entries are
 * chained later, in the order of their ids as far as they are committed. An entry of a longer
 * transaction gets a later place. Of two concurrent sweeps one does nothing, so sweeps may overlap.
 */
export async function chainEntries(db: Database): Promise<number> {
  let chained = 0;
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    const batch = await db.transaction((tx) => chainBatch(tx, from));
    chained += batch.chained;
    after = batch.last;
  }
  return chained;
}

/**
 * Chains the next batch after an entry and returns the last id; null once nothing is left. A
 * waiting row whose entry is missing stays: the entry may not be visible yet, and `verifyChain`
 * reports removed ones.
 */
async function chainBatch(
  tx: Database,
  after: number,
): Promise<{ chained: number; last: number | null }> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${chainLock}) as mine`,
  );
  if (rows[0]?.mine !== true) return { chained: 0, last: null };
  const waiting = await tx
    .select({ id: auditUnchained.entryId })
    .from(auditUnchained)
    .where(gt(auditUnchained.entryId, after))
    .orderBy(asc(auditUnchained.entryId))
    .limit(batchSize);
  const last = waiting.length < batchSize ? null : (waiting.at(-1)?.id ?? null);
  const entries = await entriesWith(
    tx,
    waiting.map(({ id }) => id),
  );
  if (entries.length === 0) return { chained: 0, last };
  const head = await readHead(tx);
  let { position, hash } = head ?? { position: 0, hash: '' };
  const links = entries.map((entry) => {
    const previous = hash;
    hash = hashEntry(previous, entry);
    position += 1;
    return { position, entryId: entry.id, previous, hash };
  });
  await tx.insert(auditChain).values(links);
  await tx.delete(auditUnchained).where(
    inArray(
      auditUnchained.entryId,
      entries.map(({ id }) => id),
    ),
  );
  return { chained: entries.length, last };
}

/** The existing entries with these ids, in order. */
export async function entriesWith(db: Database, ids: readonly number[]): Promise<ChainedEntry[]> {
  if (ids.length === 0) return [];
  return db
    .select(chainedFields)
    .from(auditLog)
    .where(
      and(
        acrossContractors('One chain holds the entries of every contractor.'),
        sql`${auditLog.id} = any(${`{${ids.join()}}`}::bigint[])`,
      ),
    )
    .orderBy(asc(auditLog.id));
}

/**
 * Records the chain's head in an entry and in the server's log. An attacker with full database
 * access can't change logs stored elsewhere, so a chain rebuilt from the middle no longer matches
 * them.
 */
export async function anchorChain(db: Database, clock: Clock, log: Logger): Promise<void> {
  await chainEntries(db);
  const head = await readHead(db);
  if (head === null) return;
  const details = { entries: head.position, hash: head.hash };
  await recordAudit(db, clock, null, { action: 'audit.anchored', entity: 'audit-log', details });
  log.info(details, 'audit log');
}
