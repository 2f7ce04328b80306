import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { verify } from '@node-rs/argon2';
import { recoveryCodeCount, type Factors } from '@lintel/contract/identity/factors';
import { recordAudit } from '../../platform/audit/audit.ts';
import { seal, sign, unseal } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { mailAbout, type AccountDeps } from './account-mail.ts';
import {
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  findApp,
  keepNewApp,
  lockApp,
  replaceRecoveryCodes,
  spendRecoveryCode,
  spendStep,
  type AppFactorRow,
} from './factor-repository.ts';
import { attemptWasRight, attemptWasWrong, beginAttempt } from './guessing.ts';
import { endSessionsOf, findUser } from './repository.ts';
import { enter, type SignedIn, type Visitor } from './sign-in.ts';

/** The keys that factors are kept with, and the name that an authenticator app shows. */
export interface FactorKeys {
  /** Seals the apps' secrets. */
  apps: Uint8Array;
  /** Hashes recovery codes, so that a copy of the database does not tell them. */
  recovery: Uint8Array;
  issuer: string;
}

export interface FactorDeps extends AccountDeps {
  factors: FactorKeys;
}

/** Seconds that a code is shown; the one before and the one after are right too (RFC 6238, 5.2). */
const period = 30;

const contextOf = (userId: number): string => `identity:app:${userId}`;

const appOf = ({ issuer }: FactorKeys, label: string, secret: Secret): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** The time step whose code this is, or null. Half a minute of a wrong clock does no harm. */
function stepOf(keys: FactorKeys, row: AppFactorRow, code: string, now: Date): number | null {
  const secret = unseal(keys.apps, row.secretSealed, contextOf(row.userId));
  if (secret === null)
    throw new Error(`The app of account ${row.userId} cannot be read with this ENCRYPTION_KEY`);
  const app = appOf(keys, '', Secret.fromBase32(secret));
  const ahead = app.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return ahead === null ? null : Math.floor(now.getTime() / 1000 / period) + ahead;
}

/** Crockford's alphabet: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten of 32 signs: 50 bits, which limits on attempts put out of reach. */
const newRecoveryCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** As it is shown: two groups of five. */
const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

const hashOf = (keys: FactorKeys, userId: number, code: string): string =>
  sign(keys.recovery, `${userId}:${code}`);

async function giveRecoveryCodes(
  tx: Database,
  { clock, factors: keys }: FactorDeps,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = codes.map((code) => hashOf(keys, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes, clock.now());
  return codes.map(grouped);
}

/** How the account proves itself besides its password. */
export async function readFactors({ db }: FactorDeps, userId: number): Promise<Factors> {
  const app = await findApp(db, userId);
  if (!app?.confirmedAt) return { app: null, recoveryCodesLeft: 0 };
  return {
    app: {
      addedAt: app.confirmedAt.toISOString(),
      lastUsedAt: app.lastUsedAt?.toISOString() ?? null,
    },
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/**
 * Asks for the account's password before something of how it signs in is changed. A wrong one
 * counts like a wrong one at the sign-in. Throws an error of `password`, or `too_many_requests`.
 */
async function requirePassword(
  deps: FactorDeps,
  { id, email }: { id: number; email: string },
  { password, address, shown }: { password: string; address: string; shown: string | undefined },
): Promise<void> {
  const user = await findUser(deps.db, id);
  const device = await deps.devices.read(shown);
  const isKnown = user !== undefined && device !== null && deps.devices.isKnown(device, user);
  const attempt = await beginAttempt(deps, { email, device: isKnown ? device : null, address });
  if (!user?.passwordHash || !(await verify(user.passwordHash, password))) {
    await attemptWasWrong(deps, attempt);
    throw invalidField('password', 'This is not your password.');
  }
  await attemptWasRight(deps, attempt);
}

/** What a change asks for again. */
export interface Proof {
  password: string;
  address: string;
  /** The browser's device cookie. */
  shown: string | undefined;
}

/**
 * A new secret for an app, which counts once `confirm` gets a code of it. One that was begun before
 * is forgotten. Throws `conflict` when there is an app already.
 */
export async function beginApp(deps: FactorDeps, caller: Caller, proof: Proof) {
  const { db, clock, factors: keys } = deps;
  const { id: userId, email } = caller.user;
  await requirePassword(deps, caller.user, proof);
  const secret = new Secret({ size: 20 });
  const secretSealed = seal(keys.apps, secret.base32, contextOf(userId));
  const isKept = await db.transaction((tx) =>
    keepNewApp(tx, { userId, secretSealed, createdAt: clock.now() }),
  );
  if (!isKept) throw appIsThere();
  const address = appOf(keys, email, secret).toString();
  const svg = await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { secret: secret.base32, address, qrCode };
}

const appIsThere = (): AppError =>
  new AppError('conflict', { message: 'Two-step verification is on already.' });
const wrongCode = (): AppError =>
  invalidField('code', 'This code is not right. Your app shows a new one every 30 seconds.');

/**
 * Turns two-step verification on with a code of the new app: gives the recovery codes, ends the
 * account's other sessions, which were opened with the password alone, and tells the account.
 */
export async function confirmNewApp(
  deps: FactorDeps,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { db, clock, factors: keys } = deps;
  const { id: userId } = caller.user;
  return db.transaction(async (tx) => {
    const row = await lockApp(tx, userId);
    if (row === undefined)
      throw new AppError('conflict', { message: 'Please start again: there is no new app.' });
    if (row.confirmedAt !== null) throw appIsThere();
    const at = clock.now();
    const step = stepOf(keys, row, code, at);
    if (step === null || !(await spendStep(tx, { userId, step, at }))) throw wrongCode();
    await confirmApp(tx, userId, at);
    const codes = await giveRecoveryCodes(tx, deps, userId);
    await endSessionsOf(tx, userId, {
      reason: 'two-step verification turned on',
      at,
      except: caller.sessionId,
    });
    await noteChange(tx, deps, caller, 'on');
    return codes;
  });
}

/** Turns two-step verification off. Throws `not_found` when it is not on. */
export async function removeApp(deps: FactorDeps, caller: Caller, proof: Proof): Promise<void> {
  await requirePassword(deps, caller.user, proof);
  await deps.db.transaction(async (tx) => {
    if (!(await deleteApp(tx, caller.user.id))) throw new AppError('not_found');
    await noteChange(tx, deps, caller, 'off');
  });
}

/** New recovery codes in the place of those before. Throws `not_found` without an app. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  caller: Caller,
  proof: Proof,
): Promise<string[]> {
  await requirePassword(deps, caller.user, proof);
  return deps.db.transaction(async (tx) => {
    const row = await lockApp(tx, caller.user.id);
    if (!row?.confirmedAt) throw new AppError('not_found');
    const codes = await giveRecoveryCodes(tx, deps, caller.user.id);
    await noteChange(tx, deps, caller, 'recovery-codes');
    return codes;
  });
}

const changes = {
  on: ['user.two-step-on', 'Two-step verification was turned on.'],
  off: ['user.two-step-off', 'Two-step verification was turned off.'],
  'recovery-codes': ['user.recovery-codes-renewed', 'New recovery codes were made.'],
} as const;

/** Notes what was changed, and tells the account: it may not have been its owner. */
async function noteChange(
  tx: Database,
  deps: FactorDeps,
  caller: Caller,
  change: keyof typeof changes,
): Promise<void> {
  const [action, what] = changes[change];
  await recordAudit(tx, deps.clock, caller, { action, entity: 'user', entityId: caller.user.id });
  await mailAbout(tx, deps, caller.user, (common) => ({
    event: 'two-step-changed',
    data: { ...common, what },
  }));
}

/**
 * Whether a code proves the account: one of its app, or a recovery code, used up by it. A recovery
 * code is told to the account by e-mail.
 */
async function spendCode(
  deps: FactorDeps,
  user: {
    id: number;
    email: string;
    firstname: string;
    lastname: string;
    contractorId: number | null;
  },
  { code, address }: { code: string; address: string },
): Promise<boolean> {
  const { db, clock, factors: keys } = deps;
  const userId = user.id;
  return db.transaction(async (tx) => {
    const row = await lockApp(tx, userId);
    if (!row?.confirmedAt) return false;
    const at = clock.now();
    if (code.length === 6) {
      const step = stepOf(keys, row, code, at);
      return step !== null && (await spendStep(tx, { userId, step, at }));
    }
    if (!(await spendRecoveryCode(tx, { userId, hash: hashOf(keys, userId, code), at })))
      return false;
    const left = await countRecoveryCodes(tx, userId);
    const by = { address, accountId: userId };
    await recordAudit(tx, clock, by, {
      action: 'user.recovery-code-used',
      entity: 'user',
      entityId: userId,
      contractorId: user.contractorId,
      details: { left },
    });
    await mailAbout(tx, deps, user, (common) => ({
      event: 'two-step-changed',
      data: {
        ...common,
        what: `A recovery code was used to sign in. ${left === 1 ? 'One is' : `${left} are`} left.`,
      },
    }));
    return true;
  });
}

/**
 * The second step of signing in. `shown` and `step` are the browser's device cookie and what the
 * first step gave. Throws `invalid_credentials` when that is over, an error of `code` for a wrong one, or
 * `too_many_requests`.
 */
export async function giveFactor(
  deps: FactorDeps,
  code: string,
  visitor: Visitor & { shown: string | undefined; step: string | undefined },
): Promise<SignedIn> {
  const step = await deps.steps.read(visitor.step);
  const user = step === null ? undefined : await findUser(deps.db, step.account);
  if (step === null || !user?.isActive || !deps.steps.holds(step, user))
    throw new AppError('invalid_credentials', {
      message: 'Your sign-in took too long. Please enter your password again.',
    });
  const device = await deps.devices.read(visitor.shown);
  const isKnown = device !== null && deps.devices.isKnown(device, user);
  const attempt = await beginAttempt(deps, {
    email: user.email,
    device: isKnown ? device : null,
    address: visitor.address,
  });
  if (!(await spendCode(deps, user, { code, address: visitor.address }))) {
    await attemptWasWrong(deps, attempt);
    throw invalidField('code', 'This code is not right, or it was used before.');
  }
  await attemptWasRight(deps, attempt);
  return enter(deps, user, { ...visitor, keep: step.keep }, device);
}
