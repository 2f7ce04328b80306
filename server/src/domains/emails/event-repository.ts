import { asc, count, eq, like, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { containing } from '../../platform/db/queries.ts';
import { emailCategories, emailEvents, emailTemplates } from './tables.ts';

export type EventRow = typeof emailEvents.$inferSelect;

/** A page of the events whose name holds `searchText`, by their id. */
export async function selectEvents(
  db: Database,
  query: { page: number; limit: number; searchText: string },
): Promise<{ rows: EventRow[]; total: number }> {
  const where = like(sql`lower(${emailEvents.type})`, containing(query.searchText));
  const rows = await db
    .select()
    .from(emailEvents)
    .where(where)
    .orderBy(asc(emailEvents.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  const [all] = await db.select({ total: count() }).from(emailEvents).where(where);
  return { rows, total: all?.total ?? 0 };
}

export const selectAllEvents = (db: Database): Promise<EventRow[]> =>
  db.select().from(emailEvents).orderBy(asc(emailEvents.id));

/** The events that no enabled template is used for, by their name. */
export const selectFreeEvents = (db: Database): Promise<EventRow[]> =>
  db
    .select()
    .from(emailEvents)
    .where(
      notExists(
        db
          .select({ id: emailTemplates.id })
          .from(emailTemplates)
          .where(sql`${emailTemplates.eventId} = ${emailEvents.id} and ${emailTemplates.enabled}`),
      ),
    )
    .orderBy(asc(sql`lower(${emailEvents.type})`));

export async function findEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [row] = await db.select().from(emailEvents).where(eq(emailEvents.id, id));
  return row;
}

/** An event locked until the transaction ends. */
export async function lockEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [row] = await db.select().from(emailEvents).where(eq(emailEvents.id, id)).for('update');
  return row;
}

export async function insertEvent(db: Database, type: string): Promise<number> {
  const [row] = await db.insert(emailEvents).values({ type }).returning({ id: emailEvents.id });
  if (row === undefined) throw new Error('The event was not inserted');
  return row.id;
}

export async function renameEvent(db: Database, id: number, type: string): Promise<void> {
  await db.update(emailEvents).set({ type }).where(eq(emailEvents.id, id));
}

export async function deleteEventRow(db: Database, id: number): Promise<void> {
  await db.delete(emailEvents).where(eq(emailEvents.id, id));
}

export async function countTemplatesOf(db: Database, eventId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(emailTemplates)
    .where(eq(emailTemplates.eventId, eventId));
  return row?.total ?? 0;
}

export const selectCategories = (db: Database) =>
  db.select().from(emailCategories).orderBy(asc(emailCategories.id));

export async function findCategory(
  db: Database,
  id: number,
): Promise<typeof emailCategories.$inferSelect | undefined> {
  const [row] = await db.select().from(emailCategories).where(eq(emailCategories.id, id));
  return row;
}
