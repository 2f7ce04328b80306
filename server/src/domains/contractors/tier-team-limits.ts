import { tiers, type Tier } from '@lintel/contract/billing/tiers';
import type { Received } from '@lintel/contract/core/endpoint';
import { isRecord } from '@lintel/contract/core/narrow';
import type {
  ContractorBeyond,
  MultipleUsers,
  saveMultipleUsers,
} from '@lintel/contract/contractors/tier-team-limits';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockAutoOfTiers } from './repository.ts';
import {
  findSetting,
  insertSetting,
  lastEditOf,
  lockSettingByName,
  requireUnchanged,
  valueAt,
  writeSettingValue,
  type SettingAuthors,
  type SettingRow,
} from '../../platform/settings/store.ts';

/** What changing the limits needs from the accounts. */
export interface TeamLimitDeps extends SettingAuthors {
  db: Database;
  clock: Clock;
  teams: {
    /**
     * Contractors with more active team users than the given limits, with their newest users
     * beyond.
     */
    beyond(db: Database, limits: Partial<Record<Tier, number>>): Promise<ContractorBeyond[]>;
    /** Deactivates the team users beyond a contractor's limit. */
    deactivate(
      tx: Database,
      caller: Caller,
      of: { contractorId: number; limit: number },
    ): Promise<unknown>;
  };
}

const name = 'MultipleUsers';
type Limits = Record<Tier, number>;

/** A tier's limit of team users until staff set another one. */
const defaultLimits: Limits = { Free: 0, Self: 1, Pro: 3, Brand: 5, Concierge: 5, Test: 10 };

const limitsOf = (row: SettingRow | undefined): Limits => ({
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
  limitsOf(await findSetting(db, name));

/** The same with its last editor. */
export async function readMultipleUsers(deps: TeamLimitDeps): Promise<MultipleUsers> {
  const row = await findSetting(deps.db, name);
  return { multipleUsers: limitsOf(row), ...(await lastEditOf(deps, deps.db, row)) };
}

/**
 * Changes the tiers' team limits. Returns the contractors whose teams would lose users, or none
 * when done; otherwise nothing changes until the request is repeated with `confirmationReceived`,
 * which deactivates those users. Contractors with their own limit don't change. Throws `conflict`.
 */
export async function changeMultipleUsers(
  deps: TeamLimitDeps,
  caller: Caller,
  change: Received<typeof saveMultipleUsers, 'body'>,
): Promise<ContractorBeyond[]> {
  return deps.db.transaction(async (tx) => {
    const stored = await lockRecord(tx, deps);
    await requireUnchanged(deps, tx, stored, change.lastEdit, (seen) =>
      changesSince(tx, stored, seen),
    );
    const from = limitsOf(stored);
    const to: Limits = { ...from, ...change.multipleUsers };
    const beyond = await beyondLowered(deps, tx, from, to);
    if (beyond.length > 0 && !change.confirmationReceived) return beyond;
    const { id: userId } = caller.authenticated;
    await writeSettingValue(tx, { name, value: to, userId, at: deps.clock.now() });
    for (const { id: contractorId, limit } of beyond)
      await deps.teams.deactivate(tx, caller, { contractorId, limit });
    const deactivated = beyond.reduce((sum, { teamUsers }) => sum + teamUsers.length, 0);
    const entry = { action: 'setting.updated', entity: 'setting', entityId: stored.id } as const;
    await recordAudit(tx, deps.clock, caller, {
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
  const now = limitsOf(stored);
  return tiers
    .filter((tier) => were[tier] !== now[tier])
    .map((tier) => `${tier}: ${were[tier]} → ${now[tier]}`)
    .join('; ');
}

/** The setting row, created if missing and locked, so that two changes take turns. */
async function lockRecord(tx: Database, { clock }: TeamLimitDeps): Promise<SettingRow> {
  await insertSetting(tx, { name, value: {}, at: clock.now() });
  const row = await lockSettingByName(tx, name);
  if (row === undefined) throw new Error(`The setting ${name} was just stored and is not there`);
  return row;
}

/** Only a lower limit can deactivate users. */
async function beyondLowered(
  deps: TeamLimitDeps,
  tx: Database,
  from: Limits,
  to: Limits,
): Promise<ContractorBeyond[]> {
  const lowered = tiers.filter((tier) => to[tier] < from[tier]);
  if (lowered.length === 0) return [];
  await lockAutoOfTiers(tx, lowered);
  return deps.teams.beyond(tx, Object.fromEntries(lowered.map((tier) => [tier, to[tier]])));
}
