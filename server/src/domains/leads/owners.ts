import { shareOut } from '@lintel/contract/leads/shares';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { managersWithIds } from '../contractors/index.ts';
import { nameOf } from './present-lead.ts';
import { findManagerByEmail, lockSet, ownersOf, storeCredits } from './set-repository.ts';

/** Who looks after a lead, and the set that decided it. */
export interface Assigned {
  owner: { id: number; fullName: string } | null;
  setId: number | null;
}

const nobody: Assigned = { owner: null, setId: null };

/**
 * The owner by the source's set, or the one who was named, or whoever enters the lead. Throws a
 * field error for an unknown one.
 */
export async function ownerFor(
  tx: Database,
  caller: Caller,
  choice: { isAssignOwner: boolean; ownerId?: number | '0' | undefined },
  setId: number | null,
): Promise<Assigned> {
  if (choice.isAssignOwner) return setId === null ? nobody : takeTurn(tx, setId);
  if (choice.ownerId === undefined)
    return { owner: await managerByEmail(tx, caller.authenticated.email), setId: null };
  if (Number(choice.ownerId) === 0) return nobody;
  return { owner: await requireManager(tx, Number(choice.ownerId), 'ownerId'), setId: null };
}

/**
 * Gives the next lead of a set to whose turn it is. The set stays locked until the transaction
 * ends, so that leads take turns.
 */
export async function takeTurn(tx: Database, setId: number): Promise<Assigned> {
  if ((await lockSet(tx, setId)) === undefined) return nobody;
  const owners = await ownersOf(tx, setId);
  const next = shareOut(owners);
  if (next === null) return nobody;
  await storeCredits(tx, setId, next.shares);
  const owner = owners.find(({ id }) => id === next.ownerId);
  return { owner: owner ? { id: owner.id, fullName: owner.fullName } : null, setId };
}

export async function requireManager(
  db: Database,
  id: number,
  field: string,
): Promise<{ id: number; fullName: string }> {
  const [row] = await managersWithIds(db, [id]);
  if (row === undefined) throw invalidField(field, 'There is no lead owner with this ID.');
  return row;
}

async function managerByEmail(db: Database, email: string) {
  const row = await findManagerByEmail(db, email);
  return row === undefined ? null : { id: row.id, fullName: nameOf(row) };
}
