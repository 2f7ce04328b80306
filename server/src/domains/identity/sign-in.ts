import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import { findUserByEmail, insertRefreshToken, insertSession, touchSession } from './repository.ts';
import { refreshSeconds, type AccessTokens, type IssuedTokens } from './tokens.ts';

export interface IdentityDeps {
  db: Database;
  clock: Clock;
  counter: CallCounter;
  tokens: AccessTokens;
}

export interface Visitor {
  address: string;
  userAgent: string;
}

/** Failed sign-ins in a quarter of an hour: of one account from anywhere, and from one address to any account. */
export const signInLimits = { seconds: 15 * 60, account: 10, address: 100 } as const;

/** Argon2id with the library's defaults (19 MiB, 2 passes), which are the OWASP recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** The counter of an account's failed sign-ins. */
export const signInKey = (email: string): string => `sign-in:${hashSecret(email.toLowerCase())}`;

let decoy: Promise<string> | undefined;

/** Checks the password, in the same time whether or not the account exists. */
async function passwordFits(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return fits && stored != null;
}

/** Signs in. Throws `invalid_credentials`, or `too_many_requests` after too many failures; both tell nothing of the account. */
export async function signIn(
  deps: IdentityDeps,
  form: { username: string; password: string },
  visitor: Visitor,
): Promise<IssuedTokens> {
  const { db, counter } = deps;
  const keys = { account: signInKey(form.username), address: `sign-in-from:${networkOf(visitor.address)}` };
  await counter.take(keys.account, signInLimits.account, signInLimits.seconds);
  await counter.take(keys.address, signInLimits.address, signInLimits.seconds);
  const user = await findUserByEmail(db, form.username);
  if (!(await passwordFits(user?.isActive ? user.passwordHash : null, form.password)) || user === undefined) {
    throw new AppError('invalid_credentials');
  }
  await counter.forget(keys.account);
  await counter.giveBack(keys.address);
  return openSession(deps, user, visitor);
}

async function openSession(
  { db, clock, tokens }: IdentityDeps,
  user: { id: number; contractorId: number | null },
  visitor: Visitor,
): Promise<IssuedTokens> {
  const now = clock.now();
  const id = randomUUID();
  const refresh = await db.transaction(async (tx) => {
    const { address } = visitor;
    const session = { id, userId: user.id, createdAt: now, lastSeenAt: now, userAgent: visitor.userAgent.slice(0, 300), address };
    await insertSession(tx, session);
    await touchSession(tx, { id, userId: user.id, at: now });
    const entry = { action: 'session.started', entity: 'user', entityId: user.id, details: { userId: user.id }, address };
    await recordAudit(tx, clock, null, { ...entry, contractorId: user.contractorId });
    return issueRefreshToken(tx, id, now);
  });
  return { access: await tokens.issue(id), refresh };
}

/** Makes a refresh token of the session; only its hash is stored. */
export async function issueRefreshToken(db: Database, sessionId: string, now: Date): Promise<string> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + refreshSeconds * 1000);
  await insertRefreshToken(db, { hash: hashSecret(secret), sessionId, issuedAt: now, expiresAt });
  return secret;
}
