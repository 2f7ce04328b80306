import { auditActionText, type AuditActionName } from '@lintel/contract/audit/actions';
import { and, count, desc, eq, ne } from 'drizzle-orm';
import type { HistoryEntry } from '@lintel/contract/contractors/history';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Context } from '../../platform/context.ts';
import { auditLog } from '../../platform/tables.ts';
import { AppError } from '../../platform/errors.ts';
import type { ChangedField } from './edit-changes.ts';
import { findContractor } from './repository.ts';
import type { Database } from '../../platform/db/connect.ts';

type AuditRow = typeof auditLog.$inferSelect;

/** A page of a contractor's history, newest first, without sign-ins. Throws `not_found`. */
export async function contractorHistory(
  { db, accounts }: Context,
  contractorId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: HistoryEntry[]; total: number }> {
  if ((await findContractor(db, contractorId)) === undefined) throw new AppError('not_found');
  const where = and(
    eq(auditLog.contractorId, contractorId),
    ne(auditLog.action, 'session.started'),
  );
  const [rows, [all]] = await Promise.all([
    db
      .select()
      .from(auditLog)
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(auditLog).where(where),
  ]);
  const ids = rows.flatMap(({ actorId, userId }) => [actorId, userId]).filter((id) => id !== null);
  const names = await accounts.namesOf(db, [...new Set(ids)]);
  return { data: rows.map((row) => present(row, names)), total: all?.total ?? 0 };
}

function present(row: AuditRow, names: Map<number, string>): HistoryEntry {
  const { id, at, action, actorId, userId } = row;
  const nameOf = (account: number | null): string =>
    account === null ? '' : (names.get(account) ?? '');
  return {
    id,
    at: at.toISOString(),
    text: auditActionText(action),
    by: nameOf(actorId),
    switchedInto: userId !== null && userId !== actorId ? nameOf(userId) : null,
    changes: changesIn(row.details),
  };
}

const isChange = (value: unknown): value is ChangedField =>
  isRecord(value) && ['field', 'from', 'to'].every((key) => typeof value[key] === 'string');

/** The field changes of an entry; its other details are for machines. */
function changesIn({ changes, reason }: { changes?: unknown; reason?: unknown }): ChangedField[] {
  const worded = Array.isArray(changes) ? changes.filter(isChange) : [];
  return typeof reason === 'string' && reason !== ''
    ? [...worded, { field: 'Reason', from: '', to: reason }]
    : worded;
}

/** The audit action of a change by staff. */
export const managedAction = 'contractor.managed' satisfies AuditActionName;

interface Edit {
  by: string;
  at: string;
  /** The contractor's version after the change. */
  version: number;
}

/** The last change of a contractor by staff; null before any. */
export async function lastEdit(
  db: Database,
  { accounts }: Context,
  contractorId: number,
): Promise<Edit | null> {
  const ofContractor = and(
    eq(auditLog.contractorId, contractorId),
    eq(auditLog.entity, 'contractor'),
    eq(auditLog.entityId, String(contractorId)),
  );
  const [row] = await db
    .select({ actorId: auditLog.actorId, at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(and(ofContractor, eq(auditLog.action, managedAction)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (row === undefined) return null;
  const by =
    row.actorId === null
      ? ''
      : ((await accounts.namesOf(db, [row.actorId])).get(row.actorId) ?? '');
  return { by, at: row.at.toISOString(), version: Number(row.details['version']) };
}
