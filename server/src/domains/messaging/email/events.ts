import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { unlessTaken } from '../../../platform/db/failures.ts';
import { AppError } from '../../../platform/errors.ts';
import { asc, count, eq, like, notExists, sql } from 'drizzle-orm';
import { containing, folded } from '../../../platform/db/folded.ts';
import { emailCategories, emailEvents, emailTemplates } from './tables.ts';

const audit = auditor('email-event');

/**
 * Creates an event (`id` null) or renames one. Throws `not_found`, `built_in` or `already_exists`.
 */
export async function saveEvent(
  context: Context,
  caller: Caller,
  request: { id: number | null; type: string },
): Promise<void> {
  const { id, type } = request;
  await namesStayUnique(() =>
    context.db.transaction(async (tx) => {
      if (id === null) {
        await audit(tx, context, caller, 'created', {
          entityId: await insertEvent(tx, type),
          details: { type },
        });
        return;
      }
      const stored = await lockOwn(tx, id);
      await renameEvent(tx, id, type);
      await audit(tx, context, caller, 'renamed', {
        entityId: id,
        details: { from: stored.type, to: type },
      });
    }),
  );
}

/** Deletes an event. Throws `not_found`, `built_in`, or `in_use` when it has templates. */
export async function deleteEvent(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { type } = await lockOwn(tx, id);
    if ((await countEventTemplates(tx, id)) > 0)
      throw new AppError('in_use', { message: 'This event has templates and cannot be deleted.' });
    await deleteEventRow(tx, id);
    await audit(tx, context, caller, 'deleted', { entityId: id, details: { type } });
  });
}

async function lockOwn(tx: Database, id: number): Promise<EventRow> {
  const stored = await lockEvent(tx, id);
  if (stored === undefined) throw new AppError('not_found');
  if (stored.builtIn)
    throw new AppError('built_in', { message: 'This event is built in and cannot be changed.' });
  return stored;
}

function namesStayUnique(work: () => Promise<void>): Promise<void> {
  const message = 'An event with this name already exists.';
  return unlessTaken(
    'email_events_type',
    () => new AppError('already_exists', { message, fields: { type: message } }),
    work,
  );
}

export type EventRow = typeof emailEvents.$inferSelect;

/** A page of the events whose name contains `searchText`, by id. */
export async function selectEvents(
  db: Database,
  query: { page: number; limit: number; searchText: string },
): Promise<{ rows: EventRow[]; total: number }> {
  const where = like(folded(emailEvents.type), containing(query.searchText));
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

/** Events without an enabled template, by name. */
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
async function lockEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [row] = await db.select().from(emailEvents).where(eq(emailEvents.id, id)).for('update');
  return row;
}

async function insertEvent(db: Database, type: string): Promise<number> {
  const [row] = await db.insert(emailEvents).values({ type }).returning({ id: emailEvents.id });
  if (row === undefined) throw new Error('The event was not inserted');
  return row.id;
}

async function renameEvent(db: Database, id: number, type: string): Promise<void> {
  await db.update(emailEvents).set({ type }).where(eq(emailEvents.id, id));
}

async function deleteEventRow(db: Database, id: number): Promise<void> {
  await db.delete(emailEvents).where(eq(emailEvents.id, id));
}

async function countEventTemplates(db: Database, eventId: number): Promise<number> {
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
