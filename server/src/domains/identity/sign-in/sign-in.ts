import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { ProofWay } from '@lintel/contract/identity/sessions';
import type { Context } from '../../../platform/context.ts';
import { hashSecret, newSecret } from '../../../platform/crypto/secrets.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { attemptWasRight, attemptWasWrong, beginAttempt } from './guessing.ts';
import { selectProofWays } from '../factors/index.ts';
import {
  isKnownDevice,
  issueDevice,
  readDevice,
  type Device,
  type KnownAccount,
} from '../devices/index.ts';
import { issueStep } from './sign-in-step.ts';
import {
  endSession,
  findUser,
  findUserByEmail,
  insertRefreshToken,
  insertSession,
  lockUnchanged,
  lockRefreshToken,
  markTokenUsed,
  findSessionByToken,
  touchSession,
} from '../repository.ts';
import { sendNewDeviceNotice } from '../queue-jobs.ts';
import { accessTokens, sessionSeconds, type SessionTokens } from './tokens.ts';

export interface Visitor {
  address: string;
  userAgent: string;
}

/** Argon2id with the library's defaults (19 MiB, 2 passes), which OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/** Verifies the password in the same time whether or not the account exists. */
async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return fits && stored != null;
}

/** Tokens for a browser that signed in. */
export type BrowserTokens = SessionTokens & { device: string };

/**
 * Signs in and marks the browser as known to the account. With two-step verification, a correct
 * password returns the next `step` instead. `shown` is the browser's device cookie. Throws
 * `invalid_credentials`, or `too_many_requests` after too many failures; neither reveals anything
 * about the account.
 */
export async function signIn(
  context: Context,
  form: { username: string; password: string; keep?: boolean | undefined },
  visitor: Visitor & { shown: string | undefined },
): Promise<BrowserTokens | { step: string; ways: ProofWay[] }> {
  const user = await findUserByEmail(context.db, form.username);
  const device = await readDevice(context, visitor.shown);
  const isKnown = user !== undefined && isKnownDevice(context, device, user);
  const { address } = visitor;
  const attempt = await beginAttempt(context, {
    email: form.username,
    device: isKnown ? device : null,
    address,
  });
  if (
    !(await passwordFits(user?.isActive ? user.passwordHash : null, form.password)) ||
    user === undefined
  ) {
    await attemptWasWrong(context, attempt);
    throw new AppError('invalid_credentials');
  }
  const { keep = true } = form;
  // The attempt stays counted until the second step is done; otherwise a correct password would
  // allow unlimited attempts at the code.
  const ways = await selectProofWays(context.db, user.id);
  if (ways.length > 0) return { step: await issueStep(context, user, keep), ways };
  await attemptWasRight(context, attempt);
  return enter(context, user, { ...visitor, keep }, device);
}

/**
 * Opens the session of an authenticated account. Notifies its owner of an unknown device, except
 * for the first sign-in.
 */
export async function enter(
  context: Context,
  user: KnownAccount & { contractorId: number | null; lastSeenAt: Date | null },
  visitor: Visitor & { keep: boolean },
  device: Device | null,
): Promise<BrowserTokens> {
  const isKnown = isKnownDevice(context, device, user);
  const isNewDevice = !isKnown && user.lastSeenAt !== null;
  const tokens = await openSession(context, user, { ...visitor, isNewDevice });
  return { ...tokens, device: await issueDevice(context, device, user) };
}

async function openSession(
  context: Context,
  user: KnownAccount & { contractorId: number | null },
  visitor: Visitor & { keep: boolean; isNewDevice: boolean },
): Promise<SessionTokens> {
  const { db, clock } = context;
  const { keep } = visitor;
  const now = clock.now();
  const id = randomUUID();
  const refresh = await db.transaction(async (tx) => {
    const { address } = visitor;
    const session = {
      id,
      userId: user.id,
      createdAt: now,
      lastSeenAt: now,
      userAgent: visitor.userAgent.slice(0, 300),
      address,
      keep,
      // At this point every required factor was given.
      provenAt: now,
    };
    // A concurrent password change ends existing sessions: this one is either among them or isn't
    // created.
    if (!(await lockUnchanged(tx, user))) throw new AppError('invalid_credentials');
    await insertSession(tx, session);
    await touchSession(tx, { id, userId: user.id, at: now });
    const entry = {
      action: 'session.started',
      entity: 'user',
      entityId: user.id,
      contractorId: user.contractorId,
    } as const;
    await recordAudit(tx, clock, { address, accountId: user.id }, entry);
    if (visitor.isNewDevice)
      await enqueue(tx, sendNewDeviceNotice, { sessionId: id }, { key: `new-device-${id}` });
    return issueRefreshToken(tx, { id, keep }, now);
  });
  return { access: await accessTokens(context).issue(id), refresh, keep };
}

/** Creates a refresh token of the session; only its hash is stored. */
async function issueRefreshToken(
  db: Database,
  { id: sessionId, keep }: { id: string; keep: boolean },
  now: Date,
): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + sessionSeconds(keep) * 1000);
  await insertRefreshToken(db, { hash: hashSecret(secret), sessionId, issuedAt: now, expiresAt });
  return secret;
}

/**
 * Two tabs may send the same refresh cookie at once, so a used one stays valid for these
 * milliseconds.
 */
const reuseGraceMs = 10_000;
/** Each refresh stores a token. Every tab refreshes once in 15 minutes. */
const refreshLimit = { max: 120, seconds: 15 * 60 } as const;

/**
 * Exchanges a refresh cookie for new tokens. If a used one returns after the grace period, it or
 * its successor was stolen: the whole session ends. Throws `unauthorized` or `too_many_requests`.
 */
export async function refresh(
  context: Context,
  secret: string | undefined,
  address: string,
): Promise<SessionTokens> {
  const { db, clock, counter } = context;
  if (!secret) throw new AppError('unauthorized');
  const now = clock.now();
  const sessionId = await findSessionByToken(db, hashSecret(secret));
  if (sessionId === undefined) throw new AppError('unauthorized');
  await counter.take(`refresh:${sessionId}`, refreshLimit.max, refreshLimit.seconds);
  const renewed = await db.transaction(async (tx) => {
    const found = await lockRefreshToken(tx, hashSecret(secret));
    if (found === undefined || found.session.endedAt !== null || found.token.expiresAt <= now)
      return null;
    const { token, session } = found;
    // A use "in the future", before the clock was set back, still counts.
    if (token.usedAt !== null && Math.abs(now.getTime() - token.usedAt.getTime()) > reuseGraceMs) {
      await endSession(tx, session.id, 'refresh cookie used twice', now);
      const user = await findUser(tx, session.userId);
      await recordAudit(
        tx,
        clock,
        { address },
        {
          action: 'session.reuse-detected',
          entity: 'user',
          entityId: session.userId,
          contractorId: user?.contractorId ?? null,
          details: { sessionId: session.id },
        },
      );
      return null;
    }
    if (token.usedAt === null) await markTokenUsed(tx, token.hash, now);
    await touchSession(tx, { id: session.id, userId: session.userId, at: now });
    return { session, refresh: await issueRefreshToken(tx, session, now) };
  });
  if (renewed === null) throw new AppError('unauthorized');
  const { id, keep } = renewed.session;
  return { access: await accessTokens(context).issue(id), refresh: renewed.refresh, keep };
}

/** Ends the session of either cookie; does nothing without one. */
export async function signOut(
  context: Context,
  cookies: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const byRefresh = cookies.refresh
      ? await lockRefreshToken(tx, hashSecret(cookies.refresh))
      : undefined;
    const sessionId = byRefresh?.session.id ?? (await accessTokens(context).read(cookies.access));
    if (sessionId) await endSession(tx, sessionId, 'signed out', clock.now());
  });
}
