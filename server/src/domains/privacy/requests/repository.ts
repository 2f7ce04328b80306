import { and, asc, count, desc, eq, isNotNull, lt, lte, ne, sql, type SQL } from 'drizzle-orm';
import { dayMs, hourMs } from '@lintel/contract/core/durations';
import { proofHours, warningDays } from '@lintel/contract/privacy/constants';
import type { listPrivacyRequests } from '@lintel/contract/privacy/requests';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { privacyRequests } from './tables.ts';

export type RequestRow = typeof privacyRequests.$inferSelect;
type NewRequest = typeof privacyRequests.$inferInsert;

/** Inserts a request and returns its id. */
export async function insertRequest(db: Database, request: NewRequest): Promise<number> {
  const [row] = await db.insert(privacyRequests).values(request).returning();
  if (row === undefined) throw new Error('The request was not inserted');
  return row.id;
}

export async function findById(db: Database, id: number): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(privacyRequests).where(eq(privacyRequests.id, id));
  return row;
}

/** A request that isn't verified yet. */
export async function findUnproven(db: Database, id: number): Promise<RequestRow | undefined> {
  const row = await findById(db, id);
  return row?.state === 'unproven' ? row : undefined;
}

/** Locked until the transaction ends, so that concurrent decisions run one at a time. */
export async function lockRequest(tx: Database, id: number): Promise<RequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.id, id), ne(privacyRequests.state, 'unproven')))
    .for('update');
  return row;
}

export async function setRequest(
  tx: Database,
  id: number,
  values: Partial<NewRequest>,
): Promise<RequestRow> {
  const [row] = await tx
    .update(privacyRequests)
    .set({ ...values, version: sql`${privacyRequests.version} + 1` })
    .where(eq(privacyRequests.id, id))
    .returning();
  if (row === undefined) throw new Error(`No privacy request ${id}`);
  return row;
}

/**
 * Marks a request as verified, once. Null when another call was first, or the same request is
 * already open.
 */
export async function prove(
  tx: Database,
  id: number,
  { receivedAt, dueAt }: { receivedAt: Date; dueAt: Date },
): Promise<RequestRow | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update privacy_requests r set state = 'open', received_at = ${receivedAt.toISOString()}::timestamptz,
      due_at = ${dueAt.toISOString()}::timestamptz
    where id = ${id} and state = 'unproven'
      and not exists (select from privacy_requests o where o.state = 'open' and o.email = r.email and o.kind = r.kind)
    returning id`);
  if (rows.length === 0) return null;
  const [row] = await tx.select().from(privacyRequests).where(eq(privacyRequests.id, id));
  return row ?? null;
}

export async function deleteRequest(tx: Database, id: number): Promise<void> {
  await tx.delete(privacyRequests).where(eq(privacyRequests.id, id));
}

/** The open request of an address of the same kind. */
export async function findOpen(
  db: Database,
  { email, kind }: Pick<RequestRow, 'email' | 'kind'>,
): Promise<RequestRow | undefined> {
  const [row] = await db
    .select()
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.state, 'open'),
        eq(privacyRequests.email, email),
        eq(privacyRequests.kind, kind),
      ),
    );
  return row;
}

const isOpen = eq(privacyRequests.state, 'open');
const isProved = ne(privacyRequests.state, 'unproven');

function stateCondition(
  state: RequestPart<typeof listPrivacyRequests, 'query'>['state'],
  now: Date,
) {
  if (state === 'all') return undefined;
  if (state === 'overdue') return and(isOpen, lt(privacyRequests.dueAt, now));
  return eq(privacyRequests.state, state);
}

const withPage = (db: Database) =>
  db
    .select({ request: privacyRequests, companyName: coBrandedPages.companyName })
    .from(privacyRequests)
    .leftJoin(coBrandedPages, eq(coBrandedPages.id, privacyRequests.pageId));

/** A page of verified requests, with counts of open ones that are overdue or due soon. */
export async function selectRequests(
  db: Database,
  query: RequestPart<typeof listPrivacyRequests, 'query'>,
  now: Date,
) {
  const where = and(
    isProved,
    stateCondition(query.state, now),
    query.search === ''
      ? undefined
      : sql`${folded(privacyRequests.email)} like ${containing(query.search)}`,
  );
  const column = query.order.field === 'due' ? privacyRequests.dueAt : privacyRequests.receivedAt;
  const direction = query.order.descending ? desc : asc;
  const soon = new Date(now.getTime() + warningDays * dayMs);
  const isLate = lt(privacyRequests.dueAt, now);
  const [rows, total, overdue, due] = await Promise.all([
    withPage(db)
      .where(where)
      // Open requests first; the others have no due date.
      .orderBy(
        sql`${privacyRequests.state} <> 'open'`,
        direction(column),
        direction(privacyRequests.id),
      )
      .limit(query.limit)
      .offset((query.page - 1) * query.limit),
    countRows(db, where),
    countRows(db, and(isOpen, isLate)),
    countRows(db, and(isOpen, lte(privacyRequests.dueAt, soon), sql`not ${isLate}`)),
  ]);
  return { rows, total, overdue, soon: due };
}

async function countRows(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(privacyRequests).where(where);
  return row?.total ?? 0;
}

export async function findRequest(db: Database, id: number) {
  const [row] = await withPage(db).where(and(eq(privacyRequests.id, id), isProved));
  return row;
}

/** Open requests that are due by a given time. */
export const selectDueBy = (db: Database, by: Date): Promise<RequestRow[]> =>
  db
    .select()
    .from(privacyRequests)
    .where(and(isOpen, lte(privacyRequests.dueAt, by)))
    .orderBy(asc(privacyRequests.id));

/** Blocked deletions. */
export const selectWaiting = (db: Database): Promise<RequestRow[]> =>
  db
    .select()
    .from(privacyRequests)
    .where(eq(privacyRequests.waits, true))
    .orderBy(asc(privacyRequests.id));

/**
 * Deletes copies whose links have expired, and all copies for an address that requested deletion.
 */
export async function dropCopies(
  db: Database,
  of: { endedBy: Date } | { email: string },
): Promise<void> {
  const which =
    'email' in of
      ? eq(privacyRequests.email, of.email)
      : lte(privacyRequests.copyExpiresAt, of.endedBy);
  await db
    .update(privacyRequests)
    .set({ copySealed: null })
    .where(and(which, isNotNull(privacyRequests.copySealed)));
}

/** Requests that weren't confirmed, a week after their link expired. */
export const isForgotten = (now: Date) =>
  sql`state = 'unproven' and created_at < ${new Date(now.getTime() - 7 * dayMs - proofHours * hourMs).toISOString()}::timestamptz`;
