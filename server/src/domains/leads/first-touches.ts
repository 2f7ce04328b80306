import type { Received } from '@lintel/contract/core/endpoint';
import type { FirstTouch, saveFirstTouches } from '@lintel/contract/leads/fields';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { LeadDeps } from './deps.ts';
import { insertTouch, selectTouches, updateTouch, type TouchRow } from './field-repository.ts';
import { lockList, noteListSaved, revisionOf, type WordedChange } from './revision.ts';

type Form = Received<typeof saveFirstTouches, 'body'>;

/** First touches as the wire shows them, with how often the list was saved. */
export async function readTouches(db: Database, show: boolean | undefined) {
  const [rows, revision] = await Promise.all([selectTouches(db), revisionOf(db, 'LeadFirstTouch')]);
  const data = markDoubles(rows).filter(
    ({ isShowing }) => show === undefined || isShowing === show,
  );
  return { data, total: data.length, ...revision };
}

/** A value that stands in the list more than once is marked each time. */
function markDoubles(rows: readonly TouchRow[]): FirstTouch[] {
  const times = new Map<string, number>();
  for (const { value } of rows)
    times.set(value.toLowerCase(), (times.get(value.toLowerCase()) ?? 0) + 1);
  return rows.map((row) => ({ ...row, double: (times.get(row.value.toLowerCase()) ?? 0) > 1 }));
}

/**
 * Saves the list of first touches. Throws `conflict` when it was saved since `version`, or field
 * errors.
 */
export async function saveTouches(deps: LeadDeps, caller: Caller, form: Form): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const version = await lockList(tx, 'LeadFirstTouch', deps.clock.now(), form.version);
    const stored = new Map((await selectTouches(tx)).map((row) => [row.id, row]));
    const changes: WordedChange[] = [];
    for (const [at, { id, value, isShowing }] of form.leadFirstTouch.entries()) {
      if (id === undefined) {
        await insertTouch(tx, { value, isShowing });
        changes.push({ field: value, from: '', to: isShowing ? 'added' : 'added, hidden' });
        continue;
      }
      const before = stored.get(id);
      if (before === undefined)
        throw new AppError('invalid', {
          fields: { [`leadFirstTouch.${at}.id`]: 'There is no first touch with this ID.' },
        });
      if (before.isShowing === isShowing) continue;
      await updateTouch(tx, id, isShowing);
      changes.push({
        field: before.value,
        from: isShowing ? 'hidden' : 'showing',
        to: isShowing ? 'showing' : 'hidden',
      });
    }
    await noteListSaved(tx, deps, caller, { name: 'LeadFirstTouch', version, changes });
  });
}
