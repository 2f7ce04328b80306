import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { LenderExtra } from '@lintel/contract/applications/application-detail';
import { isRecord } from '@lintel/contract/core/narrow';
import type { Database } from '../../../platform/db/connect.ts';
import { lenders } from '../../lenders/tables.ts';
import { lenderEvents } from './tables.ts';

/** What lenders sent about an application in fields that the protocol doesn't know. */
export async function readExtras(
  db: Database,
  { contractorId, id }: { contractorId: number; id: number },
): Promise<LenderExtra[]> {
  const rows = await db
    .select({
      key: lenderEvents.id,
      type: lenderEvents.type,
      at: lenderEvents.receivedAt,
      extra: lenderEvents.extra,
      lender: sql<string>`coalesce(${lenders.name}, ${lenderEvents.network})`,
    })
    .from(lenderEvents)
    .leftJoin(lenders, sql`${lenders.id}::text = ${lenderEvents.network}`)
    .where(
      and(
        eq(lenderEvents.contractorId, contractorId),
        eq(lenderEvents.applicationId, id),
        isNotNull(lenderEvents.extra),
      ),
    )
    .orderBy(asc(lenderEvents.receivedAt), asc(lenderEvents.id));
  return rows.map(({ at, extra, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    fields: parseFields(extra, ''),
  }));
}

/** Each value with its path, such as `offers.0.promo.code`. */
function parseFields(value: unknown, name: string): LenderExtra['fields'] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) && !isRecord(value)) return [{ name, value: String(value) }];
  return Object.entries(value).flatMap(([key, one]) =>
    parseFields(one, name === '' ? key : `${name}.${key}`),
  );
}
