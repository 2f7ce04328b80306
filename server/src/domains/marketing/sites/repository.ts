import { and, asc, count, desc, eq, lt } from 'drizzle-orm';
import type { WidgetKind } from '@lintel/contract/marketing/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { coBrandedPages } from '../../pages/tables.ts';
import { widgetSightings, widgetSites } from '../tables.ts';

/** The origins on a contractor's list, in alphabetical order. */
export async function selectSites(db: Database, contractorId: number): Promise<string[]> {
  const rows = await db
    .select({ origin: widgetSites.origin })
    .from(widgetSites)
    .where(eq(widgetSites.contractorId, contractorId))
    .orderBy(asc(widgetSites.origin));
  return rows.map(({ origin }) => origin);
}

/** Replaces the listed origins. */
export async function replaceSites(
  db: Database,
  contractorId: number,
  origins: readonly string[],
  at: Date,
): Promise<void> {
  await db.delete(widgetSites).where(eq(widgetSites.contractorId, contractorId));
  if (origins.length === 0) return;
  await db
    .insert(widgetSites)
    .values(origins.map((origin) => ({ contractorId, origin, createdAt: at })));
}

/** Where a contractor's widgets were seen, latest first. */
export async function selectSightings(db: Database, contractorId: number, limit: number) {
  return db
    .select({ sighting: widgetSightings, pageName: coBrandedPages.pageName })
    .from(widgetSightings)
    .innerJoin(coBrandedPages, eq(coBrandedPages.id, widgetSightings.pageId))
    .where(eq(widgetSightings.contractorId, contractorId))
    .orderBy(desc(widgetSightings.lastSeen), desc(widgetSightings.id))
    .limit(limit);
}
export type SightingRow = Awaited<ReturnType<typeof selectSightings>>[number];

export interface NewSighting {
  contractorId: number;
  pageId: number;
  widget: WidgetKind;
  site: string;
}

const placeIs = ({ contractorId, pageId, widget, site }: NewSighting) =>
  and(
    eq(widgetSightings.contractorId, contractorId),
    eq(widgetSightings.pageId, pageId),
    eq(widgetSightings.widget, widget),
    eq(widgetSightings.site, site),
  );

/** Whether this location is known; updates its last time if that was before `before`. */
export async function touchSighting(
  db: Database,
  seen: NewSighting,
  at: Date,
  before: Date,
): Promise<boolean> {
  const [known] = await db
    .select({ lastSeen: widgetSightings.lastSeen })
    .from(widgetSightings)
    .where(placeIs(seen));
  if (known !== undefined && known.lastSeen < before)
    await db
      .update(widgetSightings)
      .set({ lastSeen: at })
      .where(and(placeIs(seen), lt(widgetSightings.lastSeen, before)));
  return known !== undefined;
}

export async function insertSighting(db: Database, seen: NewSighting, at: Date): Promise<void> {
  await db
    .insert(widgetSightings)
    .values({ ...seen, firstSeen: at, lastSeen: at })
    .onConflictDoNothing();
}

export async function countSightings(
  db: Database,
  { contractorId, pageId }: Pick<NewSighting, 'contractorId' | 'pageId'>,
): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(widgetSightings)
    .where(and(eq(widgetSightings.contractorId, contractorId), eq(widgetSightings.pageId, pageId)));
  return all?.total ?? 0;
}
