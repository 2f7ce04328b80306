import { and, desc, eq } from 'drizzle-orm';
import { auditLog } from '../../platform/tables.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { ManageDeps } from './manage-deps.ts';

/** What the audit log keeps of a change by staff. */
export const managedAction = 'contractor.managed';

interface Edit {
  by: string;
  at: string;
  /** The contractor's version that the change made. */
  version: number;
}

/** Which change by staff was the last one of a contractor, and whose; null before any. */
export async function lastEdit(
  db: Database,
  { namesOf }: Pick<ManageDeps, 'namesOf'>,
  contractorId: number,
): Promise<Edit | null> {
  const ofContractor = and(
    eq(auditLog.entity, 'contractor'),
    eq(auditLog.entityId, String(contractorId)),
  );
  const [row] = await db
    .select({ actorId: auditLog.actorId, at: auditLog.at, details: auditLog.details })
    .from(auditLog)
    .where(and(ofContractor, eq(auditLog.action, managedAction)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (row === undefined) return null;
  const by =
    row.actorId === null ? '' : ((await namesOf(db, [row.actorId])).get(row.actorId) ?? '');
  return { by, at: row.at.toISOString(), version: (row.details as { version: number }).version };
}
