import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { noContractor } from '../../../platform/db/no-contractor.ts';
import { auditLog } from '../../../platform/tables.ts';
import { lenders } from '../../lenders/tables.ts';
import { ratesSetting } from '../rates.ts';

/** The latest changes of the rates, newest first. */
export const selectRateChanges = (db: Database, limit: number) =>
  db
    .select({
      action: auditLog.action,
      at: auditLog.at,
      actorId: auditLog.actorId,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.contractorId, noContractor),
        eq(auditLog.entity, 'setting'),
        eq(auditLog.entityId, ratesSetting),
        inArray(auditLog.action, ['commission-rates.added', 'commission-rates.canceled']),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);

/** Lenders in use with an agreed commission to the provider, by name. */
export async function selectLenderPercents(
  db: Database,
): Promise<{ name: string; percent: number }[]> {
  const rows = await db
    .select({ name: lenders.name, basisPoints: lenders.commissionBasisPoints })
    .from(lenders)
    .where(and(isNotNull(lenders.commissionBasisPoints), isNull(lenders.archivedAt)))
    .orderBy(asc(lenders.name));
  return rows.map(({ name, basisPoints }) => ({ name, percent: (basisPoints ?? 0) / 100 }));
}
