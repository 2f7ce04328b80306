import { retentionRules, type RetentionKind } from '@lintel/contract/privacy/constants';
import type { RetentionSettings } from '@lintel/contract/privacy/retention';
import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { findAccount } from '../../identity/index.ts';
import {
  findSetting,
  insertSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../../platform/settings/store.ts';

const name = 'Retention';

export type Months = Record<RetentionKind, number>;

/** The stored values, raised to the current minimums: a release may raise a legal minimum. */
function monthsIn(value: unknown): Months {
  const stored = isRecord(value) ? value : {};
  return mapValues(retentionRules, ({ standard, min, max }, kind) => {
    const months = stored[kind];
    return typeof months === 'number' ? Math.min(max, Math.max(min, months)) : standard;
  });
}

/** Retention in months after the last use, by kind. */
export const readMonths = async (db: Database): Promise<Months> =>
  monthsIn((await findSetting(db, name))?.value);

/** The time this many calendar months earlier; the day is capped at the end of a shorter month. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}

export async function readSettings({ db }: Pick<Context, 'db'>): Promise<RetentionSettings> {
  const row = await findSetting(db, name);
  const userId = row?.userId ?? null;
  const account = userId === null ? null : await findAccount(db, userId);
  return {
    months: monthsIn(row?.value),
    userName: account === null ? '' : `${account.firstname} ${account.lastname}`.trim(),
    email: account?.email ?? '',
    lastEdit: row === undefined || userId === null ? null : row.lastEdit.toISOString(),
  };
}

/** Changes the retention periods. Throws `conflict` when they changed since. */
export async function saveSettings(
  { db, clock }: Context,
  caller: Caller,
  { months, lastEdit }: { months: Months; lastEdit?: string | null | undefined },
): Promise<RetentionSettings> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    await insertSetting(tx, { name, value: {}, at });
    await lockSettingByName(tx, name);
    const before = await readSettings({ db: tx });
    if (lastEdit !== undefined && lastEdit !== before.lastEdit)
      throw new AppError('conflict', {
        message: `${before.userName || 'Someone else'} changed this while you were editing: ${differences(months, before.months)}. Nothing was saved.`,
      });
    await writeSettingValue(tx, { name, value: months, userId: caller.authenticated.id, at });
    await recordAudit(tx, clock, caller, {
      action: 'retention.saved',
      entity: 'setting',
      entityId: name,
      contractorId: null,
      details: { before: before.months, after: months },
    });
    return readSettings({ db: tx });
  });
}

/** Describes stored values that differ from those to be saved. */
function differences(mine: Months, stored: Months): string {
  const other = keysOf(retentionRules).filter((kind) => mine[kind] !== stored[kind]);
  const words = other.map((kind) => `${retentionRules[kind].label}: ${stored[kind]} months`);
  return words.length === 0 ? 'to the same numbers' : words.join('; ');
}
