import type { RequestPart } from '@lintel/contract/core/endpoint';
import { leadMessages } from '@lintel/contract/leads/constants';
import type {
  FirstTouch,
  LeadSource,
  saveFirstTouches,
  saveLeadSources,
} from '@lintel/contract/leads/fields';
import type { Database } from '../../platform/db/connect.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { lockList, noteListSaved, readRevision, type ChangedField } from './revision.ts';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { leadDistributionSets, leadFirstTouches, leadSources } from './tables.ts';

type Form = RequestPart<typeof saveLeadSources, 'body'>;
type SourceForm = Form['leadSources'][number];

/** Lead sources in their wire format, with the list's version. */
export async function readSources(
  db: Database,
  query: { show?: boolean | undefined; distributed?: boolean | undefined },
) {
  const [rows, revision] = await Promise.all([
    selectSources(db, query),
    readRevision(db, 'LeadSource'),
  ]);
  return {
    data: rows.map(({ source, set }) => present(source, set)),
    total: rows.length,
    ...revision,
  };
}

const present = (row: SourceRow, set: { id: number; title: string } | null): LeadSource => ({
  id: row.id,
  sourceId: row.id,
  value: row.value,
  linkId: row.linkId,
  isShowing: row.isShowing,
  leadDistributionSet: set,
});

/**
 * Saves the list of sources. Throws `conflict` when it changed after `version`, or field errors.
 */
export async function saveSources(context: Context, caller: Caller, form: Form): Promise<void> {
  await context.db.transaction(async (tx) => {
    const version = await lockList(tx, 'LeadSource', context.clock.now(), form.version);
    const stored = new Map((await selectSources(tx, {})).map(({ source }) => [source.id, source]));
    requireSavable(stored, form.leadSources);
    const changes = await store(tx, stored, form.leadSources);
    await noteListSaved(tx, context, caller, { name: 'LeadSource', version, changes });
  });
}

/** Validates the list as it will be stored, including rows that weren't sent. */
function requireSavable(
  stored: ReadonlyMap<number, SourceRow>,
  given: readonly SourceForm[],
): void {
  const fields: Record<string, string> = {};
  const sent = new Set(given.map(({ id }) => id));
  const remaining = [...stored.values()].filter(({ id }) => !sent.has(id));
  const names = new Set([...stored.values()].map(({ value }) => value.toLowerCase()));
  given.forEach(({ id, value, linkId }, at) => {
    if (id !== undefined && !stored.has(id))
      fields[`leadSources.${at}.id`] = 'There is no lead source with this ID.';
    if (linkId !== '' && remaining.some((other) => other.linkId === linkId))
      fields[`leadSources.${at}.linkId`] = leadMessages.sameLinkId;
    if (id !== undefined) return;
    if (names.has(value.toLowerCase()))
      fields[`leadSources.${at}.value`] = 'This lead source is already on the list.';
    names.add(value.toLowerCase());
  });
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields });
}

async function store(
  tx: Database,
  stored: ReadonlyMap<number, SourceRow>,
  given: readonly SourceForm[],
): Promise<ChangedField[]> {
  const changes: ChangedField[] = [];
  const moved = given.filter(
    ({ id, linkId }) => id !== undefined && stored.get(id)?.linkId !== linkId,
  );
  // Clear moved Link IDs first: two sources may swap theirs, and the column is unique.
  for (const { id } of moved) if (id !== undefined) await updateSource(tx, id, { linkId: '' });
  for (const { id, value, linkId, isShowing } of given) {
    const before = id === undefined ? undefined : stored.get(id);
    if (before === undefined) {
      await insertSource(tx, { value, linkId, isShowing });
      changes.push({ field: value, from: '', to: isShowing ? 'added' : 'added, hidden' });
      continue;
    }
    if (before.linkId === linkId && before.isShowing === isShowing) continue;
    await updateSource(tx, before.id, { linkId, isShowing });
    changes.push(...differences(before, { linkId, isShowing }));
  }
  return changes;
}

const shown = (isShowing: boolean): string => (isShowing ? 'showing' : 'hidden');

function differences(
  before: SourceRow,
  after: Pick<SourceRow, 'linkId' | 'isShowing'>,
): ChangedField[] {
  const { value } = before;
  return [
    ...(before.isShowing === after.isShowing
      ? []
      : [{ field: value, from: shown(before.isShowing), to: shown(after.isShowing) }]),
    ...(before.linkId === after.linkId
      ? []
      : [{ field: `Link ID of ${value}`, from: before.linkId, to: after.linkId }]),
  ];
}

type TouchForm = RequestPart<typeof saveFirstTouches, 'body'>;

/** First touches in their wire format, with the list's version. */
export async function readTouches(db: Database, show: boolean | undefined) {
  const [rows, revision] = await Promise.all([
    selectTouches(db),
    readRevision(db, 'LeadFirstTouch'),
  ]);
  const data = markDoubles(rows).filter(
    ({ isShowing }) => show === undefined || isShowing === show,
  );
  return { data, total: data.length, ...revision };
}

/** Marks every occurrence of a duplicate value. */
function markDoubles(rows: readonly TouchRow[]): FirstTouch[] {
  const times = new Map<string, number>();
  for (const { value } of rows)
    times.set(value.toLowerCase(), (times.get(value.toLowerCase()) ?? 0) + 1);
  return rows.map((row) => ({ ...row, double: (times.get(row.value.toLowerCase()) ?? 0) > 1 }));
}

/**
 * Saves the list of first touches. Throws `conflict` when it changed after `version`, or field
 * errors.
 */
export async function saveTouches(
  context: Context,
  caller: Caller,
  form: TouchForm,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const version = await lockList(tx, 'LeadFirstTouch', context.clock.now(), form.version);
    const stored = new Map((await selectTouches(tx)).map((row) => [row.id, row]));
    const changes: ChangedField[] = [];
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
    await noteListSaved(tx, context, caller, { name: 'LeadFirstTouch', version, changes });
  });
}

type SourceRow = typeof leadSources.$inferSelect;
type TouchRow = typeof leadFirstTouches.$inferSelect;

/** Lead sources by name, each with its set. */
async function selectSources(
  db: Database,
  { show, distributed }: { show?: boolean | undefined; distributed?: boolean | undefined },
) {
  const inSet = distributed ? isNotNull(leadSources.setId) : isNull(leadSources.setId);
  return db
    .select({
      source: leadSources,
      set: { id: leadDistributionSets.id, title: leadDistributionSets.title },
    })
    .from(leadSources)
    .leftJoin(leadDistributionSets, eq(leadDistributionSets.id, leadSources.setId))
    .where(
      and(
        show === undefined ? undefined : eq(leadSources.isShowing, show),
        distributed === undefined ? undefined : inSet,
      ),
    )
    .orderBy(sql`lower(${leadSources.value})`, asc(leadSources.id));
}

const selectTouches = (db: Database, show?: boolean): Promise<TouchRow[]> =>
  db
    .select()
    .from(leadFirstTouches)
    .where(show === undefined ? undefined : eq(leadFirstTouches.isShowing, show))
    .orderBy(sql`lower(${leadFirstTouches.value})`, asc(leadFirstTouches.id));

/** The showing source with this name. */
export async function offeredSource(db: Database, value: string): Promise<SourceRow | undefined> {
  const same = eq(sql`lower(${leadSources.value})`, value.toLowerCase());
  const [row] = await db.select().from(leadSources).where(and(same, leadSources.isShowing));
  return row;
}

/** The showing first touch with this name. */
export async function offeredFirstTouch(
  db: Database,
  value: string,
): Promise<TouchRow | undefined> {
  const same = eq(sql`lower(${leadFirstTouches.value})`, value.toLowerCase());
  const rows = db.select().from(leadFirstTouches).where(and(same, leadFirstTouches.isShowing));
  const [row] = await rows.orderBy(asc(leadFirstTouches.id)).limit(1);
  return row;
}

async function updateSource(
  tx: Database,
  id: number,
  change: Partial<Omit<SourceRow, 'id'>>,
): Promise<void> {
  await tx.update(leadSources).set(change).where(eq(leadSources.id, id));
}

async function insertSource(
  tx: Database,
  source: { value: string; linkId: string; isShowing: boolean },
): Promise<void> {
  await tx.insert(leadSources).values(source);
}

async function updateTouch(tx: Database, id: number, isShowing: boolean): Promise<void> {
  await tx.update(leadFirstTouches).set({ isShowing }).where(eq(leadFirstTouches.id, id));
}

async function insertTouch(
  tx: Database,
  touch: { value: string; isShowing: boolean },
): Promise<void> {
  await tx.insert(leadFirstTouches).values(touch);
}
