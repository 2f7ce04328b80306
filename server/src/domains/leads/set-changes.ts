import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { writeSettingValue } from '../settings/index.ts';
import type { LeadDeps } from './deps.ts';
import { conflictSince, type WordedChange } from './revision.ts';
import { lockSet, selectSets, updateSet, type SetRow } from './set-repository.ts';

const entity = 'lead-distribution-set';

/** Locks a set. Throws `not_found`, or `conflict` when it was saved since `seen`. */
export async function lockAt(tx: Database, id: number, seen?: number): Promise<SetRow> {
  const set = await lockSet(tx, id);
  if (set === undefined) throw new AppError('not_found');
  if (seen !== undefined && seen !== set.version)
    throw await conflictSince(tx, entity, String(id), seen);
  return set;
}

/** Writes down that a set was saved, by whom and what of it changed. */
export async function noteSetSaved(
  tx: Database,
  { clock }: LeadDeps,
  caller: Caller,
  set: SetRow,
  changes: readonly WordedChange[],
  action = 'lead-distribution-set.saved',
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

/** Somebody put a source into another set meanwhile. */
export async function takenBy(
  tx: Database,
  { value, setId }: { value: string; setId: number | null },
): Promise<AppError> {
  const [other] = setId === null ? [] : await selectSets(tx, setId);
  return new AppError('conflict', {
    message: `“${value}” is in the set “${other?.title ?? ''}” by now. Nothing was saved.`,
  });
}
