import type { Received } from '@lintel/contract/core/endpoint';
import type { saveOwners as contract } from '@lintel/contract/leads/distribution';
import { invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { managersWithIds } from '../contractors/index.ts';
import type { LeadDeps } from './deps.ts';
import type { WordedChange } from './revision.ts';
import { lockAt, noteSetSaved } from './set-changes.ts';
import { ownersOf, replaceOwners } from './set-repository.ts';

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

function differences(before: readonly Named[], after: readonly Named[]): WordedChange[] {
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
