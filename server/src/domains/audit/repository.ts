import { and, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { withinDays, type DayRange } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { auditLog } from '../../platform/tables.ts';

export type AuditRow = typeof auditLog.$inferSelect;

/** Filter of entries: all set conditions must match. */
export interface AuditFilter {
  days: DayRange;
  timeZone: string;
  actorId?: number | undefined;
  contractorId?: number | undefined;
  /** Any of these. */
  actions?: readonly string[] | undefined;
  about?: AuditSubject | undefined;
}

/** Subject of entries: an id or an e-mail as typed, or one of these accounts. */
export interface AuditSubject {
  ids: readonly string[];
  accounts: readonly number[];
}

const isAbout = ({ ids, accounts }: AuditSubject): SQL | undefined =>
  and(
    // A single condition that the index supports for any entity.
    inArray(auditLog.entityId, [...ids, ...accounts.map(String)]),
    or(inArray(auditLog.entityId, [...ids]), eq(auditLog.entity, 'user')),
  );

const forStaff = acrossContractors('Staff read the entries of every contractor.');

const auditCondition = (filter: AuditFilter): SQL | undefined => {
  const { days, timeZone, actorId, contractorId, actions, about } = filter;
  return and(
    ...withinDays(auditLog.at, days, timeZone),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    contractorId === undefined ? forStaff : eq(auditLog.contractorId, contractorId),
    actions === undefined ? undefined : inArray(auditLog.action, [...actions]),
    about && isAbout(about),
  );
};

/** Columns of an entry, in the order of `auditStatement`. */
export const entryFields = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  userId: auditLog.userId,
  contractorId: auditLog.contractorId,
  action: auditLog.action,
  entity: auditLog.entity,
  entityId: auditLog.entityId,
  details: auditLog.details,
  address: auditLog.address,
};

const newestFirst = [desc(auditLog.at), desc(auditLog.id)] as const;

/** Matching entries, newest first. */
const matching = (db: Database, filter: AuditFilter) =>
  db
    .select(entryFields)
    .from(auditLog)
    .where(auditCondition(filter))
    .orderBy(...newestFirst);

/** Statement of a full export. */
export const auditStatement = (db: Database, filter: AuditFilter) => matching(db, filter).toSQL();

/** Number of matching entries, capped at one beyond `reach`. */
export async function countAudit(
  db: Database,
  filter: AuditFilter,
  reach: number,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(auditLog)
    .where(auditCondition(filter))
    .limit(reach + 1)
    .as('some');
  const [all] = await db.select({ counted: sql<number>`count(*)::int` }).from(some);
  return all?.counted ?? 0;
}

/** A page of the matching entries, newest first, and their number, capped at `reach`. */
export async function selectAudit(
  db: Database,
  filter: AuditFilter,
  { page, limit, reach }: { page: number; limit: number; reach: number },
): Promise<{ rows: AuditRow[]; counted: number }> {
  const offset = (page - 1) * limit;
  const [rows, counted] = await Promise.all([
    offset >= reach ? [] : matching(db, filter).limit(limit).offset(offset),
    countAudit(db, filter, reach),
  ]);
  return { rows, counted };
}

export async function findEntry(db: Database, id: number): Promise<AuditRow | undefined> {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), forStaff));
  return row;
}
