import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import type { FileKind } from '../../../platform/files/sweep-jobs.ts';
import { contractors } from '../../contractors/tables.ts';
import { w9Forms } from '../tables.ts';

export type W9Row = typeof w9Forms.$inferSelect;

const current = (contractorId: number) =>
  and(eq(w9Forms.contractorId, contractorId), isNull(w9Forms.replacedAt));

/** The current form, or undefined. */
export async function findW9(db: Database, contractorId: number): Promise<W9Row | undefined> {
  const [row] = await db.select().from(w9Forms).where(current(contractorId));
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockW9(tx: Database, contractorId: number): Promise<W9Row | undefined> {
  const [row] = await tx.select().from(w9Forms).where(current(contractorId)).for('update');
  return row;
}

/** How many earlier forms of the contractor are kept. */
export async function countOlder(db: Database, contractorId: number): Promise<number> {
  const [row] = await db
    .select({ older: count() })
    .from(w9Forms)
    .where(and(eq(w9Forms.contractorId, contractorId), isNotNull(w9Forms.replacedAt)));
  return row?.older ?? 0;
}

/** Stores a form as the current one; the previous one stays as replaced. */
export async function replaceW9(
  tx: Database,
  values: typeof w9Forms.$inferInsert,
  at: Date,
): Promise<W9Row> {
  await tx.update(w9Forms).set({ replacedAt: at }).where(current(values.contractorId));
  const [row] = await tx.insert(w9Forms).values(values).returning();
  if (row === undefined) throw new Error('The form was not stored');
  return row;
}

export async function updateW9(
  tx: Database,
  id: number,
  change: Partial<typeof w9Forms.$inferInsert>,
): Promise<W9Row> {
  const [row] = await tx.update(w9Forms).set(change).where(eq(w9Forms.id, id)).returning();
  if (row === undefined) throw new Error(`No form ${id}`);
  return row;
}

const waiting = and(eq(w9Forms.state, 'Pending'), isNull(w9Forms.replacedAt));

/** A page of forms waiting for review, oldest first unless `descending`, and their number. */
export async function selectWaiting(
  db: Database,
  view: { page: number; limit: number; descending: boolean },
) {
  const direction = view.descending ? desc : asc;
  const rows = await db
    .select({
      form: w9Forms,
      companyName: contractors.companyName,
      isDifferent: contractors.w9IsDifferent,
    })
    .from(w9Forms)
    .innerJoin(contractors, eq(contractors.id, w9Forms.contractorId))
    .where(waiting)
    .orderBy(direction(w9Forms.signedAt), direction(w9Forms.id))
    .limit(view.limit)
    .offset((view.page - 1) * view.limit);
  const [all] = await db.select({ total: count() }).from(w9Forms).where(waiting);
  return { rows, total: all?.total ?? 0 };
}

/** Encrypted documents. Replaced forms are kept, and so are their documents. */
export const w9Files: FileKind = {
  owns: (key) => /^payouts\/[0-9a-f-]{36}\.sealed$/.test(key),
  named: async (db, keys) => {
    const { fileKey, copyKey } = w9Forms;
    const rows = await db
      .select({ fileKey, copyKey })
      .from(w9Forms)
      .where(or(inArray(fileKey, [...keys]), inArray(copyKey, [...keys])));
    return rows.flatMap((row) => [row.fileKey, row.copyKey]);
  },
  days: 1,
};
