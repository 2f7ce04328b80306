import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { saveContractor } from '@lintel/contract/contractors-profile';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockContractor } from './owners.ts';
import { contractors } from './tables.ts';

const fields = ['companyName', 'companyAddress', 'websiteUrl', 'phone'] as const;
type Change = z.output<(typeof saveContractor)['body']>;

/** Saves what is sent of the company profile; the audit entry names the fields that changed. */
export async function saveProfile(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  contractorId: number,
  change: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockContractor(tx, contractorId);
    const changed = fields.filter((field) => change[field] !== undefined && change[field] !== stored[field]);
    if (changed.length === 0) return;
    const values = Object.fromEntries(changed.map((field) => [field, change[field]]));
    await tx.update(contractors).set(values).where(eq(contractors.id, contractorId));
    const details = { changed };
    await recordAudit(tx, clock, caller, {
      action: 'contractor.profile-saved',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
      details,
    });
  });
}
