import { randomUUID } from 'node:crypto';
import { dayMs } from '@lintel/contract/core/durations';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { tooManyRequests } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { clockSkewMs, type CallCounter } from '../../platform/limits/counter.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Device } from './known-devices.ts';
import { tellOfGuessing } from './queue-jobs.ts';
import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { signInFailures } from './tables.ts';

/**
 * What stands against guessing passwords. Each attempt counts as a failure before the password is
 * looked at, so that many at the same time are no more than one after the other; a right password
 * takes its own count back.
 *
 * - A browser that the account was signed in on (a known device) has a count of its own, and nothing
 * that others do closes it: not even the count of all known devices of the account, which holds back
 * only those that were wrong a few times themselves.
 * - All others count by account and network, and by account altogether, so that many networks
 * together guess no faster. What known devices do is not in these counts: whoever has one cannot
 * keep all other browsers out with it.
 * - A network has a limit over all accounts as well.
 *
 * A count gives so many attempts for nothing; each further one doubles the wait before the next.
 * All of it is the same for an e-mail that no account has.
 */
const firstWait = 30;

interface Count {
  /** So many attempts without a wait. */
  free: number;
  /** In seconds. */
  longestWait: number;
}

const counts = {
  device: { free: 10, longestWait: 60 },
  devices: { free: 30, longestWait: 60 },
  network: { free: 10, longestWait: 15 * 60 },
  account: { free: 50, longestWait: 15 * 60 },
} as const satisfies Record<string, Count>;
/** So many attempts of a known device do not wait for other known devices. */
const spareAttempts = 3;
const spray = { max: 100, seconds: 15 * 60 } as const;
/** The owner is told at so many wrong passwords, once until there was none for a day. */
export const tellAt = 10;
/** A count is forgotten when nothing was added to it for so long. */
export const quietMs = dayMs;

/**
 * Whether a count still counts: one that is a day old, or that lies in the future because the clock
 * was ahead, does not.
 */
const isOver = ({ lastAt }: Failures, now: Date): boolean =>
  now.getTime() - lastAt.getTime() >= quietMs || lastAt.getTime() - now.getTime() > clockSkewMs;

const waitAfter = (failures: number, { free, longestWait }: Count): number =>
  failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(failures - free, 20));

/** After how many seconds the next attempt may be made, 0 when that is now. */
function waitBefore(before: Failures | null, count: Count, now: Date): number {
  if (before === null || isOver(before, now)) return 0;
  const wait = waitAfter(before.failures, count);
  const waited = (now.getTime() - before.lastAt.getTime()) / 1000;
  return Math.max(0, Math.min(wait, wait - waited));
}

/** The count with one attempt more. */
export const withAttempt = (before: Failures | null, now: Date): Failures & { isNew: boolean } =>
  before === null || isOver(before, now)
    ? { failures: 1, lastAt: now, isNew: true }
    : { failures: before.failures + 1, lastAt: now, isNew: false };

interface GuessingDeps {
  db: Database;
  clock: Clock;
  counter: CallCounter;
}

/** An attempt that was counted. */
export interface Attempt {
  email: string;
  /** The count of the account, over its known devices or over all other browsers. */
  joint: string;
  /** The count of the device or the network alone. */
  own: string;
  /** The count of the network over all accounts; a known device has none. */
  network: string | null;
}

/**
 * Counts an attempt in advance. `device` is known to the account, or null. Throws
 * `too_many_requests` with the longest wait of all counts that refuse it.
 */
export async function beginAttempt(
  { db, clock, counter }: GuessingDeps,
  { email, device, address }: { email: string; device: Device | null; address: string },
): Promise<Attempt> {
  const hashed = hashSecret(email.toLowerCase());
  const from = networkOf(address);
  const [joint, own] =
    device === null
      ? [`account:${hashed}`, `network:${from}:${hashed}`]
      : [`devices:${hashed}`, `device:${device.id}:${hashed}`];
  const network = device === null ? `sign-in-from:${from}` : null;
  const sprayWait = network === null ? 0 : await counter.tryTake({ key: network, ...spray });
  const now = clock.now();
  try {
    // Counts in both or in neither: an attempt that one of them refuses is not made.
    await db.transaction(async (tx) => {
      const ofAll = await lockFailures(tx, joint, now);
      const ofOwn = await lockFailures(tx, own, now);
      const waits =
        device === null
          ? [waitBefore(ofAll, counts.account, now), waitBefore(ofOwn, counts.network, now)]
          : [waitAmongDevices(ofAll, ofOwn, now), waitBefore(ofOwn, counts.device, now)];
      const wait = Math.max(sprayWait, ...waits);
      if (wait > 0) throw tooManyRequests(wait);
      await setFailures(tx, joint, withAttempt(ofAll, now));
      await setFailures(tx, own, withAttempt(ofOwn, now));
    });
  } catch (error) {
    if (network !== null && sprayWait === 0) await counter.giveBack(network);
    throw error;
  }
  return { email, joint, own, network };
}

function waitAmongDevices(ofAll: Failures | null, ofOwn: Failures | null, now: Date): number {
  const isSpared = ofOwn === null || isOver(ofOwn, now) || ofOwn.failures < spareAttempts;
  return isSpared ? 0 : waitBefore(ofAll, counts.devices, now);
}

/**
 * The password was right: clears what this browser or network had counted, also in the account's
 * count.
 */
export async function attemptWasRight(
  { db, counter }: GuessingDeps,
  { joint, own, network }: Attempt,
): Promise<void> {
  await db.transaction((tx) => takeFailuresBack(tx, { joint, own }));
  if (network !== null) await counter.giveBack(network);
}

/**
 * The password was wrong: the owner is told after many wrong ones. Takes the same steps when there
 * is no such account.
 */
export async function attemptWasWrong(
  { db, clock }: GuessingDeps,
  { email, joint }: Attempt,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markTold(tx, joint, { atLeast: tellAt, at: clock.now() }))) return;
    const requestId = randomUUID();
    await enqueue(tx, tellOfGuessing, { email, requestId }, { key: `guessing-${requestId}` });
  });
}

/** Wrong passwords in a row, and when the last one came. */
interface Failures {
  failures: number;
  lastAt: Date;
}

/** A count, locked until the transaction ends; null when it begins with this attempt. */
async function lockFailures(tx: Database, key: string, now: Date): Promise<Failures | null> {
  await tx.insert(signInFailures).values({ key, failures: 0, lastAt: now }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(signInFailures)
    .where(eq(signInFailures.key, key))
    .for('update');
  return row === undefined || row.failures === 0 ? null : row;
}

/** Stores a count. When it is new, its owner has not been told yet. */
async function setFailures(
  tx: Database,
  key: string,
  { failures, lastAt, isNew }: Failures & { isNew: boolean },
): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ failures, lastAt, ...(isNew && { toldAt: null }) })
    .where(eq(signInFailures.key, key));
}

/** Forgets one count and takes as much from the other. */
async function takeFailuresBack(
  tx: Database,
  { joint, own }: { joint: string; own: string },
): Promise<void> {
  // The account's first, as in counting, so that two attempts never wait for each other.
  await tx
    .select({ key: signInFailures.key })
    .from(signInFailures)
    .where(eq(signInFailures.key, joint))
    .for('update');
  const [taken] = await tx
    .delete(signInFailures)
    .where(eq(signInFailures.key, own))
    .returning({ failures: signInFailures.failures });
  const left = sql`greatest(0, ${signInFailures.failures} - ${taken?.failures ?? 0})`;
  await tx.update(signInFailures).set({ failures: left }).where(eq(signInFailures.key, joint));
}

/**
 * Notes that the owner is told now, when the count is high enough and the owner does not know. Says
 * whether it was noted.
 */
async function markTold(
  tx: Database,
  key: string,
  { atLeast, at }: { atLeast: number; at: Date },
): Promise<boolean> {
  const untold = and(
    eq(signInFailures.key, key),
    gte(signInFailures.failures, atLeast),
    isNull(signInFailures.toldAt),
  );
  const told = await tx
    .update(signInFailures)
    .set({ toldAt: at })
    .where(untold)
    .returning({ key: signInFailures.key });
  return told.length > 0;
}

/**
 * Deletes the counts that are not between these moments: old ones, and those from when the clock
 * was ahead.
 */
export async function deleteFailures(
  db: Database,
  { before, after }: { before: Date; after: Date },
): Promise<void> {
  await db
    .delete(signInFailures)
    .where(or(lte(signInFailures.lastAt, before), gt(signInFailures.lastAt, after)));
}
