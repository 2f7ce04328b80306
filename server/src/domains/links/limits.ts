import { linksADay, linksToOneADay, sendProblems } from '@lintel/contract/links/constants';
import type {
  readLinkLimit,
  readLinkSettings,
  saveLinkSettings,
} from '@lintel/contract/links/links';
import type { Answered, Received } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { dayIn } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import { contractorPlan, readContractorZone } from '../contractors/index.ts';
import { accountOf } from '../identity/index.ts';
import { findLimit } from './own-limit.ts';
import {
  findSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';

/** How many messages with links a contractor may send in a day. */
const settingName = 'LinksADay';

export interface LimitDeps {
  clock: Clock;
  timeZone: string;
}

const numberIn = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : linksADay.standard;

const limitOfAll = async (db: Database): Promise<number> =>
  numberIn((await findSetting(db, settingName))?.value);

/** The contractor's own number where it has one, else that of all. */
async function limitADay(db: Database, contractorId: number): Promise<number> {
  return (await findLimit(db, contractorId))?.aDay ?? limitOfAll(db);
}

// A window of two days under the day's own name: it begins anew at midnight.
const windowSeconds = 2 * 86_400;
const keyOf = async (
  { clock, timeZone }: LimitDeps,
  db: Database,
  contractorId: number,
): Promise<string> => {
  const zone = await readContractorZone(db, contractorId, timeZone);
  return `links:${contractorId}:${dayIn(clock.now(), zone)}`;
};

/** What staff read of one contractor's number. Throws `not_found`. */
export async function readOwnLimit(
  db: Database,
  contractorId: number,
): Promise<Answered<typeof readLinkLimit>> {
  await contractorPlan(db, contractorId);
  const [own, ofAll] = await Promise.all([findLimit(db, contractorId), limitOfAll(db)]);
  const by = own === undefined ? null : await accountOf(db, own.savedBy);
  return {
    aDay: own?.aDay ?? null,
    ofAll,
    savedAt: own?.savedAt.toISOString() ?? null,
    email: by?.email ?? '',
  };
}

/** How many messages a contractor may still send today. */
export async function leftToday(
  db: Database,
  deps: LimitDeps,
  contractorId: number,
): Promise<{ aDay: number; left: number }> {
  const [aDay, used] = await Promise.all([
    limitADay(db, contractorId),
    new CallCounter(db, deps.clock).countOf(await keyOf(deps, db, contractorId)),
  ]);
  return { aDay, left: Math.max(0, aDay - used) };
}

/**
 * Counts one message with a link in the caller's transaction: who sends at the same time waits, and
 * what is not sent is not counted. Throws `link_limit` where the contractor has sent its number for
 * today, `link_refused` where this person has had enough.
 */
export async function countMessage(
  tx: Database,
  deps: LimitDeps,
  { contractorId, to }: { contractorId: number; to: string },
): Promise<void> {
  const counter = new CallCounter(tx, deps.clock);
  const key = await keyOf(deps, tx, contractorId);
  const aDay = await limitADay(tx, contractorId);
  if ((await counter.count(key, windowSeconds)) > aDay)
    throw new AppError('link_limit', {
      message: `Your company has sent the ${aDay} messages with links that it may send in a day. Please try again tomorrow, or show a QR code.`,
    });
  if (
    (await counter.count(`${key}:${hashSecret(to.toLowerCase())}`, windowSeconds)) > linksToOneADay
  )
    throw new AppError('link_refused', { message: sendProblems['often-to-person'] });
}

/** How often a person was sent something today. */
export const countOfPerson = async (
  db: Database,
  deps: LimitDeps,
  { contractorId, to }: { contractorId: number; to: string },
): Promise<number> =>
  new CallCounter(db, deps.clock).countOf(
    `${await keyOf(deps, db, contractorId)}:${hashSecret(to.toLowerCase())}`,
  );

type Settings = Answered<typeof readLinkSettings>;

/** The number with who saved it last and when. */
export async function readSettings(db: Database): Promise<Settings> {
  const row = await findSetting(db, settingName);
  const by = row?.userId == null ? null : await accountOf(db, row.userId);
  return {
    aDay: numberIn(row?.value),
    savedAt: row?.lastEdit.toISOString() ?? null,
    email: by?.email ?? '',
  };
}

/** Changes the number. Throws `conflict` when somebody else has since `savedAt`. */
export async function saveSettings(
  { db, clock }: { db: Database; clock: Clock },
  caller: Caller,
  { aDay, savedAt }: Received<typeof saveLinkSettings, 'body'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSettingByName(tx, settingName);
    if (savedAt !== undefined && savedAt !== (stored?.lastEdit.toISOString() ?? null))
      throw new AppError('conflict', {
        message: 'Somebody else has changed this number meanwhile. Please open it again.',
      });
    const change = { userId: caller.authenticated.id, at: clock.now() };
    await writeSettingValue(tx, { name: settingName, value: aDay, ...change });
    await recordAudit(tx, clock, caller, {
      action: 'link-settings.saved',
      entity: 'setting',
      entityId: settingName,
      contractorId: null,
      details: { before: numberIn(stored?.value), after: aDay },
    });
  });
}
