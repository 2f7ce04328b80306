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

/** What changing the limits asks of the accounts. */
export interface TeamLimitDeps extends SettingAuthors {
  db: Database;
  clock: Clock;
  teams: {
    /** Contractors with more active team users than the given limits, with the newest beyond. */
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

/** How many team users a tier allows until staff set another number. */
const defaultLimits: Limits = { Free: 0, Self: 1, Pro: 3, Brand: 5, Concierge: 5, Test: 10 };

const limitsOf = (row: SettingRow | undefined): Limits => ({
  ...defaultLimits,
  ...limitsIn(row?.value),
});

/** The tiers' own numbers that a stored value has. */
function limitsIn(value: unknown): Partial<Limits> {
  if (!isRecord(value)) return {};
  const numbers = tiers.map((tier) => [tier, value[tier]] as const);
  return Object.fromEntries(
    numbers.flatMap(([tier, limit]) => (typeof limit === 'number' ? [[tier, limit]] : [])),
  );
}

/** How many team users each tier allows. */
export const tierTeamLimits = async (db: Database): Promise<Limits> =>
  limitsOf(await findSetting(db, name));

/** The same with who changed it last. */
export async function readMultipleUsers(deps: TeamLimitDeps): Promise<MultipleUsers> {
  const row = await findSetting(deps.db, name);
  return { multipleUsers: limitsOf(row), ...(await lastEditOf(deps, deps.db, row)) };
}

/**
 * Changes how many team users tiers allow. Returns the contractors whose teams would lose users:
 * none when it is done; otherwise nothing is changed until the change comes again with
 * `confirmationReceived`, which deactivates those users. Contractors with a number of their own are
 * left alone. Throws `conflict`.
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

/** Which numbers are others than they were, in words. */
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

/** The record, made when there is none yet, locked so that two changes take turns. */
async function lockRecord(tx: Database, { clock }: TeamLimitDeps): Promise<SettingRow> {
  await insertSetting(tx, { name, value: {}, at: clock.now() });
  const row = await lockSettingByName(tx, name);
  if (row === undefined) throw new Error(`The setting ${name} was just stored and is not there`);
  return row;
}

/** Only a lower number can leave no room. */
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
