import type { Received } from '@lintel/contract/core/endpoint';
import type { saveOwners as contract } from '@lintel/contract/leads/distribution';
import { shareOut } from '@lintel/contract/leads/shares';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { managersWithIds } from '../contractors/index.ts';
import { nameOf } from './present-lead.ts';
import {
  findManagerByEmail,
  lockSet,
  ownersOf,
  replaceOwners,
  storeCredits,
} from './set-repository.ts';
import type { LeadDeps } from './deps.ts';
import { lockAt, noteSetSaved, type ChangedField } from './revision.ts';

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
async function takeTurn(tx: Database, setId: number): Promise<Assigned> {
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

type Form = Received<typeof contract, 'body'>;
interface Named {
  id: number;
  fullName: string;
  percent: number;
}

/**
 * Saves who gets the leads of a set; other shares start the count anew. Throws `not_found`,
 * `conflict` or field errors.
 */
export async function saveOwners(
  deps: LeadDeps,
  caller: Caller,
  setId: number,
  form: Form,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const set = await lockAt(tx, setId, form.version);
    const chosen = form.leadOwners.filter(({ percent }) => percent > 0);
    const names = new Map(
      (
        await managersWithIds(
          tx,
          chosen.map(({ id }) => id),
        )
      ).map(({ id, fullName }) => [id, fullName]),
    );
    if (names.size < chosen.length)
      throw invalidField('leadOwners', 'There is no lead owner with this ID.');
    const before = await ownersOf(tx, setId);
    const changes = differences(
      before,
      chosen.map((one) => ({ ...one, fullName: names.get(one.id) ?? '' })),
    );
    if (changes.length === 0) return;
    await replaceOwners(tx, setId, chosen);
    await noteSetSaved(tx, deps, caller, set, changes);
  });
}

function differences(before: readonly Named[], after: readonly Named[]): ChangedField[] {
  const everybody = new Map([...before, ...after].map(({ id, fullName }) => [id, fullName]));
  const shareOf = (owners: readonly Named[], id: number): string => {
    const percent = owners.find((owner) => owner.id === id)?.percent ?? 0;
    return percent === 0 ? '' : `${percent}%`;
  };
  return [...everybody]
    .map(([id, fullName]) => ({
      field: fullName,
      from: shareOf(before, id),
      to: shareOf(after, id),
    }))
    .filter(({ from, to }) => from !== to);
}
