import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { saveOwners as contract } from '@lintel/contract/leads/distribution';
import { renormalized, shareOut } from '@lintel/contract/leads/shares';
import type { Database } from '../../platform/db/connect.ts';
import type { Context } from '../../platform/context.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { assignableManagers } from '../contractors/index.ts';
import { fullName } from './present-lead.ts';
import {
  findManagerByEmail,
  lockSet,
  selectOwners,
  replaceOwners,
  storeCredits,
  type OwnerRow,
  type SetRow,
} from './set-repository.ts';
import { lockAt, noteSetSaved, type ChangedField } from './revision.ts';

/** A lead's owner, and the set that assigned it. */
export interface Assignment {
  owner: { id: number; fullName: string } | null;
  setId: number | null;
}

const unassigned: Assignment = { owner: null, setId: null };

/**
 * The owner by the source's set, else the named owner, else the caller. Throws a field error for an
 * unknown owner.
 */
export async function ownerFor(
  tx: Database,
  context: Context,
  caller: Caller,
  choice: { isAssignOwner: boolean; ownerId?: number | '0' | undefined },
  setId: number | null,
): Promise<Assignment> {
  if (choice.isAssignOwner)
    return setId === null ? unassigned : takeTurn(tx, context, caller, setId);
  if (choice.ownerId === undefined)
    return { owner: await managerByEmail(tx, caller.authenticated.email), setId: null };
  if (Number(choice.ownerId) === 0) return unassigned;
  return { owner: await requireManager(tx, Number(choice.ownerId), 'ownerId'), setId: null };
}

/**
 * Assigns the next lead of a set. Locks the set until the transaction ends, so parallel leads take
 * turns.
 */
async function takeTurn(
  tx: Database,
  context: Context,
  caller: Caller,
  setId: number,
): Promise<Assignment> {
  const set = await lockSet(tx, setId);
  if (set === undefined) return unassigned;
  const owners = await withoutInactive(tx, context, caller, set);
  const next = shareOut(owners);
  if (next === null) return unassigned;
  await storeCredits(tx, setId, next.shares);
  const owner = owners.find(({ id }) => id === next.ownerId);
  return { owner: owner ? { id: owner.id, fullName: owner.fullName } : null, setId };
}

/** A set's active owners; shares of deactivated people go to the others in proportion. */
async function withoutInactive(
  tx: Database,
  context: Context,
  caller: Caller,
  set: SetRow,
): Promise<OwnerRow[]> {
  const owners = await selectOwners(tx, set.id);
  const active = owners.filter(({ isActive }) => isActive);
  if (active.length === owners.length || active.length === 0) return active;
  await putOwners(tx, context, caller, set, renormalized(active));
  return selectOwners(tx, set.id);
}

/** Replaces a set's owners and records the change. */
export async function putOwners(
  tx: Database,
  context: Context,
  caller: Caller,
  set: SetRow,
  owners: readonly OwnerShare[],
): Promise<void> {
  const changes = differences(await selectOwners(tx, set.id), owners);
  if (changes.length === 0) return;
  await replaceOwners(tx, set.id, owners);
  await noteSetSaved(tx, context, caller, set, changes);
}

export async function requireManager(
  db: Database,
  id: number,
  field: string,
): Promise<{ id: number; fullName: string }> {
  const [row] = await assignableManagers(db, [id]);
  if (row === undefined) throw invalidField(field, 'There is no lead owner with this ID.');
  return row;
}

async function managerByEmail(db: Database, email: string) {
  const row = await findManagerByEmail(db, email);
  return row === undefined ? null : { id: row.id, fullName: fullName(row) };
}

type Form = RequestPart<typeof contract, 'body'>;
interface OwnerShare {
  id: number;
  fullName: string;
  percent: number;
}

/**
 * Saves the owners of a set; changed shares restart the count. Throws `not_found`, `conflict`, or
 * field errors.
 */
export async function saveOwners(
  context: Context,
  caller: Caller,
  setId: number,
  form: Form,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const set = await lockAt(tx, setId, form.version);
    const chosen = form.leadOwners.filter(({ percent }) => percent > 0);
    const names = new Map(
      (
        await assignableManagers(
          tx,
          chosen.map(({ id }) => id),
        )
      ).map(({ id, fullName }) => [id, fullName]),
    );
    if (names.size < chosen.length)
      throw invalidField('leadOwners', 'There is no lead owner with this ID.');
    const named = chosen.map((one) => ({ ...one, fullName: names.get(one.id) ?? '' }));
    await putOwners(tx, context, caller, set, named);
  });
}

function differences(before: readonly OwnerShare[], after: readonly OwnerShare[]): ChangedField[] {
  const names = new Map([...before, ...after].map(({ id, fullName }) => [id, fullName]));
  const shareOf = (owners: readonly OwnerShare[], id: number): string => {
    const percent = owners.find((owner) => owner.id === id)?.percent ?? 0;
    return percent === 0 ? '' : `${percent}%`;
  };
  return [...names]
    .map(([id, fullName]) => ({
      field: fullName,
      from: shareOf(before, id),
      to: shareOf(after, id),
    }))
    .filter(({ from, to }) => from !== to);
}
