import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveContractor } from '@lintel/contract/contractors/profile';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { lockContractor } from './owners.ts';
import { contractors } from './tables.ts';

const fields = ['companyName', 'companyAddress', 'websiteUrl', 'phone'] as const;
type Change = z.output<(typeof saveContractor)['body']>;

const labels = {
  companyName: 'Company name',
  companyAddress: 'Address',
  websiteUrl: 'Site URL',
  phone: 'Phone',
} as const;

/**
 * Saves what is sent of the company profile; the audit entry, which the staff's history shows,
 * tells what changed. Throws `conflict` when somebody else changed one of them since it was `seen`.
 */
export async function saveProfile(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  contractorId: number,
  change: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockContractor(tx, contractorId);
    const isAsSeen = (field: (typeof fields)[number]): boolean =>
      change.seen?.[field] === change[field];
    const sent = fields.filter((field) => change[field] !== undefined && !isAsSeen(field));
    const changed = sent.filter((field) => change[field] !== stored[field]);
    if (changed.length === 0) return;
    const taken = changed.filter(
      (field) => (change.seen?.[field] ?? stored[field]) !== stored[field],
    );
    if (taken.length > 0)
      throw changedMeanwhile(taken.map((field) => `${labels[field]} is “${stored[field]}” now`));
    const values = Object.fromEntries(changed.map((field) => [field, change[field]]));
    await tx.update(contractors).set(values).where(eq(contractors.id, contractorId));
    const changes = changed.map((field) => ({
      field: labels[field],
      from: stored[field],
      to: change[field],
    }));
    const details = { changed, changes };
    await recordAudit(tx, clock, caller, {
      action: 'contractor.profile-saved',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
      details,
    });
  });
}

const changedMeanwhile = (now: string[]): AppError =>
  new AppError('conflict', {
    message: `Somebody else changed this meanwhile. ${now.join('; ')}. Nothing was saved.`,
  });
