import type { Context } from '../../platform/context.ts';
import type { PayoutSettings, StoredPayoutSettings } from '@lintel/contract/payouts/settings';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { findSetting, writeSettingValue } from '../../platform/settings/store.ts';
import { makePayouts } from './jobs.ts';
import { takeRunLock } from './runs/repository.ts';
import {
  automaticSetting,
  isAutomatic,
  isOnePerson,
  onePersonSetting,
  readThresholds,
  thresholdSetting,
} from './threshold.ts';

export async function readPreferences(db: Database): Promise<StoredPayoutSettings> {
  const saved = await findSetting(db, thresholdSetting);
  return {
    automatic: await isAutomatic(db),
    onePerson: await isOnePerson(db),
    thresholds: await readThresholds(db),
    savedAt: saved?.lastEdit.toISOString() ?? null,
  };
}

type SettingsForm = PayoutSettings & { savedAt?: string | null | undefined };

/**
 * Changes the payout settings. Waiting payouts are examined again at once, by the next reader and
 * by a job. Throws `conflict` when another user changed them after `savedAt`, so that the
 * one-person rule is never turned on or off unseen.
 */
export async function savePreferences(
  { db, clock }: Context,
  caller: Caller,
  { savedAt, ...wanted }: SettingsForm,
): Promise<void> {
  const change = { userId: caller.authenticated.id, at: clock.now() };
  await db.transaction(async (tx) => {
    // A release in progress finishes under the rules it started with.
    await takeRunLock(tx);
    const { savedAt: storedAt, ...before } = await readPreferences(tx);
    if (savedAt !== undefined && savedAt !== storedAt)
      throw new AppError('conflict', {
        message: 'Someone else changed the payout rules. Please open them again.',
      });
    const { automatic, onePerson } = wanted;
    const thresholds = wanted.thresholds.toSorted((a, b) => a.from.localeCompare(b.from));
    await writeSettingValue(tx, { name: automaticSetting, value: automatic, ...change });
    await writeSettingValue(tx, { name: onePersonSetting, value: onePerson, ...change });
    await writeSettingValue(tx, { name: thresholdSetting, value: thresholds, ...change });
    await enqueue(tx, makePayouts, null, { key: 'payout rules' });
    await recordAudit(tx, clock, caller, {
      action: 'payout-settings.saved',
      entity: 'setting',
      entityId: thresholdSetting,
      details: { before, after: { ...wanted, thresholds } },
    });
  });
}
