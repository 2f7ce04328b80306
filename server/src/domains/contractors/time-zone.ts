import { eq, inArray } from 'drizzle-orm';
import { contractorZone } from '@lintel/contract/core/time-zones';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from './tables.ts';

const zoned = { timeZone: contractors.timeZone, companyAddress: contractors.companyAddress };

/** A contractor's time zone; `fallback`, the provider's zone, for an unknown contractor. */
export async function readContractorZone(
  db: Database,
  contractorId: number | null,
  fallback: string,
): Promise<string> {
  if (contractorId === null) return fallback;
  const [found] = await db.select(zoned).from(contractors).where(eq(contractors.id, contractorId));
  return found === undefined ? fallback : contractorZone(found, fallback);
}

/** Time zones by contractor id. */
export async function readZones(
  db: Database,
  ids: readonly number[],
  fallback: string,
): Promise<(contractorId: number) => string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: contractors.id, ...zoned })
          .from(contractors)
          .where(inArray(contractors.id, [...new Set(ids)]));
  const zones = new Map(rows.map(({ id, ...row }) => [id, contractorZone(row, fallback)]));
  return (id) => zones.get(id) ?? fallback;
}
