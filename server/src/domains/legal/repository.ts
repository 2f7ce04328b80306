import { and, asc, count, desc, eq, isNull, lte, max, sql } from 'drizzle-orm';
import type { LegalKindName } from '@lintel/contract/legal/constants';
import type { Database } from '../../platform/db/connect.ts';
import { lenders } from '../lenders/tables.ts';
import { legalTexts } from './tables.ts';

export type LegalRow = typeof legalTexts.$inferSelect;
type NewLegalRow = typeof legalTexts.$inferInsert;

/**
 * When a version is no longer shown: when the next later one of its kind begins; null when none
 * does.
 */
const endsAt = sql<Date | null>`(select min(later.effective_at) from legal_texts later
  where later.kind = legal_texts.kind and later.version > legal_texts.version)`;

/** The version of each kind shown at a given time: the newest that has begun. */
export function selectCurrent(db: Database, now: Date): Promise<LegalRow[]> {
  return db
    .selectDistinctOn([legalTexts.kind])
    .from(legalTexts)
    .where(lte(legalTexts.effectiveAt, now))
    .orderBy(legalTexts.kind, desc(legalTexts.version));
}

/** Versions of a kind shown at any time from `since` to `now`, newest first. */
export function selectShownSince(
  db: Database,
  kind: LegalKindName,
  { since, now }: { since: Date; now: Date },
): Promise<LegalRow[]> {
  return db
    .select()
    .from(legalTexts)
    .where(
      and(
        eq(legalTexts.kind, kind),
        lte(legalTexts.effectiveAt, now),
        // Not ended before, and not replaced before it began.
        sql`coalesce(${endsAt} > greatest(legal_texts.effective_at, ${since.toISOString()}::timestamptz), true)`,
      ),
    )
    .orderBy(desc(legalTexts.version));
}

/** The newest version of each kind. */
export function selectLatest(db: Database): Promise<LegalRow[]> {
  return db
    .selectDistinctOn([legalTexts.kind])
    .from(legalTexts)
    .orderBy(legalTexts.kind, desc(legalTexts.version));
}

/** A page of a kind's versions, newest first, each with its end. */
export async function selectVersions(
  db: Database,
  kind: LegalKindName,
  slice: { limit: number; offset: number },
): Promise<{ rows: { row: LegalRow; endsAt: Date | null }[]; total: number }> {
  const own = eq(legalTexts.kind, kind);
  const [rows, [all]] = await Promise.all([
    db
      .select({ row: legalTexts, endsAt: endsAt.mapWith(legalTexts.effectiveAt) })
      .from(legalTexts)
      .where(own)
      .orderBy(desc(legalTexts.version))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(legalTexts).where(own),
  ]);
  return { rows, total: all?.total ?? 0 };
}

/** Published versions of a kind, without their texts. */
export function selectPublished(db: Database, kind: LegalKindName, now: Date) {
  return db
    .select({
      version: legalTexts.version,
      effectiveFrom: legalTexts.effectiveFrom,
    })
    .from(legalTexts)
    .where(
      and(
        eq(legalTexts.kind, kind),
        lte(legalTexts.effectiveAt, now),
        sql`coalesce(${endsAt} > legal_texts.effective_at, true)`,
      ),
    )
    .orderBy(desc(legalTexts.version));
}

export async function findVersion(
  db: Database,
  kind: LegalKindName,
  version: number,
): Promise<LegalRow | undefined> {
  const [row] = await db
    .select()
    .from(legalTexts)
    .where(and(eq(legalTexts.kind, kind), eq(legalTexts.version, version)));
  return row;
}

/** Serializes publishing of a kind until the transaction ends. */
export async function lockKind(tx: Database, kind: LegalKindName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`legal-text ${kind}`}, 0))`);
}

/** Number of the newest version, or 0. */
export async function latestVersion(db: Database, kind: LegalKindName): Promise<number> {
  const [row] = await db
    .select({ version: max(legalTexts.version) })
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind));
  return row?.version ?? 0;
}

/** When a day begins in a time zone. Uses PostgreSQL for the zone's history. */
export async function readStartOfDay(db: Database, day: string, timeZone: string): Promise<Date> {
  const { rows } = await db.execute<{ start: string }>(
    sql`select extract(epoch from ${day}::timestamp at time zone ${timeZone})::text start`,
  );
  return new Date(Number(rows[0]?.start) * 1000);
}

export async function insertVersion(db: Database, row: NewLegalRow): Promise<void> {
  await db.insert(legalTexts).values(row);
}

/** The lenders that get applications now, in their order; without made-up ones. */
export const selectCurrentLenders = (db: Database) =>
  db
    .select({
      name: lenders.name,
      legalName: lenders.legalName,
      nmlsId: lenders.nmlsId,
      website: lenders.website,
      phone: lenders.phone,
      states: lenders.states,
      isListed: lenders.isListed,
      fromEnvironment: lenders.fromEnvironment,
    })
    .from(lenders)
    .where(
      and(isNull(lenders.archivedAt), isNull(lenders.pausedAt), eq(lenders.connection, 'webhook')),
    )
    .orderBy(asc(lenders.position), asc(lenders.id));
