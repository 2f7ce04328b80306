import { and, asc, count, desc, eq, gt, isNull, lte } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { hasRow } from '../../../platform/db/queries.ts';
import { applicationFollowUps as followUps, applicationNotes as notes } from './tables.ts';

export interface ApplicationKey {
  contractorId: number;
  applicationId: number;
}

export type NoteRow = typeof notes.$inferSelect;
export type FollowUpRow = typeof followUps.$inferSelect;

const matchesNotes = ({ contractorId, applicationId }: ApplicationKey) =>
  and(eq(notes.contractorId, contractorId), eq(notes.applicationId, applicationId));
const matchesFollowUp = ({ contractorId, applicationId }: ApplicationKey) =>
  and(eq(followUps.contractorId, contractorId), eq(followUps.applicationId, applicationId));

/** Newest first. */
export const selectNotes = (db: Database, of: ApplicationKey): Promise<NoteRow[]> =>
  db.select().from(notes).where(matchesNotes(of)).orderBy(desc(notes.at), desc(notes.id));

export const ownsNote = (db: Database, contractorId: number, id: number): Promise<boolean> =>
  hasRow(db, notes, and(eq(notes.contractorId, contractorId), eq(notes.id, id)));

/** Rows per read. */
const batchSize = 500;

/** All notes of a contractor, oldest first. */
export async function* iterateNotes(db: Database, contractorId: number): AsyncGenerator<NoteRow> {
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(notes)
      .where(and(eq(notes.contractorId, contractorId), gt(notes.id, after)))
      .orderBy(asc(notes.id))
      .limit(batchSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.id;
  }
}

/** All follow-ups of a contractor, done or not, by application. */
export async function* iterateFollowUps(
  db: Database,
  contractorId: number,
): AsyncGenerator<FollowUpRow> {
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(followUps)
      .where(and(eq(followUps.contractorId, contractorId), gt(followUps.applicationId, after)))
      .orderBy(asc(followUps.applicationId))
      .limit(batchSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.applicationId;
  }
}

export async function countNotes(db: Database, of: ApplicationKey): Promise<number> {
  const [all] = await db.select({ total: count() }).from(notes).where(matchesNotes(of));
  return all?.total ?? 0;
}

export async function insertNote(
  tx: Database,
  values: Omit<NoteRow, 'id'>,
): Promise<NoteRow | undefined> {
  const [row] = await tx.insert(notes).values(values).returning();
  return row;
}

/** Deletes a note, optionally only by that author; returns whether it existed. */
export async function deleteNote(
  tx: Database,
  of: ApplicationKey,
  { id, authorId }: { id: number; authorId: number | null },
): Promise<boolean> {
  const gone = await tx
    .delete(notes)
    .where(
      and(
        matchesNotes(of),
        eq(notes.id, id),
        authorId === null ? undefined : eq(notes.authorId, authorId),
      ),
    )
    .returning({ id: notes.id });
  return gone.length > 0;
}

export async function findFollowUp(
  db: Database,
  of: ApplicationKey,
): Promise<FollowUpRow | undefined> {
  const [row] = await db.select().from(followUps).where(matchesFollowUp(of));
  return row;
}

/** Locks the application's follow-up until the transaction ends. */
export async function lockFollowUp(
  tx: Database,
  of: ApplicationKey,
): Promise<FollowUpRow | undefined> {
  const [row] = await tx.select().from(followUps).where(matchesFollowUp(of)).for('update');
  return row;
}

/** Creates or replaces the follow-up; the last author gets the reminder. */
export async function putFollowUp(
  tx: Database,
  row: Omit<FollowUpRow, 'remindedAt' | 'doneAt' | 'doneBy'>,
): Promise<void> {
  const { dueOn, note, authorId, setAt } = row;
  await tx
    .insert(followUps)
    .values(row)
    .onConflictDoUpdate({
      target: [followUps.contractorId, followUps.applicationId],
      set: { dueOn, note, authorId, setAt, remindedAt: null, doneAt: null, doneBy: null },
    });
}

export async function markReminded(tx: Database, of: ApplicationKey, at: Date): Promise<void> {
  await tx.update(followUps).set({ remindedAt: at }).where(matchesFollowUp(of));
}

/** Marks it done once; the first person to do so is recorded. */
export async function markDone(
  tx: Database,
  of: ApplicationKey,
  done: { doneAt: Date; doneBy: number },
): Promise<void> {
  await tx
    .update(followUps)
    .set(done)
    .where(and(matchesFollowUp(of), isNull(followUps.doneAt)));
}

/** Reopens the follow-up; undefined if none was set. */
export async function markUndone(
  tx: Database,
  of: ApplicationKey,
): Promise<FollowUpRow | undefined> {
  const [row] = await tx
    .update(followUps)
    .set({ doneAt: null, doneBy: null })
    .where(matchesFollowUp(of))
    .returning();
  return row;
}

/** Follow-ups due by a day without a reminder, across contractors, up to a limit. */
export const selectUnreminded = (
  db: Database,
  day: string,
  limit: number,
): Promise<(ApplicationKey & { dueOn: string })[]> =>
  db
    .select({
      contractorId: followUps.contractorId,
      applicationId: followUps.applicationId,
      dueOn: followUps.dueOn,
    })
    .from(followUps)
    .where(
      and(
        acrossContractors('A daily job reminds the people of every contractor.'),
        isNull(followUps.remindedAt),
        isNull(followUps.doneAt),
        lte(followUps.dueOn, day),
      ),
    )
    .orderBy(asc(followUps.dueOn), asc(followUps.contractorId), asc(followUps.applicationId))
    .limit(limit);
