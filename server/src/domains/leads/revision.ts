import type { AuditActionName } from '@lintel/contract/audit/actions';
import { and, asc, eq, sql } from 'drizzle-orm';
import { isRecord } from '@lintel/contract/core/narrow';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { auditLog } from '../../platform/tables.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findAccount, fullNames } from '../identity/index.ts';
import {
  findSetting,
  insertSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';
import { lockSet, selectSets, updateSet, type SetRow } from './set-repository.ts';

/** A changed field, formatted for people. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

type Name = 'LeadSource' | 'LeadFirstTouch' | 'LeadDistribution';

const versionIn = (value: unknown): number =>
  isRecord(value) && typeof value['version'] === 'number' ? value['version'] : 0;

/** A list's version and its last editor. */
export async function readRevision(db: Database, name: Name) {
  const stored = await findSetting(db, name);
  const version = versionIn(stored?.value);
  if (stored === undefined || version === 0) return { version, lastUpdated: null };
  const account = stored.userId === null ? null : await findAccount(db, stored.userId);
  const userName = account === null ? '' : `${account.firstname} ${account.lastname}`.trim();
  return {
    version,
    lastUpdated: { email: account?.email ?? '', userName, at: stored.lastEdit.toISOString() },
  };
}

/**
 * Locks a list until the transaction ends; returns its version. Throws `conflict` when it changed
 * after `seen`.
 */
export async function lockList(tx: Database, name: Name, at: Date, seen?: number): Promise<number> {
  await insertSetting(tx, { name, value: { version: 0 }, at });
  const version = versionIn((await lockSettingByName(tx, name))?.value);
  if (seen !== undefined && seen !== version) throw await conflictSince(tx, name, name, seen);
  return version;
}

/** Increments a list's version, and records the editor and the changed fields. */
export async function noteListSaved(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  { name, version, changes }: { name: Name; version: number; changes: readonly ChangedField[] },
): Promise<void> {
  const value = { version: version + 1 };
  await writeSettingValue(tx, { name, value, userId: caller.authenticated.id, at: clock.now() });
  const entry = { action: 'setting.updated', entity: name, entityId: name } as const;
  await recordAudit(tx, clock, caller, { ...entry, details: { changes, version: version + 1 } });
}

const changeText = ({ field, from, to }: ChangedField): string =>
  `${field}: ${from || 'nothing'} → ${to || 'nothing'}`;

/** The conflict error with the people and changes since the editor's version. */
async function conflictSince(
  tx: Database,
  entity: string,
  entityId: string,
  seen: number,
): Promise<AppError> {
  const since = sql`(${auditLog.details} ->> 'version')::int > ${seen}`;
  const changes = sql<ChangedField[] | null>`${auditLog.details} -> 'changes'`;
  const rows = await tx
    .select({ actorId: auditLog.actorId, changes })
    .from(auditLog)
    .where(
      and(
        acrossContractors('Staff change lists while switched into any contractor.'),
        eq(auditLog.entity, entity),
        eq(auditLog.entityId, entityId),
        since,
      ),
    )
    .orderBy(asc(auditLog.id));
  const ids = [...new Set(rows.map(({ actorId }) => actorId))].filter((id) => id !== null);
  const names = ids.length === 0 ? new Map<number, string>() : await fullNames(tx, ids);
  const who = ids.map((id) => names.get(id) ?? '').filter((name) => name !== '');
  const what = rows.flatMap((row) => row.changes ?? []).map(changeText);
  const shown = what.length > 6 ? [...what.slice(0, 6), `${what.length - 6} more changes`] : what;
  const summary = shown.length === 0 ? '' : ` ${shown.join('; ')}.`;
  return new AppError('conflict', {
    message: `${who.join(' and ') || 'Someone else'} changed this while you were editing.${summary} Nothing was saved.`,
  });
}

const entity = 'lead-distribution-set';

/** Locks a set. Throws `not_found`, or `conflict` when it changed after `seen`. */
export async function lockAt(tx: Database, id: number, seen?: number): Promise<SetRow> {
  const set = await lockSet(tx, id);
  if (set === undefined) throw new AppError('not_found');
  if (seen !== undefined && seen !== set.version)
    throw await conflictSince(tx, entity, String(id), seen);
  return set;
}

/** Increments a set's version, and records the editor and the changed fields. */
export async function noteSetSaved(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  set: SetRow,
  changes: readonly ChangedField[],
  action: AuditActionName = 'lead-distribution-set.saved',
): Promise<void> {
  const version = set.version + 1;
  const [userId, at] = [caller.authenticated.id, clock.now()];
  await updateSet(tx, set.id, { version, updatedAt: at, updatedBy: userId });
  await writeSettingValue(tx, {
    name: 'LeadDistribution',
    value: { version: at.getTime() },
    userId,
    at,
  });
  await recordAudit(tx, clock, caller, {
    action,
    entity,
    entityId: set.id,
    details: { title: set.title, changes, version },
  });
}

/** The conflict error for sources that were assigned to another set in the meantime. */
export async function takenBy(
  tx: Database,
  { value, setId }: { value: string; setId: number | null },
): Promise<AppError> {
  const [other] = setId === null ? [] : await selectSets(tx, setId);
  return new AppError('conflict', {
    message: `“${value}” is in the set “${other?.title ?? ''}” now. Nothing was saved.`,
  });
}
