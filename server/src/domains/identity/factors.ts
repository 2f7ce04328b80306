import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import type { AuditActionName } from '@lintel/contract/audit/actions';
import { recoveryCodeCount, type Factors } from '@lintel/contract/identity/factors';
import type { Passkey } from '@lintel/contract/identity/passkeys';
import { recordAudit } from '../../platform/audit/audit.ts';
import { seal, sign, unseal } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { mailAbout, type AccountDeps, type Addressee } from './account-mail.ts';
import {
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  findApp,
  keepNewApp,
  lockApp,
  replaceRecoveryCodes,
  selectPasskeys,
  setProven,
  spendRecoveryCode,
  spendStep,
  waysOf,
  type PasskeyRow,
} from './factor-repository.ts';
import { mustHaveFactor } from './factor-rule.ts';
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
  passkeys: PasskeyKeys;
}

export interface FactorDeps extends AccountDeps {
  factors: FactorKeys;
}

/** What passkeys are made for and checked with (WebAuthn). */
export interface PasskeyKeys {
  /** Signs challenges. */
  challenges: Uint8Array;
  /** Makes the handles by which authenticators know accounts, which tell nobody anything. */
  handles: Uint8Array;
  /** The host that passkeys belong to, without a port. */
  host: string;
  origin: string;
}

/** What the key is for that seals the apps' secrets. */
export const appKeyPurpose = 'authenticator apps';

/** Seconds that a code is shown; the one before and the one after are right too (RFC 6238, 5.2). */
export const period = 30;

/** What an app's secret is sealed for. */
export const contextOf = (userId: number): string => `identity:app:${userId}`;

/** An app with this secret, as accounts have it. */
export const appOf = ({ issuer }: FactorKeys, label: string, secret: Secret): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** The time step whose code this is, or null. Half a minute of a wrong clock does no harm. */
function stepOf(
  keys: FactorKeys,
  { userId, sealed }: { userId: number; sealed: string | null },
  code: string,
  now: Date,
): number | null {
  if (sealed === null) return null;
  const secret = unseal(keys.apps, sealed, contextOf(userId));
  if (secret === null)
    throw new Error(`The app of account ${userId} cannot be read with this ENCRYPTION_KEY`);
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

/** Waits for others who change how the account is signed in to, until the transaction ends. */
export async function lockAccount(tx: Database, userId: number): Promise<void> {
  await tx.execute(sql`select from users where id = ${userId} for update`);
}

export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  credentialId: row.credentialId,
  addedAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  synced: row.synced,
});

/** How the account proves itself besides its password. */
export async function readFactors(deps: FactorDeps, { user }: Caller): Promise<Factors> {
  const { db } = deps;
  const [app, passkeys, recoveryCodesLeft, isRequired] = await Promise.all([
    findApp(db, user.id),
    selectPasskeys(db, user.id),
    countRecoveryCodes(db, user.id),
    mustHaveFactor(deps, db, user.kind),
  ]);
  return {
    app: app?.confirmedAt
      ? {
          addedAt: app.confirmedAt.toISOString(),
          lastUsedAt: app.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    passkeys: passkeys.map(presentPasskey),
    recoveryCodesLeft,
    isRequired,
  };
}

/**
 * A new secret for an app, which counts once `confirmNewApp` gets a code of it; until then one
 * before stays in use. One that was begun before is forgotten.
 */
export async function beginApp({ db, clock, factors: keys }: FactorDeps, { user }: Caller) {
  const secret = new Secret({ size: 20 });
  const nextSealed = seal(keys.apps, secret.base32, contextOf(user.id));
  await keepNewApp(db, { userId: user.id, nextSealed, createdAt: clock.now() });
  const address = appOf(keys, user.email, secret).toString();
  const svg = await QRCode.toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { secret: secret.base32, address, qrCode };
}

const wrongCode = (): AppError =>
  invalidField('code', 'This code is not right. Your app shows a new one every 30 seconds.');

/**
 * Puts the new app in use with a code of it. The first second factor of an account gives recovery
 * codes and ends its other sessions. Throws `conflict` when no app is being set up.
 */
export async function confirmNewApp(
  deps: FactorDeps,
  caller: Caller,
  code: string,
): Promise<string[] | null> {
  const { db, clock, factors: keys } = deps;
  const { id: userId } = caller.user;
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const row = await lockApp(tx, userId);
    const sealed = row?.nextSealed ?? null;
    if (row === undefined || sealed === null)
      throw new AppError('conflict', { message: 'Please start again: there is no new app.' });
    const at = clock.now();
    const step = stepOf(keys, { userId, sealed }, code, at);
    if (step === null) throw wrongCode();
    await confirmApp(tx, { userId, secretSealed: sealed, step, at });
    const kind = row.confirmedAt === null ? 'app' : 'other-app';
    return afterAdding(tx, deps, caller, { kind });
  });
}

/**
 * Removes the authenticator app. Throws `not_found` when there is none, or `conflict` when it is
 * the last factor of an account that must have one.
 */
export async function removeApp(deps: FactorDeps, caller: Caller): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.user.id);
    if (!(await deleteApp(tx, caller.user.id))) throw new AppError('not_found');
    await afterRemoving(tx, deps, caller, { kind: 'app' });
  });
}

/** New recovery codes in the place of those before. Throws `not_found` without a second factor. */
export async function renewRecoveryCodes(deps: FactorDeps, caller: Caller): Promise<string[]> {
  const { id: userId } = caller.user;
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    if ((await waysOf(tx, userId)).length === 0) throw new AppError('not_found');
    const codes = await giveRecoveryCodes(tx, deps, userId);
    await noteChange(tx, deps, caller, {
      action: 'user.recovery-codes-renewed',
      what: 'New recovery codes were made.',
    });
    return codes;
  });
}

/** A second factor that was added or removed. */
type Factor = { kind: 'app' | 'other-app' } | { kind: 'passkey'; name: string };

const nameOf = (factor: Factor): string =>
  factor.kind === 'passkey' ? `the passkey “${factor.name}”` : 'an authenticator app';

/**
 * What follows when a factor was added: the first one gives recovery codes and ends the account's
 * other sessions, which were opened with the password alone. The account is told.
 */
export async function afterAdding(
  tx: Database,
  deps: FactorDeps,
  caller: Caller,
  factor: Factor,
): Promise<string[] | null> {
  const { id: userId } = caller.user;
  const details = factor.kind === 'passkey' ? { name: factor.name } : {};
  const [passkeys, app] = await Promise.all([selectPasskeys(tx, userId), findApp(tx, userId)]);
  const isFirst = passkeys.length + (app?.confirmedAt ? 1 : 0) === 1 && factor.kind !== 'other-app';
  if (!isFirst) {
    const [action, what] = (
      {
        app: ['user.app-added', 'An authenticator app was added.'],
        'other-app': ['user.app-replaced', 'Another authenticator app took the place of yours.'],
        passkey: ['user.passkey-added', `${nameOf(factor).replace('the', 'The')} was added.`],
      } as const
    )[factor.kind];
    await noteChange(tx, deps, caller, { action, what, details });
    return null;
  }
  const codes = await giveRecoveryCodes(tx, deps, userId);
  await endSessionsOf(tx, userId, {
    reason: 'two-step verification turned on',
    at: deps.clock.now(),
    except: caller.sessionId,
  });
  const what = `Two-step verification was turned on. From now on, signing in takes ${nameOf(factor)}.`;
  await noteChange(tx, deps, caller, { action: 'user.two-step-on', what, details });
  return codes;
}

/**
 * What follows when a factor was removed: with the last one the recovery codes go. Throws
 * `conflict` when the account must have a factor.
 */
export async function afterRemoving(
  tx: Database,
  deps: FactorDeps,
  caller: Caller,
  factor: Factor,
): Promise<void> {
  const { id: userId, kind } = caller.user;
  const details = factor.kind === 'passkey' ? { name: factor.name } : {};
  if ((await waysOf(tx, userId)).length > 0) {
    const what = `${nameOf(factor).replace(/^(the|an) /, 'Your ')} was removed.`;
    const action = factor.kind === 'passkey' ? 'user.passkey-removed' : 'user.app-removed';
    await noteChange(tx, deps, caller, { action, what, details });
    return;
  }
  if (await mustHaveFactor(deps, tx, kind))
    throw new AppError('conflict', {
      message:
        'Your account needs two-step verification. Add another way before you remove this one.',
    });
  await deleteRecoveryCodes(tx, userId);
  const what = 'Two-step verification was turned off.';
  await noteChange(tx, deps, caller, { action: 'user.two-step-off', what, details });
}

/** Notes what was changed, and tells the account: it may not have been its owner. */
async function noteChange(
  tx: Database,
  deps: FactorDeps,
  caller: Caller,
  {
    action,
    what,
    details = {},
  }: { action: AuditActionName; what: string; details?: Record<string, unknown> },
): Promise<void> {
  const { id: entityId } = caller.user;
  await recordAudit(tx, deps.clock, caller, { action, entity: 'user', entityId, details });
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
  user: Addressee,
  { code, address, to }: { code: string; address: string; to: string },
): Promise<boolean> {
  const { db, clock, factors: keys } = deps;
  const userId = user.id;
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const at = clock.now();
    if (code.length === 6) {
      const row = await lockApp(tx, userId);
      if (!row?.confirmedAt) return false;
      const step = stepOf(keys, { userId, sealed: row.secretSealed }, code, at);
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
        what: `A recovery code was used ${to}. ${left === 1 ? 'One is' : `${left} are`} left.`,
      },
    }));
    return true;
  });
}

/** Who has done the first step of signing in. Throws `invalid_credentials` when that is over. */
export async function requireStep(deps: FactorDeps, given: string | undefined) {
  const step = await deps.steps.read(given);
  const user = step === null ? undefined : await findUser(deps.db, step.account);
  if (step === null || !user?.isActive || !deps.steps.holds(step, user))
    throw new AppError('invalid_credentials', {
      message: 'Your sign-in took too long. Please enter your password again.',
    });
  return { user, keep: step.keep };
}

/** Who gives something that could be guessed: their account, browser and address. */
interface Guesser {
  id: number;
  address: string;
  /** The browser's device cookie. */
  shown: string | undefined;
}

/**
 * Runs one attempt at something that could be guessed. A wrong one counts like a wrong password at
 * the sign-in. Throws `wrong`, or `too_many_requests`.
 */
async function attemptAt(
  deps: FactorDeps,
  { id, address, shown }: Guesser,
  isRight: (user: NonNullable<Awaited<ReturnType<typeof findUser>>>) => Promise<boolean>,
  wrong: () => AppError,
): Promise<void> {
  const user = await findUser(deps.db, id);
  if (user === undefined) throw wrong();
  const device = await deps.devices.read(shown);
  const isKnown = device !== null && deps.devices.isKnown(device, user);
  const attempt = await beginAttempt(deps, {
    email: user.email,
    device: isKnown ? device : null,
    address,
  });
  if (!(await isRight(user))) {
    await attemptWasWrong(deps, attempt);
    throw wrong();
  }
  await attemptWasRight(deps, attempt);
}

const usedOrWrong = (): AppError =>
  invalidField('code', 'This code is not right, or it was used before.');

/**
 * The second step of signing in by a code. `shown` and `step` are the browser's device cookie and
 * what the first step gave. Throws `invalid_credentials` when that is over, an error of `code` for a
 * wrong one, or `too_many_requests`.
 */
export async function giveFactor(
  deps: FactorDeps,
  code: string,
  visitor: Visitor & { shown: string | undefined; step: string | undefined },
): Promise<SignedIn> {
  const { user, keep } = await requireStep(deps, visitor.step);
  const { address, shown } = visitor;
  await attemptAt(
    deps,
    { id: user.id, address, shown },
    () => spendCode(deps, user, { code, address, to: 'to sign in' }),
    usedOrWrong,
  );
  return enter(deps, user, { ...visitor, keep }, await deps.devices.read(shown));
}

/** Proves again who it is by a code. Throws an error of `code`, or `too_many_requests`. */
export async function proveByCode(
  deps: FactorDeps,
  { authenticated, sessionId }: Caller,
  { code, ...by }: { code: string; address: string; shown: string | undefined },
): Promise<void> {
  const { address } = by;
  await attemptAt(
    deps,
    { id: authenticated.id, ...by },
    (user) => spendCode(deps, user, { code, address, to: 'to confirm a change' }),
    usedOrWrong,
  );
  await setProven(deps.db, { id: sessionId, userId: authenticated.id, at: deps.clock.now() });
}

/**
 * Proves again who it is by the password. Throws `conflict` where there is a second factor, an
 * error of `password`, or `too_many_requests`.
 */
export async function proveByPassword(
  deps: FactorDeps,
  { authenticated, sessionId }: Caller,
  { password, ...by }: { password: string; address: string; shown: string | undefined },
): Promise<void> {
  if ((await waysOf(deps.db, authenticated.id)).length > 0)
    throw new AppError('conflict', {
      message: 'This account has a second factor: please confirm with it.',
    });
  await attemptAt(
    deps,
    { id: authenticated.id, ...by },
    async ({ passwordHash }) => passwordHash !== null && (await verify(passwordHash, password)),
    () => invalidField('password', 'This is not your password.'),
  );
  await setProven(deps.db, { id: sessionId, userId: authenticated.id, at: deps.clock.now() });
}
