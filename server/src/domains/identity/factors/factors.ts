import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'drizzle-orm';
import type { AuditActionName } from '@lintel/contract/audit/actions';
import { recoveryCodeCount, type Factors } from '@lintel/contract/identity/factors';
import type { Passkey } from '@lintel/contract/identity/passkeys';
import { loadQrCode } from '../../../platform/lazy-packages.ts';
import type { Context } from '../../../platform/context.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { seal, sign, unseal } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { mailAbout } from '../mail/index.ts';
import {
  confirmApp,
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  findApp,
  findNewestApp,
  keepNewApp,
  lockApp,
  replaceRecoveryCodes,
  selectPasskeys,
  selectProofWays,
  type PasskeyRow,
} from './repository.ts';
import { mustHaveFactor } from './factor-rule.ts';
import { endUserSessions } from '../repository.ts';

/** The key that seals app secrets. */
export const appKey = (keys: Keys): Uint8Array => keys.derive('authenticator apps');

/** Seconds per code; the previous and next codes are also accepted (RFC 6238, 5.2). */
export const period = 30;

/** Binds a sealed app secret to its account. */
export const sealedFor = (userId: number): string => `identity:app:${userId}`;

/** Whether this key opens the newest authenticator app's secret; null when there is no app. */
export async function opensApps(db: Database, keys: Keys): Promise<boolean | null> {
  const app = await findNewestApp(db);
  if (app?.secretSealed == null) return null;
  return unseal(appKey(keys), app.secretSealed, sealedFor(app.userId)) !== null;
}

/** TOTP parameters for a secret. */
export const newTotp = (issuer: string, label: string, secret: Secret): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** The time step that matches the code, or null. Tolerates half a minute of clock drift. */
export function findStep(
  { keys, clock }: Context,
  { userId, sealed }: { userId: number; sealed: string | null },
  code: string,
): number | null {
  if (sealed === null) return null;
  const secret = unseal(appKey(keys), sealed, sealedFor(userId));
  if (secret === null)
    throw new Error(`The app of account ${userId} can't be decrypted with this ENCRYPTION_KEY`);
  const now = clock.now();
  const app = newTotp('', '', Secret.fromBase32(secret));
  const ahead = app.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return ahead === null ? null : Math.floor(now.getTime() / 1000 / period) + ahead;
}

/** Crockford's alphabet: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten of 32 characters: 50 bits, out of reach under the attempt limits. */
const newRecoveryCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Display format: two groups of five. */
const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The stored hash of a recovery code. */
export const hashRecoveryCode = ({ keys }: Context, userId: number, code: string): string =>
  sign(keys.derive('recovery codes'), `${userId}:${code}`);

async function issueRecoveryCodes(
  tx: Database,
  context: Context,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(context, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes, context.clock.now());
  return codes.map(grouped);
}

/** Locks the account's sign-in settings until the transaction ends. */
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

/** The account's second factors, for its settings page. */
export async function readFactors(context: Context, { user }: Caller): Promise<Factors> {
  const { db } = context;
  const [app, passkeys, recoveryCodesLeft, isRequired] = await Promise.all([
    findApp(db, user.id),
    selectPasskeys(db, user.id),
    countRecoveryCodes(db, user.id),
    mustHaveFactor(context, db, user.kind),
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
 * Creates a secret for a new app. It takes effect when `confirmNewApp` receives a valid code; until
 * then the previous app stays active. Discards an unfinished setup.
 */
export async function beginApp({ db, clock, config, keys }: Context, { user }: Caller) {
  const secret = new Secret({ size: 20 });
  const nextSealed = seal(appKey(keys), secret.base32, sealedFor(user.id));
  await keepNewApp(db, { userId: user.id, nextSealed, createdAt: clock.now() });
  const address = newTotp(config.BRAND_NAME, user.email, secret).toString();
  const svg = await (
    await loadQrCode()
  ).toString(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  const qrCode = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { secret: secret.base32, address, qrCode };
}

const wrongCode = (): AppError =>
  invalidField('code', "This code isn't right. Your app shows a new one every 30 seconds.");

/**
 * Activates the new app with one of its codes. The account's first second factor issues recovery
 * codes and ends its other sessions. Throws `conflict` when no app is being set up.
 */
export async function confirmNewApp(
  context: Context,
  caller: Caller,
  code: string,
): Promise<string[] | null> {
  const { db, clock } = context;
  const { id: userId } = caller.user;
  return db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const row = await lockApp(tx, userId);
    const sealed = row?.nextSealed ?? null;
    if (row === undefined || sealed === null)
      throw new AppError('conflict', { message: 'Please start over. No new app was set up.' });
    const at = clock.now();
    const step = findStep(context, { userId, sealed }, code);
    if (step === null) throw wrongCode();
    await confirmApp(tx, { userId, secretSealed: sealed, step, at });
    const kind = row.confirmedAt === null ? 'app' : 'other-app';
    return afterAdding(tx, context, caller, { kind });
  });
}

/**
 * Removes the authenticator app. Throws `not_found` without one, or `conflict` when it is
 * the last factor of an account that must have one.
 */
export async function removeApp(context: Context, caller: Caller): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, caller.user.id);
    if (!(await deleteApp(tx, caller.user.id))) throw new AppError('not_found');
    await afterRemoving(tx, context, caller, { kind: 'app' });
  });
}

/** Replaces the recovery codes. Throws `not_found` without a second factor. */
export async function renewRecoveryCodes(context: Context, caller: Caller): Promise<string[]> {
  const { id: userId } = caller.user;
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    if ((await selectProofWays(tx, userId)).length === 0) throw new AppError('not_found');
    const codes = await issueRecoveryCodes(tx, context, userId);
    await noteChange(tx, context, caller, {
      action: 'user.recovery-codes-renewed',
      what: 'New recovery codes were created.',
    });
    return codes;
  });
}

/** A second factor that was added or removed. */
type Factor = { kind: 'app' | 'other-app' } | { kind: 'passkey'; name: string };

const factorName = (factor: Factor): string =>
  factor.kind === 'passkey' ? `the passkey “${factor.name}”` : 'an authenticator app';

/**
 * Runs after a factor is added: the first one issues recovery codes and ends the account's other
 * sessions, which were opened with the password alone. Notifies the account.
 */
export async function afterAdding(
  tx: Database,
  context: Context,
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
        'other-app': ['user.app-replaced', 'Your authenticator app was replaced with another one.'],
        passkey: ['user.passkey-added', `${factorName(factor).replace('the', 'The')} was added.`],
      } as const
    )[factor.kind];
    await noteChange(tx, context, caller, { action, what, details });
    return null;
  }
  const codes = await issueRecoveryCodes(tx, context, userId);
  await endUserSessions(tx, userId, {
    reason: 'two-step verification turned on',
    at: context.clock.now(),
    except: caller.sessionId,
  });
  const what = `Two-step verification was turned on. From now on, you need ${factorName(factor)} to sign in.`;
  await noteChange(tx, context, caller, { action: 'user.two-step-on', what, details });
  return codes;
}

/**
 * Runs after a factor is removed: removing the last one deletes the recovery codes. Throws
 * `conflict` when the account must have a factor.
 */
export async function afterRemoving(
  tx: Database,
  context: Context,
  caller: Caller,
  factor: Factor,
): Promise<void> {
  const { id: userId, kind } = caller.user;
  const details = factor.kind === 'passkey' ? { name: factor.name } : {};
  if ((await selectProofWays(tx, userId)).length > 0) {
    const what = `${factorName(factor).replace(/^(the|an) /, 'Your ')} was removed.`;
    const action = factor.kind === 'passkey' ? 'user.passkey-removed' : 'user.app-removed';
    await noteChange(tx, context, caller, { action, what, details });
    return;
  }
  if (await mustHaveFactor(context, tx, kind))
    throw new AppError('conflict', {
      message:
        'Your account requires two-step verification. Add another method before you remove this one.',
    });
  await deleteRecoveryCodes(tx, userId);
  const what = 'Two-step verification was turned off.';
  await noteChange(tx, context, caller, { action: 'user.two-step-off', what, details });
}

/** Audits the change and notifies the account, since someone else may have made it. */
async function noteChange(
  tx: Database,
  context: Context,
  caller: Caller,
  {
    action,
    what,
    details = {},
  }: { action: AuditActionName; what: string; details?: Record<string, unknown> },
): Promise<void> {
  const { id: entityId } = caller.user;
  await recordAudit(tx, context.clock, caller, { action, entity: 'user', entityId, details });
  await mailAbout(tx, context, caller.user, (common) => ({
    event: 'two-step-changed',
    data: { ...common, what },
  }));
}
