import type { stopSources } from '@lintel/contract/texts/constants';
import { recordAudit, type Doer } from '../../../platform/audit/audit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { deleteStop, insertStop } from './repository.ts';

/**
 * Called when the owner of a number has stopped texts, in that transaction: consents to automated
 * contact end with it. Staff who stop a number may be wrong, and can take it back.
 */
export type OnStopped = (tx: Database, stopped: { number: string; now: Date }) => Promise<void>;

interface Stopping {
  /** E.164. */
  number: string;
  by: Doer;
}

/**
 * From now on nobody texts the number, in the caller's transaction. What waits for it is dropped
 * when its turn comes. A number that is stopped already stays as it is, but what staff stopped its
 * owner can stop for good.
 */
export async function stopNumber(
  tx: Database,
  { clock }: { clock: Clock },
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

/** Lets a number get texts again. Returns whether it was stopped. */
export async function resumeNumber(
  tx: Database,
  { clock }: { clock: Clock },
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
