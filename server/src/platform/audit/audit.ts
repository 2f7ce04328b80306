import {
  isAuditAction,
  type AuditActionName,
  type AuditedOf,
} from '@lintel/contract/audit/actions';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/connect.ts';
import { noContractor } from '../db/no-contractor.ts';
import type { Caller } from '../http/caller.ts';
import { auditLog, auditUnchained } from '../tables.ts';

/** Handed on for those who record what a caller did. */
export type { Caller };

/**
 * Somebody without a session, known by where the request came from and, where a password or a link
 * proved it, by the account.
 */
export interface Visitor {
  address: string;
  accountId?: number;
}

/** Who did something: both of them bring their address. Null for what nobody's request started. */
export type Doer = Caller | Visitor | null;

export interface AuditEntry {
  /** From the catalogue in the contract, which has words for it. */
  action: AuditActionName;
  entity: string;
  entityId?: number | string;
  /** Null where it concerns no contractor; left out, it is the one that the caller looks at. */
  contractorId?: number | null;
  /**
   * No secrets (passwords, numbers of cards, accounts and tax forms) and no personal data beyond
   * what the entry is about.
   */
  details?: Record<string, unknown>;
}

/**
 * Writes one entry in the caller's transaction, with both account ids while switched. What is
 * written stays: the database refuses changes, and a sweep chains it (`chain.ts`), which finds it
 * by a note of the same transaction.
 */
export async function recordAudit(
  db: Database,
  clock: Clock,
  by: Doer,
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
 * Records what happens to one kind of entity: `const audit = auditor('plan')`, then
 * `audit(tx, deps, caller, 'created', { entityId })` for the action `plan.created`. `fixed` has what
 * all its entries share; `entity` is the kind itself unless it says otherwise.
 */
export const auditor =
  <Kind extends string>(
    kind: Kind,
    fixed: Partial<Pick<AuditEntry, 'entity' | 'contractorId'>> = {},
  ) =>
  (
    db: Database,
    { clock }: { clock: Clock },
    by: Doer,
    what: AuditedOf<Kind>,
    entry: Omit<AuditEntry, 'action' | 'entity'>,
  ): Promise<void> => {
    const action = `${kind}.${what}`;
    if (!isAuditAction(action)) throw new Error(`The catalog of audit actions has no ${action}`);
    return recordAudit(db, clock, by, { entity: kind, ...fixed, ...entry, action });
  };

function whoIs(by: Doer) {
  if (by === null) return { actorId: null, userId: null, lookedAt: null, address: null };
  if ('authenticated' in by) {
    const { authenticated, user, address } = by;
    return { actorId: authenticated.id, userId: user.id, lookedAt: user.contractorId, address };
  }
  const { accountId = null, address } = by;
  return { actorId: accountId, userId: accountId, lookedAt: null, address };
}
