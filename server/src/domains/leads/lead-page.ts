import type { Lead } from '@lintel/contract/leads/lead';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { crmLeadUrl, managersWithIds } from '../contractors/index.ts';
import { fullNames } from '../identity/index.ts';
import { openCrm } from './crm.ts';
import { findLead, lockLead, setLeadOwner } from './lead-repository.ts';
import { requireManager } from './owners.ts';
import { presentLead } from './present-lead.ts';

/** Loads a lead. Throws `not_found`. */
export async function readLead({ db, config }: Context, id: number): Promise<Lead> {
  const row = await findLead(db, id);
  if (row === undefined) throw new AppError('not_found');
  const author = row.lead?.createdBy ?? null;
  const names = author === null ? new Map<number, string>() : await fullNames(db, [author]);
  return presentLead(id, row, {
    names,
    connected: openCrm(config) !== null,
    leadUrl: crmLeadUrl(config.crmLeadUrl, id),
  });
}

/**
 * Reassigns a lead. Throws `not_found`, a field error, or `conflict` when the current owner isn't
 * the one the editor saw.
 */
export async function changeOwner(
  context: Context,
  caller: Caller,
  id: number,
  { ownerId, from }: { ownerId: number | null; from?: number | null | undefined },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const stored = await lockLead(tx, id);
    if (stored === undefined) throw new AppError('not_found');
    const nameOf = async (owner: number | null): Promise<string> =>
      owner === null ? '' : ((await managersWithIds(tx, [owner]))[0]?.fullName ?? '');
    const before = await nameOf(stored.ownerId);
    if (from !== undefined && from !== stored.ownerId)
      throw new AppError('conflict', {
        message: `The owner of this lead is now ${before || 'no one'}.`,
      });
    if (ownerId === stored.ownerId) return;
    const to = ownerId === null ? '' : (await requireManager(tx, ownerId, 'ownerId')).fullName;
    await setLeadOwner(tx, id, ownerId);
    const entry = {
      action: 'lead.owner-changed',
      entity: 'lead',
      entityId: id,
      contractorId: stored.contractorId,
    } as const;
    await recordAudit(tx, context.clock, caller, {
      ...entry,
      details: { changes: [{ field: 'Lead owner', from: before, to }] },
    });
  });
}
