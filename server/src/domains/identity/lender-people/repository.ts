import { and, asc, count, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { DeskNotice } from '@lintel/contract/lender-desk/constants';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { listLenderPeople } from '@lintel/contract/lenders/people';
import type { Database } from '../../../platform/db/connect.ts';
import { containing, folded } from '../../../platform/db/folded.ts';
import { lenders } from '../../lenders/tables.ts';
import { accountPreferences, appFactors, passkeys, users } from '../tables.ts';

type UserRow = typeof users.$inferSelect;
export interface PersonRow {
  user: UserRow;
  hasFactor: boolean;
}

/** A lender's people, without withdrawn invitations. */
const ofLender = (lenderId: number): SQL | undefined =>
  and(eq(users.lenderId, lenderId), eq(users.kind, 'lender'), isNull(users.removedAt));

// Qualified with its table, because the subquery's columns have the same name.
const accountId = sql.raw('"users"."id"');
const hasFactor = sql<boolean>`(exists (select from ${passkeys} k where k.user_id = ${accountId})
  or exists (select from ${appFactors} f where f.user_id = ${accountId} and f.confirmed_at is not null))`;
const fullName = sql`lower(firstname || ' ' || lastname)`;
const orderColumns = {
  name: fullName,
  email: sql`lower(${users.email})`,
  lastSeen: sql`coalesce(${users.lastSeenAt}, timestamptz '-infinity')`,
};

/** A page of a lender's people, and their total number. */
export async function selectPeople(
  db: Database,
  lenderId: number,
  { page, limit, order, search }: RequestPart<typeof listLenderPeople, 'query'>,
): Promise<{ rows: PersonRow[]; total: number }> {
  const where = and(
    ofLender(lenderId),
    search === ''
      ? undefined
      : or(
          sql`${folded(fullName)} like ${containing(search)}`,
          sql`${folded(users.email)} like ${containing(search)}`,
        ),
  );
  const direction = order.descending ? desc : asc;
  const rows = await db
    .select({ user: users, hasFactor })
    .from(users)
    .where(where)
    .orderBy(direction(orderColumns[order.field]), direction(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(users).where(where);
  return { rows, total: all?.total ?? 0 };
}

/** Someone of a lender, locked until the transaction ends. */
export async function lockPerson(
  tx: Database,
  lenderId: number,
  id: number,
): Promise<PersonRow | undefined> {
  const [row] = await tx
    .select({ user: users, hasFactor })
    .from(users)
    .where(and(ofLender(lenderId), eq(users.id, id)))
    .for('update');
  return row;
}

export async function findLenderOfPeople(
  db: Database,
  id: number,
): Promise<{ name: string; hasDesk: boolean } | undefined> {
  const [row] = await db
    .select({ name: lenders.name, connection: lenders.connection })
    .from(lenders)
    .where(eq(lenders.id, id));
  return row && { name: row.name, hasDesk: row.connection === 'desk' };
}

interface DeskRecipient {
  id: number;
  firstname: string;
  lastname: string;
  email: string;
}

/** A lender's active people who want e-mails of this kind. */
export const selectDeskRecipients = (
  db: Database,
  lenderId: number,
  notice: DeskNotice,
): Promise<DeskRecipient[]> =>
  db
    .select({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      email: users.email,
    })
    .from(users)
    .leftJoin(
      accountPreferences,
      and(eq(accountPreferences.userId, users.id), eq(accountPreferences.key, 'desk-notices-off')),
    )
    .where(
      and(
        ofLender(lenderId),
        users.isActive,
        isNotNull(users.confirmedAt),
        sql`not coalesce(${accountPreferences.value} ? ${notice}::text, false)`,
      ),
    )
    .orderBy(asc(users.id));
