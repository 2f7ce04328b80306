import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { TextStatus } from '@lintel/contract/texts/constants';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { containing } from '../../../platform/db/folded.ts';
import { readPage, type OrderedRows, type Total } from '../../../platform/db/pages.ts';
import { companyNames } from '../../contractors/index.ts';
import { messages, selectByIds, type MessageRow } from '../queue/index.ts';
import { textReplies, textStops } from './tables.ts';

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

// Without a parameter, so that the partial indexes match.
const isText = sql`${messages.channel} = 'text'`;
const forStaff = acrossContractors('Staff see the texts of every contractor.');

/** A page of the texts of all contractors, newest first, and their count. */
export async function selectTexts(
  db: Database,
  { page, limit, after, before, filters: { to, status } }: TextQuery,
): Promise<Total & { rows: { text: MessageRow; contractor: string }[] }> {
  const ordered = {
    table: messages,
    id: messages.id,
    scope: and(isText, forStaff),
    ...numberHas(
      messages.recipient,
      to,
      and(isText, forStaff, status === '' ? undefined : eq(messages.status, status)),
    ),
    keys: [sql`${messages.createdAt}`],
    descending: true,
  };
  const place = { limit, offset: (page - 1) * limit, after, before };
  const { ids, ...total } = await readPage(db, ordered, place);
  if (ids.length === 0) return { rows: [], ...total };
  const texts = await selectByIds(db, ids, [desc(messages.createdAt)]);
  const names = await companyNames(db, [...new Set(texts.map(({ contractorId }) => contractorId))]);
  const rows = texts.map((text) => ({ text, contractor: names.get(text.contractorId) ?? '' }));
  return { rows, ...total };
}

/** The newest texts that are kept readable. */
export const selectReadable = (db: Database, limit: number): Promise<MessageRow[]> =>
  db
    .select()
    .from(messages)
    .where(and(isText, acrossContractors('Developers read what was not sent anywhere.')))
    .orderBy(desc(messages.id))
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
