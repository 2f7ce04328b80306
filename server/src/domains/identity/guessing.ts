import { randomUUID } from 'node:crypto';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { clockSkewMs, type CallCounter } from '../../platform/limits/counter.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  lockFailures,
  markTold,
  setFailures,
  takeFailuresBack,
  type Failures,
} from './guessing-repository.ts';
import type { Device } from './known-devices.ts';
import { tellOfGuessing } from './queue-jobs.ts';

/**
 * What stands against guessing passwords. Each attempt counts as a failure before the password is
 * looked at, so that many at the same time are no more than one after the other; a right password
 * takes its own count back.
 *
 * - A browser that the account was signed in on (a known device) has a count of its own. Nothing
 * that others do closes it.
 * - All others count by account and network, and by account altogether, so that many networks
 * together guess no faster.
 * - A network has a limit over all accounts as well.
 *
 * A count gives so many attempts for nothing; each further one doubles the wait before the next.
 * All of it is the same for an e-mail that no account has.
 */
const firstWait = 30;
const counts = {
  device: { free: 10, longestWait: 60 },
  network: { free: 10, longestWait: 15 * 60 },
  account: { free: 50, longestWait: 15 * 60 },
  /** Counted for the owner to hear of, and refuses nothing. */
  none: { free: Number.POSITIVE_INFINITY, longestWait: 0 },
} as const;
const spray = { max: 100, seconds: 15 * 60 } as const;
/** The owner is told at so many wrong passwords, once until there was none for a day. */
export const tellAt = 10;
/** A count is forgotten when nothing was added to it for so long. */
export const quietMs = 24 * 60 * 60 * 1000;

/**
 * Whether a count still counts: one that is a day old, or that lies in the future because the clock
 * was ahead, does not.
 */
const isOver = ({ lastAt }: Failures, now: Date): boolean =>
  now.getTime() - lastAt.getTime() >= quietMs || lastAt.getTime() - now.getTime() > clockSkewMs;

const waitAfter = (
  failures: number,
  { free, longestWait }: { free: number; longestWait: number },
): number =>
  failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(failures - free, 20));

/** The count with one attempt more. Throws `too_many_requests` when it is too early for one. */
export function withAttempt(
  before: Failures | null,
  count: { free: number; longestWait: number },
  now: Date,
): { failures: number; isNew: boolean } {
  if (before === null || isOver(before, now)) return { failures: 1, isNew: true };
  const wait = waitAfter(before.failures, count);
  const waited = (now.getTime() - before.lastAt.getTime()) / 1000;
  if (wait > 0 && waited < wait) throw tooManyRequests(Math.min(wait, wait - waited));
  return { failures: before.failures + 1, isNew: false };
}

interface GuessingDeps {
  db: Database;
  clock: Clock;
  counter: CallCounter;
}

/** An attempt that was counted. */
export interface Attempt {
  email: string;
  /** The count of the whole account, and the one of the device or the network. */
  account: string;
  own: string;
  /** The count of the network over all accounts; a known device has none. */
  network: string | null;
}

/**
 * Counts an attempt in advance. `device` is known to the account, or null. Throws
 * `too_many_requests`.
 */
export async function beginAttempt(
  { db, clock, counter }: GuessingDeps,
  { email, device, address }: { email: string; device: Device | null; address: string },
): Promise<Attempt> {
  const hashed = hashSecret(email.toLowerCase());
  const from = networkOf(address);
  const account = `account:${hashed}`;
  const own = device === null ? `network:${from}:${hashed}` : `device:${device.id}:${hashed}`;
  const network = device === null ? `sign-in-from:${from}` : null;
  if (network !== null) await counter.take(network, spray.max, spray.seconds);
  const now = clock.now();
  const [ofAccount, ofOwn] =
    device === null ? [counts.account, counts.network] : [counts.none, counts.device];
  try {
    // Both or none: an attempt that one of them refuses is not made.
    await db.transaction(async (tx) => {
      await countOne(tx, account, ofAccount, now);
      await countOne(tx, own, ofOwn, now);
    });
  } catch (error) {
    if (network !== null) await counter.giveBack(network);
    throw error;
  }
  return { email, account, own, network };
}

async function countOne(
  tx: Database,
  key: string,
  count: { free: number; longestWait: number },
  now: Date,
): Promise<void> {
  const before = await lockFailures(tx, key, now);
  await setFailures(tx, key, { ...withAttempt(before, count, now), lastAt: now });
}

/**
 * The password was right: what this browser or network had counted is forgotten, also in the count
 * of the account.
 */
export async function attemptWasRight(
  { db, counter }: GuessingDeps,
  { account, own, network }: Attempt,
): Promise<void> {
  await db.transaction((tx) => takeFailuresBack(tx, { account, own }));
  if (network !== null) await counter.giveBack(network);
}

/**
 * The password was wrong: the owner hears of it when it was wrong often, whether or not there is
 * one.
 */
export async function attemptWasWrong(
  { db, clock }: GuessingDeps,
  { email, account }: Attempt,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markTold(tx, account, { atLeast: tellAt, at: clock.now() }))) return;
    const requestId = randomUUID();
    await enqueue(tx, tellOfGuessing, { email, requestId }, { key: `guessing-${requestId}` });
  });
}
