import type { PayoutSettings } from '@lintel/contract/payouts/settings';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { writeSettingValue } from '../settings/index.ts';
import type { PayoutDeps } from './deps.ts';
import { makePayouts } from './jobs.ts';
import { automaticSetting, isAutomatic, readThresholds, thresholdSetting } from './threshold.ts';

/** How payouts are made. */
export async function readPreferences(db: Database): Promise<PayoutSettings> {
  const [automatic, thresholds] = [await isAutomatic(db), await readThresholds(db)];
  return { automatic, thresholds };
}

/**
 * Changes how payouts are made. What waits is examined again at once: by whoever looks at it next,
 * and by a job.
 */
export async function savePreferences(
  { db, clock }: PayoutDeps,
  caller: Caller,
  wanted: PayoutSettings,
): Promise<void> {
  const change = { userId: caller.authenticated.id, at: clock.now() };
  await db.transaction(async (tx) => {
    const before = await readPreferences(tx);
    await writeSettingValue(tx, { name: automaticSetting, value: wanted.automatic, ...change });
    const thresholds = wanted.thresholds.toSorted((a, b) => a.from.localeCompare(b.from));
    await writeSettingValue(tx, { name: thresholdSetting, value: thresholds, ...change });
    await enqueue(tx, makePayouts, null, { key: 'payout rules' });
    const details = { before, after: { ...wanted, thresholds } };
    await recordAudit(tx, clock, caller, {
      action: 'payout-settings.saved',
      entity: 'setting',
      entityId: thresholdSetting,
      details,
    });
  });
}
