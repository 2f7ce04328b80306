import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { idempotencyKeys } from '../tables.ts';

/** A call as it is looked up: who made it, by which key, and what exactly was asked. */
export interface KeyedCall {
  caller: string;
  key: string;
  endpoint: string;
  requestHash: string;
  userId: number | null;
}

export interface StoredAnswer {
  status: number;
  answer: unknown;
}

const isCall = ({ caller, key }: KeyedCall) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));
/** A call that was taken over meanwhile belongs to somebody else. */
const isMine = (call: KeyedCall, startedAt: Date) =>
  and(isCall(call), eq(idempotencyKeys.startedAt, startedAt), isNull(idempotencyKeys.status));

const isLeftBehind = (
  call: KeyedCall,
  deadSince: Date,
): SQL => sql`${idempotencyKeys.status} is null
  and ${idempotencyKeys.startedAt} < ${deadSince.toISOString()}::timestamptz
  and ${idempotencyKeys.endpoint} = ${call.endpoint} and ${idempotencyKeys.requestHash} = ${call.requestHash}`;

/**
 * Takes the key for a call that starts at `now`. False when it is taken; one that was left without
 * an answer before `deadSince` is taken over.
 */
export async function claimKey(
  db: Database,
  call: KeyedCall,
  now: Date,
  deadSince: Date,
): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values({ ...call, startedAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { startedAt: now, userId: call.userId },
      setWhere: isLeftBehind(call, deadSince),
    })
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

export async function readKey(db: Database, call: KeyedCall) {
  const [row] = await db.select().from(idempotencyKeys).where(isCall(call));
  return row ?? null;
}

export async function storeAnswer(
  db: Database,
  call: KeyedCall,
  startedAt: Date,
  stored: StoredAnswer,
  now: Date,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ ...stored, endedAt: now })
    .where(isMine(call, startedAt));
}

export async function freeKey(db: Database, call: KeyedCall, startedAt: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(isMine(call, startedAt));
}

export async function deleteKeysBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.startedAt, moment));
}
