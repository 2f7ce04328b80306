import { tiers, type Tier } from '@lintel/contract/billing/tiers';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { isRecord } from '@lintel/contract/core/narrow';
import type {
  ContractorBeyond,
  MultipleUsers,
  saveMultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { lockAutomaticTiers } from './repository.ts';
import {
  findSetting,
  insertSetting,
  readLastEdit,
  lockSettingByName,
  requireUnchanged,
  valueAt,
  writeSettingValue,
  type SettingRow,
} from '../../platform/settings/store.ts';

const name = 'MultipleUsers';
type Limits = Record<Tier, number>;

/** A tier's limit of team users until staff set another one. */
const defaultLimits: Limits = { Free: 0, Self: 1, Pro: 3, Brand: 5, Concierge: 5, Test: 10 };

const readStoredLimits = (row: SettingRow | undefined): Limits => ({
  ...defaultLimits,
  ...limitsIn(row?.value),
});

/** The valid limits in a stored value. */
function limitsIn(value: unknown): Partial<Limits> {
  if (!isRecord(value)) return {};
  const numbers = tiers.map((tier) => [tier, value[tier]] as const);
  return Object.fromEntries(
    numbers.flatMap(([tier, limit]) => (typeof limit === 'number' ? [[tier, limit]] : [])),
  );
}

/** The limit of team users of each tier. */
export const tierTeamLimits = async (db: Database): Promise<Limits> =>
  readStoredLimits(await findSetting(db, name));

/** The same with its last editor. */
export async function readMultipleUsers(context: Context): Promise<MultipleUsers> {
  const row = await findSetting(context.db, name);
  return {
    multipleUsers: readStoredLimits(row),
    ...(await readLastEdit(context, context.db, row)),
  };
}

/**
 * Changes the tiers' team limits. Returns the contractors whose teams would lose users, or none
 * when done; otherwise nothing changes until the request is repeated with `confirmationReceived`,
 * which deactivates those users. Contractors with their own limit don't change. Throws `conflict`.
 */
export async function changeMultipleUsers(
  context: Context,
  caller: Caller,
  change: RequestPart<typeof saveMultipleUsers, 'body'>,
): Promise<ContractorBeyond[]> {
  return context.db.transaction(async (tx) => {
    const stored = await lockRecord(tx, context);
    await requireUnchanged(context, tx, stored, change.lastEdit, (seen) =>
      changesSince(tx, stored, seen),
    );
    const from = readStoredLimits(stored);
    const to: Limits = { ...from, ...change.multipleUsers };
    const beyond = await beyondLowered(context, tx, from, to);
    if (beyond.length > 0 && !change.confirmationReceived) return beyond;
    const { id: userId } = caller.authenticated;
    await writeSettingValue(tx, { name, value: to, userId, at: context.clock.now() });
    for (const { id: contractorId, limit } of beyond)
      await context.emit(tx, 'contractor.team-limited', { caller, contractorId, limit });
    const deactivated = beyond.reduce((sum, { teamUsers }) => sum + teamUsers.length, 0);
    const entry = { action: 'setting.updated', entity: 'setting', entityId: stored.id } as const;
    await recordAudit(tx, context.clock, caller, {
      ...entry,
      details: { name, from, to, deactivated },
    });
    return [];
  });
}

/** The changed limits as text. */
async function changesSince(
  tx: Database,
  stored: SettingRow,
  seen: string | null,
): Promise<string> {
  const before = await valueAt(tx, stored, seen);
  if (before === undefined) return '';
  const were = limitsIn(before);
  const now = readStoredLimits(stored);
  return tiers
    .filter((tier) => were[tier] !== now[tier])
    .map((tier) => `${tier}: ${were[tier]} → ${now[tier]}`)
    .join('; ');
}

/** The setting row, created if missing and locked, so that two changes take turns. */
async function lockRecord(tx: Database, { clock }: Context): Promise<SettingRow> {
  await insertSetting(tx, { name, value: {}, at: clock.now() });
  const row = await lockSettingByName(tx, name);
  if (row === undefined) throw new Error(`The setting ${name} was just stored and is not there`);
  return row;
}

/** Only a lower limit can deactivate users. */
async function beyondLowered(
  context: Context,
  tx: Database,
  from: Limits,
  to: Limits,
): Promise<ContractorBeyond[]> {
  const lowered = tiers.filter((tier) => to[tier] < from[tier]);
  if (lowered.length === 0) return [];
  await lockAutomaticTiers(tx, lowered);
  return context.team.beyondTiers(tx, Object.fromEntries(lowered.map((tier) => [tier, to[tier]])));
}
