import { and, count, desc, eq, gte, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../../platform/db/across-contractors.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { readPage, type Total } from '../../../platform/db/pages.ts';
import { messages, selectByIds, type MessageRow } from '../queue/index.ts';

interface Page {
  page: number;
  limit: number;
}

type Found = Total & { rows: MessageRow[] };

const forStaff = acrossContractors('Staff see the messages of every contractor.');

// Without parameters, so that the partial indexes match.
const isEmail = sql`${messages.channel} = 'email'`;
/** Failed and not erased. */
const isRetriable = sql`${isEmail} and ${messages.status} = 'failed' and ${messages.anonymisedAt} is null`;

/** A page of messages of all contractors, latest by `key` first. */
async function selectLatest(
  db: Database,
  { where, key }: { where: SQL | undefined; key: SQL },
  { page, limit }: Page,
): Promise<Found> {
  const { id } = messages;
  const ordered = {
    table: messages,
    id,
    where: and(where, forStaff),
    keys: [key],
    descending: true,
  };
  const { ids, ...total } = await readPage(db, ordered, { limit, offset: (page - 1) * limit });
  return { rows: ids.length === 0 ? [] : await selectByIds(db, ids, [desc(key)]), ...total };
}

/** A page of the failed messages, latest first, and their count. */
export const selectFailed = (db: Database, page: Page): Promise<Found> =>
  selectLatest(db, { where: isRetriable, key: sql`${messages.settledAt}` }, page);

/**
 * A page of the messages since `since` that were sent with the built-in text, newest first, and
 * their count.
 */
export function selectBuiltIn(
  db: Database,
  { since, ...page }: Page & { since: Date },
): Promise<Found> {
  const where = and(sql`${messages.builtInReason} is not null`, gte(messages.createdAt, since));
  return selectLatest(db, { where, key: sql`${messages.createdAt}` }, page);
}

const forDevelopers = acrossContractors('Developers read what was not sent anywhere.');

/** A page of all messages, newest first; filtered by `to` if given. */
export async function selectNewest(
  db: Database,
  { to, page, limit }: Page & { to: string },
): Promise<MessageRow[]> {
  const matchesQuery =
    to === '' ? undefined : sql`position(lower(${to}) in lower(${messages.recipient})) > 0`;
  return db
    .select()
    .from(messages)
    .where(and(isEmail, matchesQuery, forDevelopers))
    .orderBy(desc(messages.id))
    .limit(limit)
    .offset((page - 1) * limit);
}

export async function findMessage(db: Database, id: number): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(isEmail, eq(messages.id, id), forDevelopers));
  return row;
}

const countMessages = async (db: Database, where: SQL): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(messages).where(and(where, forStaff));
  return row?.total ?? 0;
};

/** Failed messages that can be sent again. */
export const countFailed = (db: Database): Promise<number> => countMessages(db, isRetriable);

/** The numbers of queued and failed messages. */
export async function countUnsent(db: Database): Promise<{ queued: number; failed: number }> {
  const queued = await countMessages(db, sql`${isEmail} and ${messages.status} = 'queued'`);
  return { queued, failed: await countFailed(db) };
}
