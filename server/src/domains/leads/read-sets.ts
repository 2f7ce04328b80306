import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { totalPercent } from '@lintel/contract/leads-shares';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { fullNames } from '../identity/index.ts';
import { ownersIn, selectSets, sourcesIn } from './set-repository.ts';

/** Distribution sets as the wire shows them; with `id`, that one alone. */
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
      .filter(({ setId }) => setId === set.id)
      .map(({ setId: _set, ...owner }) => owner);
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

/** One of them. Throws `not_found`. */
export async function readSet(db: Database, id: number): Promise<DistributionSet> {
  const [set] = await readSets(db, id);
  if (set === undefined) throw new AppError('not_found');
  return set;
}
