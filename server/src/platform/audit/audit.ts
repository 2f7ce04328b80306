import {
  isAuditAction,
  type AuditActionName,
  type AuditedAction,
} from '@lintel/contract/audit/actions';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { noContractor } from '../db/no-contractor.ts';
import type { Caller } from '../http/caller.ts';
import { auditLog, auditUnchained } from '../tables.ts';

/** Re-exported for callers that record audit entries. */
export type { Caller };

/**
 * A caller without a session, identified by IP address and, where a password or a link proved it,
 * by account.
 */
export interface Visitor {
  address: string;
  accountId?: number;
}

/** The actor, with an IP address. Null for actions that no request started. */
export type AuditActor = Caller | Visitor | null;

export interface AuditEntry {
  /** From the contract's catalog, which has a text for it. */
  action: AuditActionName;
  entity: string;
  entityId?: number | string;
  /** Null when no contractor is involved; defaults to the contractor that the caller is viewing. */
  contractorId?: number | null;
  /**
   * No secrets (passwords; card, account, or tax numbers) and no personal data beyond what the
   * entry is about.
   */
  details?: Record<string, unknown>;
}

/**
 * Writes one entry in the caller's transaction, with both account ids while switched. Entries are
 * permanent: the database rejects changes. A sweep adds them to the hash chain (`chain.ts`); a row
 * written in the same transaction marks them as waiting.
 */
export async function recordAudit(
  db: Database,
  clock: Clock,
  by: AuditActor,
  entry: AuditEntry,
): Promise<void> {
  const { actorId, userId, lookedAt, address } = whoIs(by);
  const contractorId = entry.contractorId === undefined ? lookedAt : entry.contractorId;
  const written = await db
    .insert(auditLog)
    .values({
      at: clock.now(),
      actorId,
      userId,
      contractorId: contractorId ?? noContractor,
      action: entry.action,
      entity: entry.entity,
      entityId: entry.entityId === undefined ? null : String(entry.entityId),
      details: entry.details ?? {},
      address,
    })
    .returning({ entryId: auditLog.id });
  await db.insert(auditUnchained).values(written);
}

/**
 * Records actions on one kind of entity: `const audit = auditor('plan')`, then `audit(tx, deps,
 * caller, 'created', { entityId })` for the action `plan.created`. `fixed` holds what all its
 * entries share; `entity` defaults to the kind.
 */
export const auditor =
  <Kind extends string>(
    kind: Kind,
    fixed: Partial<Pick<AuditEntry, 'entity' | 'contractorId'>> = {},
  ) =>
  (
    db: Database,
    { clock }: { clock: Clock },
    by: AuditActor,
    what: AuditedAction<Kind>,
    entry: Omit<AuditEntry, 'action' | 'entity'>,
  ): Promise<void> => {
    const action = `${kind}.${what}`;
    if (!isAuditAction(action)) throw new Error(`The catalog of audit actions has no ${action}`);
    return recordAudit(db, clock, by, { entity: kind, ...fixed, ...entry, action });
  };

function whoIs(by: AuditActor) {
  if (by === null) return { actorId: null, userId: null, lookedAt: null, address: null };
  if ('authenticated' in by) {
    const { authenticated, user, address } = by;
    return { actorId: authenticated.id, userId: user.id, lookedAt: user.contractorId, address };
  }
  const { accountId = null, address } = by;
  return { actorId: accountId, userId: accountId, lookedAt: null, address };
}
