import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { DistributionSet, saveSet as contract } from '@lintel/contract/leads/distribution';
import { totalPercent } from '@lintel/contract/leads/shares';
import type { Database } from '../../platform/db/connect.ts';
import type { Context } from '../../platform/context.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { fullNames } from '../identity/index.ts';
import { lockAt, noteSetSaved, takenBy, type ChangedField } from './revision.ts';
import {
  findSetByTitle,
  insertSet,
  lockSources,
  ownersIn,
  putSources,
  removeSet,
  selectSets,
  sourcesIn,
  updateSet,
  type SetRow,
} from './set-repository.ts';

type Form = RequestPart<typeof contract, 'body'>;

/** Creates or changes a set; returns its id. Throws `not_found`, `conflict`, or field errors. */
export async function saveSet(context: Context, caller: Caller, form: Form): Promise<number> {
  const save = (tx: Database) => storeSet(tx, context, caller, form);
  return unlessTaken('lead_distribution_sets_title', titleTaken, () =>
    context.db.transaction(save),
  );
}

async function storeSet(
  tx: Database,
  context: Context,
  caller: Caller,
  form: Form,
): Promise<number> {
  const stored = form.id === undefined ? null : await lockAt(tx, form.id, form.version);
  await requireFreeTitle(tx, form);
  const set = stored ?? (await newSet(tx, context, form.title));
  const changes = [
    ...(await rename(tx, set, form.title, stored === null)),
    ...(await exchangeSources(tx, set, form.leadSources)),
  ];
  await noteSetSaved(tx, context, caller, set, changes);
  return set.id;
}

async function requireFreeTitle(tx: Database, { id, title }: Form): Promise<void> {
  if ((await findSetByTitle(tx, title, id)) !== undefined) throw titleTaken();
}

function titleTaken(): AppError {
  const message = 'Another set has this name.';
  return new AppError('already_exists', { message, fields: { title: message } });
}

async function newSet(tx: Database, { clock }: Context, title: string): Promise<SetRow> {
  const [set] = await selectSets(tx, await insertSet(tx, title, clock.now()));
  if (set === undefined) throw new Error('The distribution set was not inserted');
  return set;
}

async function rename(
  tx: Database,
  set: SetRow,
  title: string,
  isNew: boolean,
): Promise<ChangedField[]> {
  if (isNew) return [{ field: 'Name', from: '', to: title }];
  if (set.title === title) return [];
  await updateSet(tx, set.id, { title });
  return [{ field: 'Name', from: set.title, to: title }];
}

/**
 * Assigns exactly these sources to a set. A source of another set stays there and is reported as a
 * conflict.
 */
async function exchangeSources(
  tx: Database,
  set: SetRow,
  wanted: readonly number[],
): Promise<ChangedField[]> {
  const before = await sourcesIn(tx, [set.id]);
  const locked = await lockSources(tx, [...wanted, ...before.map(({ id }) => id)]);
  const known = locked.filter(({ id }) => wanted.includes(id));
  if (known.length < new Set(wanted).size)
    throw invalidField('leadSources', 'There is no lead source with this ID.');
  const elsewhere = known.find(({ setId }) => setId !== null && setId !== set.id);
  if (elsewhere !== undefined) throw await takenBy(tx, elsewhere);
  const added = known.filter(({ setId }) => setId === null);
  const removed = locked.filter(({ id, setId }) => setId === set.id && !wanted.includes(id));
  await putSources(
    tx,
    added.map(({ id }) => id),
    set.id,
  );
  await putSources(
    tx,
    removed.map(({ id }) => id),
    null,
  );
  return [
    ...added.map(({ value }) => ({ field: 'Lead source', from: '', to: value })),
    ...removed.map(({ value }) => ({ field: 'Lead source', from: value, to: '' })),
  ];
}

/** Assigns unassigned sources to sets, all or nothing. Throws `not_found` or `conflict`. */
export async function assignSources(
  context: Context,
  caller: Caller,
  choices: readonly { leadSourceId: number; leadDistributionId: number }[],
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const setIds = [
      ...new Set(choices.map(({ leadDistributionId }) => leadDistributionId)),
    ].toSorted((one, other) => one - other);
    const sets: SetRow[] = [];
    for (const id of setIds) sets.push(await lockAt(tx, id));
    const sources = await lockSources(
      tx,
      choices.map(({ leadSourceId }) => leadSourceId),
    );
    if (sources.length < choices.length) throw new AppError('not_found');
    const taken = sources.find(({ setId }) => setId !== null);
    if (taken !== undefined) throw await takenBy(tx, taken);
    for (const set of sets) {
      const ids = choices
        .filter(({ leadDistributionId }) => leadDistributionId === set.id)
        .map(({ leadSourceId }) => leadSourceId);
      await putSources(tx, ids, set.id);
      const added = sources.filter(({ id }) => ids.includes(id));
      await noteSetSaved(
        tx,
        context,
        caller,
        set,
        added.map(({ value }) => ({ field: 'Lead source', from: '', to: value })),
      );
    }
  });
}

/** Deletes a set and frees its sources. Throws `not_found`. */
export async function deleteSet(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    const set = await lockAt(tx, id);
    await noteSetSaved(
      tx,
      context,
      caller,
      set,
      [{ field: 'Name', from: set.title, to: '' }],
      'lead-distribution-set.deleted',
    );
    await removeSet(tx, id);
  });
}

/** Distribution sets in their wire format; with `id`, only that one. */
export async function readSets(db: Database, id?: number): Promise<DistributionSet[]> {
  const sets = await selectSets(db, id);
  if (sets.length === 0) return [];
  const ids = sets.map((set) => set.id);
  const editors = [...new Set(sets.map(({ updatedBy }) => updatedBy))].filter(
    (editor) => editor !== null,
  );
  const [sources, owners, names] = await Promise.all([
    sourcesIn(db, ids),
    ownersIn(db, ids),
    fullNames(db, editors),
  ]);
  return sets.map((set) => {
    const own = owners
      // A deactivated owner's share counts as undistributed.
      .filter(({ setId, isActive }) => setId === set.id && isActive)
      .map(({ setId: _set, isActive: _active, ...owner }) => owner);
    return {
      id: set.id,
      title: set.title,
      leadSources: sources
        .filter(({ setId }) => setId === set.id)
        .map((source) => ({
          id: source.id,
          leadSource: source.value,
          isShowing: source.isShowing,
        })),
      leadOwners: own,
      notDistributed: 100 - totalPercent(own),
      version: set.version,
      lastUpdated: {
        userName: names.get(set.updatedBy ?? 0) ?? '',
        at: set.updatedAt.toISOString(),
      },
    };
  });
}

/** Loads a set. Throws `not_found`. */
export async function readSet(db: Database, id: number): Promise<DistributionSet> {
  const [set] = await readSets(db, id);
  if (set === undefined) throw new AppError('not_found');
  return set;
}
