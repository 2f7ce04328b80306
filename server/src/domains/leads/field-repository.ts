import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { leadDistributionSets, leadFirstTouches, leadSources } from './tables.ts';

export type SourceRow = typeof leadSources.$inferSelect;
export type TouchRow = typeof leadFirstTouches.$inferSelect;

/** Lead sources by name, each with its set. */
export async function selectSources(
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

/** First touches by name. */
export const selectTouches = (db: Database, show?: boolean): Promise<TouchRow[]> =>
  db
    .select()
    .from(leadFirstTouches)
    .where(show === undefined ? undefined : eq(leadFirstTouches.isShowing, show))
    .orderBy(sql`lower(${leadFirstTouches.value})`, asc(leadFirstTouches.id));

/** The source with this name, if it is offered. */
export async function offeredSource(db: Database, value: string): Promise<SourceRow | undefined> {
  const same = eq(sql`lower(${leadSources.value})`, value.toLowerCase());
  const [row] = await db.select().from(leadSources).where(and(same, leadSources.isShowing));
  return row;
}

/** The first touch with this name, if it is offered. */
export async function offeredFirstTouch(
  db: Database,
  value: string,
): Promise<TouchRow | undefined> {
  const same = eq(sql`lower(${leadFirstTouches.value})`, value.toLowerCase());
  const rows = db.select().from(leadFirstTouches).where(and(same, leadFirstTouches.isShowing));
  const [row] = await rows.orderBy(asc(leadFirstTouches.id)).limit(1);
  return row;
}

export async function updateSource(
  tx: Database,
  id: number,
  change: Partial<Omit<SourceRow, 'id'>>,
): Promise<void> {
  await tx.update(leadSources).set(change).where(eq(leadSources.id, id));
}

export async function insertSource(
  tx: Database,
  source: { value: string; linkId: string; isShowing: boolean },
): Promise<void> {
  await tx.insert(leadSources).values(source);
}

export async function updateTouch(tx: Database, id: number, isShowing: boolean): Promise<void> {
  await tx.update(leadFirstTouches).set({ isShowing }).where(eq(leadFirstTouches.id, id));
}

export async function insertTouch(
  tx: Database,
  touch: { value: string; isShowing: boolean },
): Promise<void> {
  await tx.insert(leadFirstTouches).values(touch);
}
