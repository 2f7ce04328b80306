import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import type { Caller } from '../http/caller.ts';
import { auditLog } from '../tables.ts';

/** Handed on for those who record what a caller did. */
export type { Caller };

export interface AuditEntry {
  /** `<entity>.<what happened>` */
  action: string;
  entity: string;
  entityId?: number | string;
  contractorId?: number | null;
  /** No secrets and no personal data beyond what the entry is about. */
  details?: Record<string, unknown>;
  address?: string;
}

/** Writes one entry in the caller's transaction, with both account ids while switched. */
export async function recordAudit(
  db: Database,
  clock: Clock,
  caller: Caller | null,
  entry: AuditEntry,
): Promise<void> {
  await db.insert(auditLog).values({
    at: clock.now(),
    actorId: caller?.authenticated.id ?? null,
    userId: caller?.user.id ?? null,
    contractorId: entry.contractorId ?? caller?.user.contractorId ?? null,
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId === undefined ? null : String(entry.entityId),
    details: entry.details ?? {},
    address: entry.address ?? null,
  });
}
