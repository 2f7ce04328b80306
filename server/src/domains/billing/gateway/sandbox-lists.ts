import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { Charge, Refund } from './port.ts';
import type { SandboxWorld } from './sandbox-charges.ts';
import { chargeOf, refundOf, revive } from './sandbox-shapes.ts';
import { sandboxIntents, sandboxRefunds } from './tables.ts';

interface Range {
  from: Date;
  to: Date;
}

const pageSize = 500;

/**
 * All rows of a query, page by page. A row that is added meanwhile has a later time than those
 * before it.
 */
async function* paged<Row>(read: (offset: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await read(offset);
    yield* rows;
    if (rows.length < pageSize) return;
  }
}

/** Oldest first. */
export async function* chargesIn(
  { db, publicUrl }: SandboxWorld,
  { from, to }: Range,
): AsyncGenerator<Charge> {
  const within = and(gte(sandboxIntents.createdAt, from), lt(sandboxIntents.createdAt, to));
  const read = (offset: number) =>
    db
      .select()
      .from(sandboxIntents)
      .where(within)
      .orderBy(asc(sandboxIntents.createdAt), asc(sandboxIntents.id))
      .limit(pageSize)
      .offset(offset);
  for await (const intent of paged(read)) yield revive<Charge>(chargeOf(intent, publicUrl));
}

/** Oldest first. */
export async function* refundsIn(
  { db }: SandboxWorld,
  { from, to }: Range,
): AsyncGenerator<Refund> {
  const within = and(gte(sandboxRefunds.createdAt, from), lt(sandboxRefunds.createdAt, to));
  const read = (offset: number) =>
    db
      .select()
      .from(sandboxRefunds)
      .where(within)
      .orderBy(asc(sandboxRefunds.createdAt), asc(sandboxRefunds.id))
      .limit(pageSize)
      .offset(offset);
  for await (const row of paged(read)) yield revive<Refund>(refundOf(row));
}

/** One charge by what names it; null when there is none. */
export async function findIntent(
  { db, publicUrl }: { db: Database; publicUrl: string },
  by: { id: string } | { customerId: string; idempotencyKey: string },
): Promise<Charge | null> {
  const named =
    'id' in by
      ? eq(sandboxIntents.id, by.id)
      : sql`${sandboxIntents.customerId} = ${by.customerId} and ${sandboxIntents.idempotencyKey} = ${by.idempotencyKey}`;
  const [intent] = await db.select().from(sandboxIntents).where(named);
  return intent === undefined ? null : revive<Charge>(chargeOf(intent, publicUrl));
}
