import { randomUUID } from 'node:crypto';
import { dayMs } from '@lintel/contract/core/durations';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { tooManyRequests } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { clockSkewMs } from '../../../platform/limits/counter.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import type { Device } from '../devices/index.ts';
import { sendGuessingNotice } from '../queue-jobs.ts';
import { and, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm';
import { signInFailures } from '../tables.ts';

/**
 * Protection against password guessing. Each attempt counts as a failure before the password is
 * checked, so concurrent attempts gain nothing; a correct password removes its own count. Known
 * devices (browsers that signed in to the account before) have their own count, which no one else
 * can exhaust. The joint count of an account's known devices holds back only devices with a few
 * failures themselves. All other browsers count by account and network, and by account overall, so
 * many networks together guess no faster. Known devices don't add to these counts, so one of them
 * can't lock out all other browsers. Each network also has a limit across accounts. A count allows
 * some free attempts; each further one doubles the wait. All of this is identical for an e-mail
 * without an account.
 */
const firstWait = 30;

interface Count {
  /** Attempts without a wait. */
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
/** A known device makes this many attempts before the joint count of known devices applies. */
const spareAttempts = 3;
const spray = { max: 100, seconds: 15 * 60 } as const;
/**
 * The owner is notified at this many wrong passwords, then not again until a day passes without
 * any.
 */
export const noticeThreshold = 10;
/** A count expires after this time without an attempt. */
export const quietMs = dayMs;

/**
 * Whether a count has expired: it is a day old, or dated in the future because the clock was ahead.
 */
const isOver = ({ lastAt }: Failures, now: Date): boolean =>
  now.getTime() - lastAt.getTime() >= quietMs || lastAt.getTime() - now.getTime() > clockSkewMs;

const waitAfter = (failures: number, { free, longestWait }: Count): number =>
  failures < free ? 0 : Math.min(longestWait, firstWait * 2 ** Math.min(failures - free, 20));

/** Seconds until the next attempt is allowed; 0 when it is allowed now. */
function waitBefore(before: Failures | null, count: Count, now: Date): number {
  if (before === null || isOver(before, now)) return 0;
  const wait = waitAfter(before.failures, count);
  const waited = (now.getTime() - before.lastAt.getTime()) / 1000;
  return Math.max(0, Math.min(wait, wait - waited));
}

/** The count after one more attempt. */
export const withAttempt = (before: Failures | null, now: Date): Failures & { isNew: boolean } =>
  before === null || isOver(before, now)
    ? { failures: 1, lastAt: now, isNew: true }
    : { failures: before.failures + 1, lastAt: now, isNew: false };

/** An attempt that was counted. */
export interface Attempt {
  email: string;
  /** Key of the account's count, over its known devices or over all other browsers. */
  joint: string;
  /** Key of the device's or network's count. */
  own: string;
  /** Key of the network's count across accounts; null for a known device. */
  network: string | null;
}

/**
 * Counts an attempt in advance. `device` is a known device of the account, or null. Throws
 * `too_many_requests` with the longest wait among the exceeded counts.
 */
export async function beginAttempt(
  { db, clock, counter }: Context,
  { email, device, address }: { email: string; device: Device | null; address: string },
): Promise<Attempt> {
  const hashed = hashSecret(email.toLowerCase());
  const from = toNetwork(address);
  const [joint, own] =
    device === null
      ? [`account:${hashed}`, `network:${from}:${hashed}`]
      : [`devices:${hashed}`, `device:${device.id}:${hashed}`];
  const network = device === null ? `sign-in-from:${from}` : null;
  const sprayWait = network === null ? 0 : await counter.tryTake({ key: network, ...spray });
  const now = clock.now();
  try {
    // Counts in both or in neither: an attempt that either one rejects is not made.
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
 * Call after a correct password: clears the failures of this browser or network, also from the
 * account's count.
 */
export async function attemptWasRight(
  { db, counter }: Context,
  { joint, own, network }: Attempt,
): Promise<void> {
  await db.transaction((tx) => subtractFailures(tx, { joint, own }));
  if (network !== null) await counter.giveBack(network);
}

/**
 * Call after a wrong password: notifies the owner after many of them. Does the same work when the
 * account doesn't exist.
 */
export async function attemptWasWrong(
  { db, clock }: Context,
  { email, joint }: Attempt,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markNotified(tx, joint, { atLeast: noticeThreshold, at: clock.now() }))) return;
    const requestId = randomUUID();
    await enqueue(tx, sendGuessingNotice, { email, requestId }, { key: `guessing-${requestId}` });
  });
}

/** Consecutive wrong passwords and the time of the last one. */
interface Failures {
  failures: number;
  lastAt: Date;
}

/** Loads a count with a row lock; null when this is the first attempt. */
async function lockFailures(tx: Database, key: string, now: Date): Promise<Failures | null> {
  await tx.insert(signInFailures).values({ key, failures: 0, lastAt: now }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(signInFailures)
    .where(eq(signInFailures.key, key))
    .for('update');
  return row === undefined || row.failures === 0 ? null : row;
}

/** Stores a count. A new count resets the owner's notification. */
async function setFailures(
  tx: Database,
  key: string,
  { failures, lastAt, isNew }: Failures & { isNew: boolean },
): Promise<void> {
  await tx
    .update(signInFailures)
    .set({ failures, lastAt, ...(isNew && { notifiedAt: null }) })
    .where(eq(signInFailures.key, key));
}

/** Deletes one count and subtracts it from the other. */
async function subtractFailures(
  tx: Database,
  { joint, own }: { joint: string; own: string },
): Promise<void> {
  // Lock the account's count first, as when counting, to avoid deadlocks.
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
 * Marks the owner as notified when the count is high enough and no notice was sent yet. Returns
 * whether it did.
 */
async function markNotified(
  tx: Database,
  key: string,
  { atLeast, at }: { atLeast: number; at: Date },
): Promise<boolean> {
  const pending = and(
    eq(signInFailures.key, key),
    gte(signInFailures.failures, atLeast),
    isNull(signInFailures.notifiedAt),
  );
  const notified = await tx
    .update(signInFailures)
    .set({ notifiedAt: at })
    .where(pending)
    .returning({ key: signInFailures.key });
  return notified.length > 0;
}

/** Deletes counts outside these times: old ones, and those dated in the future. */
export async function deleteFailures(
  db: Database,
  { before, after }: { before: Date; after: Date },
): Promise<void> {
  await db
    .delete(signInFailures)
    .where(or(lte(signInFailures.lastAt, before), gt(signInFailures.lastAt, after)));
}
