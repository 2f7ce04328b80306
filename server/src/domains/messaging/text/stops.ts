import type { stopSources } from '@lintel/contract/texts/constants';
import { recordAudit, type AuditActor } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { deleteStop, insertStop } from './repository.ts';

interface Stopping {
  /** E.164. */
  number: string;
  by: AuditActor;
}

/**
 * Stops a number in the caller's transaction. Waiting texts are dropped at their turn. An existing
 * stop stays unchanged, but the owner can make a stop by staff permanent.
 */
export async function stopNumber(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { number, source, by }: Stopping & { source: (typeof stopSources)[number] },
): Promise<void> {
  if (!(await insertStop(tx, { number, source, stoppedAt: clock.now() }))) return;
  const entry = {
    action: 'text.stopped',
    entity: 'phone',
    entityId: number,
    contractorId: null,
  } as const;
  await recordAudit(tx, clock, by, { ...entry, details: { source } });
}

/** Allows a number again. Returns whether it was stopped. */
export async function resumeNumber(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { number, by }: Stopping,
): Promise<boolean> {
  if (!(await deleteStop(tx, number))) return false;
  const entry = {
    action: 'text.resumed',
    entity: 'phone',
    entityId: number,
    contractorId: null,
  } as const;
  await recordAudit(tx, clock, by, entry);
  return true;
}
