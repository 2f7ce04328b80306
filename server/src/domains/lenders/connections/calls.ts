import { and, count, desc, eq, lt, ne } from 'drizzle-orm';
import { dayMs } from '@lintel/contract/core/durations';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { lenderCalls } from '../tables.ts';

export type CallRow = typeof lenderCalls.$inferSelect;
export type NewCall = typeof lenderCalls.$inferInsert;

/** How long calls are listed, in days. */
export const callDays = 30;

const everyone = acrossContractors('staff see all calls of a lender');

export async function insertCall(db: Database, call: NewCall): Promise<void> {
  await db.insert(lenderCalls).values(call);
}

/** A page of a lender's calls, the newest first, and their total number. */
export async function selectCalls(
  db: Database,
  lenderId: number,
  view: { page: number; limit: number; failed: boolean; application: string },
): Promise<{ rows: CallRow[]; total: number }> {
  const where = and(
    everyone,
    eq(lenderCalls.lenderId, lenderId),
    view.failed ? ne(lenderCalls.problem, '') : undefined,
    view.application === '' ? undefined : eq(lenderCalls.application, view.application),
  );
  const rows = await db
    .select()
    .from(lenderCalls)
    .where(where)
    .orderBy(desc(lenderCalls.at), desc(lenderCalls.id))
    .limit(view.limit)
    .offset((view.page - 1) * view.limit);
  const [all] = await db.select({ total: count() }).from(lenderCalls).where(where);
  return { rows, total: all?.total ?? 0 };
}

export async function findCall(
  db: Database,
  lenderId: number,
  id: number,
): Promise<CallRow | undefined> {
  const [row] = await db
    .select()
    .from(lenderCalls)
    .where(and(everyone, eq(lenderCalls.lenderId, lenderId), eq(lenderCalls.id, id)));
  return row;
}

/** The problems of a lender's latest outgoing calls, the newest first; empty for a success. */
export async function latestProblems(
  db: Database,
  lenderId: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ problem: lenderCalls.problem })
    .from(lenderCalls)
    .where(and(everyone, eq(lenderCalls.lenderId, lenderId), eq(lenderCalls.direction, 'out')))
    .orderBy(desc(lenderCalls.at), desc(lenderCalls.id))
    .limit(limit);
  return rows.map(({ problem }) => problem);
}

/** Deletes calls older than 30 days. */
export async function sweepCalls(db: Database, now: Date): Promise<void> {
  await db
    .delete(lenderCalls)
    .where(
      and(
        acrossContractors('calls are deleted by age'),
        lt(lenderCalls.at, new Date(now.getTime() - callDays * dayMs)),
      ),
    );
}
