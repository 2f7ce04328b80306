import { and, asc, desc, eq, inArray, isNull, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TextStatus } from '@lintel/contract/texts/constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import { readPage, type OrderedRows, type Total } from '../../../platform/db/pages.ts';
import { hasRow } from '../../../platform/db/queries.ts';
import { hasJob } from '../../../platform/jobs/job.ts';
import { companyNames } from '../../contractors/index.ts';
import { textKeyOf } from './queue-jobs.ts';
import { textMessages, textReplies, textStops } from './tables.ts';

export type TextRow = typeof textMessages.$inferSelect;
type NewText = typeof textMessages.$inferInsert;

/** Identifies a text and its contractor. */
export type Of = Pick<TextRow, 'contractorId' | 'id'>;
const rowOf = ({ contractorId, id }: Of) =>
  and(eq(textMessages.contractorId, contractorId), eq(textMessages.id, id));

/** Whether the cause already made a text, in any state. */
export const hasText = (
  db: Database,
  { contractorId, key }: Pick<TextRow, 'contractorId' | 'key'>,
): Promise<boolean> =>
  hasRow(
    db,
    textMessages,
    and(eq(textMessages.contractorId, contractorId), eq(textMessages.key, key)),
  );

/** Inserts a text and returns its id, or null if its cause already made one. */
export async function insertText(db: Database, values: NewText): Promise<number | null> {
  const [row] = await db
    .insert(textMessages)
    .values(values)
    .onConflictDoNothing({ target: [textMessages.contractorId, textMessages.key] })
    .returning({ id: textMessages.id });
  return row?.id ?? null;
}

/** A queued text, locked until the transaction ends; undefined when it is settled or held. */
export async function lockQueued(db: Database, of: Of): Promise<TextRow | undefined> {
  const [row] = await db
    .select()
    .from(textMessages)
    .where(and(rowOf(of), eq(textMessages.status, 'queued')))
    .for('update', { skipLocked: true });
  return row;
}

/** The recipient; null once erased. */
export async function findRecipient(db: Database, of: Of): Promise<string | null> {
  const [row] = await db.select({ to: textMessages.to }).from(textMessages).where(rowOf(of));
  return row?.to ?? null;
}

/** A text's status; undefined when it doesn't exist, or isn't visible yet. */
export async function statusOf(db: Database, of: Of): Promise<TextStatus | undefined> {
  const [row] = await db
    .select({ status: textMessages.status })
    .from(textMessages)
    .where(rowOf(of));
  return row?.status;
}

/** Any text, locked until the transaction ends; waits while it is being sent. */
export async function lockText(db: Database, of: Of): Promise<TextRow | undefined> {
  const [row] = await db.select().from(textMessages).where(rowOf(of)).for('update');
  return row;
}

/** Failed and not erased. */
const isRetriable = and(eq(textMessages.status, 'failed'), isNull(textMessages.anonymisedAt));

/** A failed text of any contractor, locked until the transaction ends. */
export async function lockFailed(db: Database, id: number): Promise<TextRow | undefined> {
  const [found] = await db
    .select({ contractorId: textMessages.contractorId, id: textMessages.id })
    .from(textMessages)
    .where(
      and(
        acrossContractors('Staff name a text by its number alone.'),
        eq(textMessages.id, id),
        isRetriable,
      ),
    );
  if (found === undefined) return undefined;
  const [row] = await db
    .select()
    .from(textMessages)
    .where(and(rowOf(found), isRetriable))
    .for('update');
  return row;
}

export async function updateText(db: Database, of: Of, values: Partial<NewText>): Promise<void> {
  await db.update(textMessages).set(values).where(rowOf(of));
}

/** Queued texts without a pending job, earliest first, at most a thousand. */
export async function selectStranded(db: Database): Promise<Of[]> {
  // Jobs may be on another machine, so the query starts with the texts.
  const { rows } = await db.execute<Record<keyof Of, string>>(sql`
    with queued as materialized (select contractor_id, id from text_messages
      where status = 'queued' and ${acrossContractors('Any queued text may have lost its job.')})
    select contractor_id "contractorId", id from queued where not ${hasJob(textKeyOf(sql`queued.id`))}
    order by id limit 1000`);
  return rows.map(({ contractorId, id }) => ({
    contractorId: Number(contractorId),
    id: Number(id),
  }));
}

/**
 * Rows whose number contains some digits. US numbers don't begin with a 1 after the country code,
 * so ten digits that don't are a whole number, which an index finds at once.
 */
function numberHas(
  column: PgColumn,
  digits: string,
  where: SQL | undefined,
): Pick<OrderedRows, 'where' | 'search'> {
  if (digits === '') return { where };
  if (/^[2-9]\d{9}$/.test(digits)) return { where: and(where, eq(column, `+1${digits}`)) };
  const contains = sql`${column} like ${containing(digits)}`;
  return { where, search: { row: contains, index: contains } };
}

export interface TextQuery {
  page: number;
  limit: number;
  /** The page starts after this text. */
  after?: number | undefined;
  before?: number | undefined;
  filters: { to: string; status: TextStatus | '' };
}

const forStaff = acrossContractors('Staff see the texts of every contractor.');

/** A page of the texts of all contractors, newest first, and their count. */
export async function selectTexts(
  db: Database,
  { page, limit, after, before, filters: { to, status } }: TextQuery,
): Promise<Total & { rows: { text: TextRow; contractor: string }[] }> {
  const ordered = {
    table: textMessages,
    id: textMessages.id,
    scope: forStaff,
    ...numberHas(
      textMessages.to,
      to,
      and(forStaff, status === '' ? undefined : eq(textMessages.status, status)),
    ),
    keys: [sql`${textMessages.createdAt}`],
    descending: true,
  };
  const place = { limit, offset: (page - 1) * limit, after, before };
  const { ids, ...total } = await readPage(db, ordered, place);
  if (ids.length === 0) return { rows: [], ...total };
  const texts = await db
    .select()
    .from(textMessages)
    .where(and(inArray(textMessages.id, ids), forStaff))
    .orderBy(desc(textMessages.createdAt), desc(textMessages.id));
  const names = await companyNames(db, [...new Set(texts.map(({ contractorId }) => contractorId))]);
  const rows = texts.map((text) => ({ text, contractor: names.get(text.contractorId) ?? '' }));
  return { rows, ...total };
}

/** The newest texts that are kept readable. */
export const selectReadable = (db: Database, limit: number): Promise<TextRow[]> =>
  db
    .select()
    .from(textMessages)
    .where(acrossContractors('Developers read what was not sent anywhere.'))
    .orderBy(desc(textMessages.id))
    .limit(limit);

export type StopRow = typeof textStops.$inferSelect;

/**
 * Stops a number. An existing stop stays unchanged, except that an owner's opt-out replaces a stop
 * by staff. Returns whether something changed.
 */
export async function insertStop(db: Database, stop: StopRow): Promise<boolean> {
  const insert = db.insert(textStops).values(stop);
  const rows =
    stop.source === 'staff'
      ? await insert.onConflictDoNothing().returning()
      : await insert
          .onConflictDoUpdate({
            target: textStops.number,
            set: { source: stop.source, stoppedAt: stop.stoppedAt },
            setWhere: eq(textStops.source, 'staff'),
          })
          .returning();
  return rows.length > 0;
}

export async function findStop(db: Database, number: string): Promise<StopRow | undefined> {
  const [row] = await db.select().from(textStops).where(eq(textStops.number, number));
  return row;
}

/** The stopped ones of some numbers. */
export async function selectStopped(
  db: Database,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .select({ number: textStops.number })
    .from(textStops)
    .where(inArray(textStops.number, [...numbers]));
  return new Set(rows.map(({ number }) => number));
}

export async function deleteStop(db: Database, number: string): Promise<boolean> {
  const rows = await db.delete(textStops).where(eq(textStops.number, number)).returning();
  return rows.length > 0;
}

/** A page of the stopped numbers, newest first, and their count. */
export async function selectStops(
  db: Database,
  { page, limit, number }: { page: number; limit: number; number: string },
): Promise<Total & { rows: StopRow[] }> {
  const ordered = {
    table: textStops,
    id: textStops.number,
    ...numberHas(textStops.number, number, undefined),
    keys: [sql`${textStops.stoppedAt}`],
    descending: true,
  };
  const place = { limit, offset: (page - 1) * limit };
  const { ids, ...total } = await readPage(db, ordered, place);
  if (ids.length === 0) return { rows: [], ...total };
  // A number's id is the number without the plus sign.
  const numbers = ids.map((id) => `+${id}`);
  const rows = await db
    .select()
    .from(textStops)
    .where(inArray(textStops.number, numbers))
    .orderBy(desc(textStops.stoppedAt), desc(textStops.number));
  return { rows, ...total };
}

/** Records a reply, and returns whether it is new. */
export async function insertReply(db: Database, id: string, receivedAt: Date): Promise<boolean> {
  const rows = await db
    .insert(textReplies)
    .values({ id, receivedAt })
    .onConflictDoNothing()
    .returning();
  return rows.length > 0;
}

/** Keys with this prefix. It ends with a dash, and the next character in order is a dot. */
const isAbout = (contractorId: number, keyStart: string): SQL | undefined =>
  and(
    eq(textMessages.contractorId, contractorId),
    sql`${textMessages.key} ~>=~ ${keyStart} and ${textMessages.key} ~<~ ${`${keyStart.slice(0, -1)}.`}`,
    not(inArray(textMessages.status, ['suppressed'])),
  );

/** A contractor's texts about a row, earliest first. */
export const selectAbout = (
  db: Database,
  contractorId: number,
  keyStart: string,
): Promise<TextRow[]> =>
  db
    .select()
    .from(textMessages)
    .where(isAbout(contractorId, keyStart))
    .orderBy(asc(textMessages.id));

/** Only what each was about and its status; the newest if there are many. */
export const selectStatuses = (
  db: Database,
  contractorId: number,
  { keyStart, limit }: { keyStart: string; limit: number },
) =>
  db
    .select({
      id: textMessages.id,
      about: textMessages.about,
      status: textMessages.status,
      at: sql<string>`coalesce(${textMessages.settledAt}, ${textMessages.createdAt})`.mapWith(
        textMessages.createdAt,
      ),
    })
    .from(textMessages)
    .where(isAbout(contractorId, keyStart))
    .orderBy(desc(textMessages.id))
    .limit(limit);
