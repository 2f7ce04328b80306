import { linksADay, linksToOneADay, sendProblems } from '@lintel/contract/links/constants';
import type {
  readLinkLimit,
  readLinkSettings,
  saveLinkSettings,
} from '@lintel/contract/links/links';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { dayIn } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import { contractorPlan, readContractorZone } from '../contractors/index.ts';
import { findAccount } from '../identity/index.ts';
import { findLimit } from './own-limit.ts';
import {
  findSetting,
  lockSettingByName,
  writeSettingValue,
} from '../../platform/settings/store.ts';

/** Setting: messages with links per contractor and day. */
const settingName = 'LinksADay';

const numberIn = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : linksADay.standard;

const readOverallLimit = async (db: Database): Promise<number> =>
  numberIn((await findSetting(db, settingName))?.value);

/** The contractor's own limit, or else the general one. */
async function limitADay(db: Database, contractorId: number): Promise<number> {
  return (await findLimit(db, contractorId))?.aDay ?? readOverallLimit(db);
}

// A two-day window keyed by the date, so counting restarts at midnight.
const windowSeconds = 2 * 86_400;
const counterKey = async (
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  db: Database,
  contractorId: number,
): Promise<string> => {
  const zone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  return `links:${contractorId}:${dayIn(clock.now(), zone)}`;
};

/** A contractor's own limit, for staff. Throws `not_found`. */
export async function readOwnLimit(
  db: Database,
  contractorId: number,
): Promise<ResponseBody<typeof readLinkLimit>> {
  await contractorPlan(db, contractorId);
  const [own, ofAll] = await Promise.all([findLimit(db, contractorId), readOverallLimit(db)]);
  const by = own === undefined ? null : await findAccount(db, own.savedBy);
  return {
    aDay: own?.aDay ?? null,
    ofAll,
    savedAt: own?.savedAt.toISOString() ?? null,
    email: by?.email ?? '',
  };
}

/** Messages that a contractor may still send today. */
export async function leftToday(
  db: Database,
  context: Pick<Context, 'clock' | 'config'>,
  contractorId: number,
): Promise<{ aDay: number; left: number }> {
  const [aDay, used] = await Promise.all([
    limitADay(db, contractorId),
    new CallCounter(db, context.clock).countOf(await counterKey(context, db, contractorId)),
  ]);
  return { aDay, left: Math.max(0, aDay - used) };
}

/**
 * Counts one message with a link in the caller's transaction: concurrent sends wait, and unsent
 * messages don't count. Throws `link_limit` when the contractor reached its daily limit,
 * `link_refused` when this person reached theirs.
 */
export async function countMessage(
  tx: Database,
  context: Context,
  { contractorId, to }: { contractorId: number; to: string },
): Promise<void> {
  const counter = new CallCounter(tx, context.clock);
  const key = await counterKey(context, tx, contractorId);
  const aDay = await limitADay(tx, contractorId);
  if ((await counter.count(key, windowSeconds)) > aDay)
    throw new AppError('link_limit', {
      message: `Your company has reached its limit of ${aDay} link messages a day. Please try again tomorrow, or show a QR code.`,
    });
  if (
    (await counter.count(`${key}:${hashSecret(to.toLowerCase())}`, windowSeconds)) > linksToOneADay
  )
    throw new AppError('link_refused', { message: sendProblems['often-to-person'] });
}

/** Number of messages to a person today. */
export const countSentToPerson = async (
  db: Database,
  context: Context,
  { contractorId, to }: { contractorId: number; to: string },
): Promise<number> =>
  new CallCounter(db, context.clock).countOf(
    `${await counterKey(context, db, contractorId)}:${hashSecret(to.toLowerCase())}`,
  );

type Settings = ResponseBody<typeof readLinkSettings>;

/** The limit, with who last saved it and when. */
export async function readSettings(db: Database): Promise<Settings> {
  const row = await findSetting(db, settingName);
  const by = row?.userId == null ? null : await findAccount(db, row.userId);
  return {
    aDay: numberIn(row?.value),
    savedAt: row?.lastEdit.toISOString() ?? null,
    email: by?.email ?? '',
  };
}

/** Saves the limit. Throws `conflict` when it changed since `savedAt`. */
export async function saveSettings(
  { db, clock }: Context,
  caller: Caller,
  { aDay, savedAt }: RequestPart<typeof saveLinkSettings, 'body'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockSettingByName(tx, settingName);
    if (savedAt !== undefined && savedAt !== (stored?.lastEdit.toISOString() ?? null))
      throw new AppError('conflict', {
        message: 'Someone else changed this number. Please open it again.',
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
