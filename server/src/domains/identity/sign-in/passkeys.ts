import {
  maxPasskeys,
  type NewCredential,
  type Passkey,
  type CredentialView,
} from '@lintel/contract/identity/passkeys';
import { recordAudit, type Caller, type AuditActor } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Config } from '../../../platform/config.ts';
import { loadWebauthn } from '../../../platform/lazy-packages.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { mailAbout } from '../mail/index.ts';
import {
  deletePasskey,
  insertPasskey,
  lockPasskey,
  selectPasskeys,
  findPasskeyName,
  setPasskey,
  setProven,
  type PasskeyRow,
  afterAdding,
  afterRemoving,
  lockAccount,
  presentPasskey,
  challengeMs,
  userHandle,
  newChallenge,
  takeChallenge,
  words,
  type Purpose,
  type Refusal,
} from '../factors/index.ts';
import { readDevice } from '../devices/index.ts';
import { clearAttempts, requireStep } from './proof.ts';
import { findUser } from '../repository.ts';
import { enter, type BrowserTokens, type Visitor } from './sign-in.ts';

/** ES256, EdDSA, and RS256 (COSE); every authenticator supports at least one. */
const algorithms = [-7, -8, -257];

/** The host without a port. */
const relyingPartyId = ({ publicUrl }: Config): string => new URL(publicUrl).hostname;
const portalOrigin = ({ publicUrl }: Config): string => new URL(publicUrl).origin;

interface PasskeyResponse {
  credential: CredentialView;
  purpose: Purpose;
  /** The account it must belong to; null for any. */
  userId: number | null;
  /** Whether the device has to verify its user, as when no password was given. */
  isAlone: boolean;
  refusal: Refusal;
  /** The actor for the audit log, once the account is known. */
  by: (userId: number) => AuditActor;
}

/**
 * Verifies a passkey response and records its use. Throws `refusal` with the reason; notifies the
 * account by e-mail when the passkey appears to be cloned.
 */
async function checkPasskey(context: Context, shown: PasskeyResponse): Promise<PasskeyRow> {
  const { refusal } = shown;
  const checked = await context.db.transaction(async (tx) => {
    const { credential, purpose, userId } = shown;
    const answered = credential.response.clientDataJSON;
    const challenge = await takeChallenge(tx, context, { answered, purpose, refusal });
    const row = await lockPasskey(tx, credential.id);
    if (row === undefined || (userId !== null && row.userId !== userId))
      throw new AppError(refusal, { message: words.unknown });
    const used = await verifyResponse(context, row, challenge, shown);
    // Most passkeys report 0. A counter in use must increase each time (WebAuthn, 6.1.1).
    const isCloned = used.counter > 0 || row.counter > 0 ? used.counter <= row.counter : false;
    if (isCloned) {
      await notifyClone(tx, context, row, shown.by(row.userId));
      return null;
    }
    const { counter, synced } = used;
    await setPasskey(tx, row, { counter, synced, lastUsedAt: context.clock.now() });
    return row;
  });
  if (checked === null) throw new AppError(refusal, { message: words.cloned });
  return checked;
}

async function verifyResponse(
  { config, keys }: Context,
  row: PasskeyRow,
  challenge: string,
  { credential, isAlone, refusal }: PasskeyResponse,
): Promise<{ counter: number; synced: boolean }> {
  const handle = credential.response.userHandle;
  if (
    handle !== undefined &&
    handle !== Buffer.from(userHandle(keys, row.userId)).toString('base64url')
  )
    throw new AppError(refusal, { message: words.unknown });
  const { userHandle: _checked, ...response } = credential.response;
  const { authenticatorAttachment: _unused, ...rest } = credential;
  try {
    const { verified, authenticationInfo } = await (
      await loadWebauthn()
    ).verifyAuthenticationResponse({
      response: { ...rest, response },
      expectedChallenge: challenge,
      expectedOrigin: portalOrigin(config),
      expectedRPID: relyingPartyId(config),
      requireUserVerification: isAlone,
      // Our caller compares counters, so that it can notify the account of a clone.
      credential: {
        id: row.credentialId,
        publicKey: Uint8Array.from(Buffer.from(row.publicKey, 'base64url')),
        counter: 0,
      },
    });
    if (!verified) throw new Error('The signature is wrong');
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo;
    return { counter, synced };
  } catch (error) {
    throw new AppError(refusal, { message: words.wrong, cause: error });
  }
}

/** Audits a suspected clone of a passkey and notifies its account. */
async function notifyClone(
  tx: Database,
  context: Context,
  row: PasskeyRow,
  by: AuditActor,
): Promise<void> {
  const user = await findUser(tx, row.userId);
  if (user === undefined) return;
  await recordAudit(tx, context.clock, by, {
    action: 'user.passkey-refused',
    entity: 'user',
    entityId: user.id,
    contractorId: user.contractorId,
    details: { name: row.name },
  });
  const what = `Your passkey “${row.name}” was rejected because there seems to be a copy of it. Please remove it.`;
  await mailAbout(
    tx,
    context,
    user,
    (common) => ({ event: 'two-step-changed', data: { ...common, what } }),
    { key: `copy of ${row.id} after ${row.counter}` },
  );
}

const allowed = (rows: readonly PasskeyRow[]) =>
  rows.map(({ credentialId: id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: knownTransports(transports),
  }));

/** Request options for a passkey; one of `rows` if given, else any. */
async function ask(
  { clock, config, keys }: Context,
  purpose: Purpose,
  rows?: readonly PasskeyRow[],
) {
  const userVerification = rows === undefined ? ('required' as const) : ('preferred' as const);
  const { challenge } = await (
    await loadWebauthn()
  ).generateAuthenticationOptions({
    rpID: relyingPartyId(config),
    challenge: newChallenge(keys, purpose, clock.now()),
    userVerification,
  });
  return {
    challenge,
    rpId: relyingPartyId(config),
    timeout: challengeMs,
    userVerification,
    allowCredentials: allowed(rows ?? []),
  };
}

const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const knownTransports = (stored: readonly string[]) => known.filter((one) => stored.includes(one));

/** Request options for signing in with a passkey alone. */
export const beginSignIn = (context: Context) => ask(context, 'sign-in');

/** Signs in with a passkey alone. Throws `invalid_credentials` with the reason. */
export async function signInByPasskey(
  context: Context,
  { credential, keep = true }: { credential: CredentialView; keep?: boolean | undefined },
  visitor: Visitor & { shown: string | undefined },
): Promise<BrowserTokens> {
  const { userId } = await checkPasskey(context, {
    credential,
    purpose: 'sign-in',
    userId: null,
    isAlone: true,
    refusal: 'invalid_credentials',
    by: (accountId) => ({ address: visitor.address, accountId }),
  });
  const user = await findUser(context.db, userId);
  // Reveal nothing about an account that is closed or has no password.
  if (user?.passwordHash == null || !user.isActive)
    throw new AppError('invalid_credentials', { message: words.unknown });
  return enter(context, user, { ...visitor, keep }, await readDevice(context, visitor.shown));
}

/** Request options for a passkey after the password. Throws `invalid_credentials`. */
export async function beginFactor(context: Context, step: string | undefined) {
  const { user } = await requireStep(context, step);
  return ask(context, `factor:${user.id}`, await selectPasskeys(context.db, user.id));
}

/**
 * Completes the second step of a sign-in with a passkey. Throws `invalid_credentials` with the
 * reason.
 */
export async function giveFactorByPasskey(
  context: Context,
  credential: CredentialView,
  visitor: Visitor & { shown: string | undefined; step: string | undefined },
): Promise<BrowserTokens> {
  const { user, keep } = await requireStep(context, visitor.step);
  await checkPasskey(context, {
    credential,
    purpose: `factor:${user.id}`,
    userId: user.id,
    isAlone: false,
    refusal: 'invalid_credentials',
    by: (accountId) => ({ address: visitor.address, accountId }),
  });
  await clearAttempts(context, user, visitor);
  return enter(context, user, { ...visitor, keep }, await readDevice(context, visitor.shown));
}

/** Request options for step-up with a passkey. Throws `conflict`. */
export async function beginProof(context: Context, { authenticated, sessionId }: Caller) {
  const rows = await selectPasskeys(context.db, authenticated.id);
  if (rows.length === 0)
    throw new AppError('conflict', { message: 'This account no longer has a passkey.' });
  return ask(context, `prove:${sessionId}`, rows);
}

/** Completes step-up with a passkey. Throws `invalid` with the reason. */
export async function proveByPasskey(
  context: Context,
  caller: Caller,
  credential: CredentialView,
): Promise<void> {
  const { authenticated, sessionId } = caller;
  await checkPasskey(context, {
    credential,
    purpose: `prove:${sessionId}`,
    userId: authenticated.id,
    isAlone: false,
    refusal: 'invalid',
    by: () => caller,
  });
  await setProven(context.db, { id: sessionId, userId: authenticated.id, at: context.clock.now() });
}

const tooMany = (): AppError =>
  new AppError('conflict', {
    message: `An account can have up to ${maxPasskeys} passkeys. Please remove one first.`,
  });

/** Creation options for a new passkey. Throws `conflict` when there are too many. */
export async function beginPasskey(context: Context, { user, sessionId }: Caller) {
  const { keys, config } = context;
  const rows = await selectPasskeys(context.db, user.id);
  if (rows.length >= maxPasskeys) throw tooMany();
  const options = await (
    await loadWebauthn()
  ).generateRegistrationOptions({
    rpName: config.BRAND_NAME,
    rpID: relyingPartyId(config),
    userName: user.email,
    userDisplayName: `${user.firstname} ${user.lastname}`.trim(),
    userID: userHandle(keys, user.id),
    challenge: newChallenge(keys, `add:${sessionId}`, context.clock.now()),
    timeout: challengeMs,
    attestationType: 'none',
    // A passkey that signs in alone must be discoverable and verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challenge: options.challenge,
    rp: { id: relyingPartyId(config), name: config.BRAND_NAME },
    user: options.user,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeMs,
    excludeCredentials: allowed(rows),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
}

/**
 * Stores a new passkey. The account's first second factor issues recovery codes and ends its other
 * sessions. Throws `conflict` when it already exists or there are too many, `invalid` with the
 * reason when it can't be verified.
 */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { name, credential }: { name: string; credential: NewCredential },
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { user, sessionId } = caller;
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, user.id);
    const made = await verifyNew(tx, context, sessionId, credential);
    if ((await selectPasskeys(tx, user.id)).length >= maxPasskeys) throw tooMany();
    const row = await insertPasskey(tx, {
      ...made,
      userId: user.id,
      name,
      sessionId,
      createdAt: context.clock.now(),
    });
    if (row === undefined)
      throw new AppError('conflict', { message: 'This passkey is already in use.' });
    const recoveryCodes = await afterAdding(tx, context, caller, { kind: 'passkey', name });
    return { passkey: presentPasskey(row), recoveryCodes };
  });
}

async function verifyNew(
  tx: Database,
  context: Context,
  sessionId: string,
  { authenticatorAttachment: _unused, ...credential }: NewCredential,
) {
  const { config } = context;
  const { transports = [], ...response } = credential.response;
  const expectedChallenge = await takeChallenge(tx, context, {
    answered: response.clientDataJSON,
    purpose: `add:${sessionId}`,
    refusal: 'invalid',
  });
  try {
    const { registrationInfo } = await (
      await loadWebauthn()
    ).verifyRegistrationResponse({
      response: { ...credential, response },
      expectedChallenge,
      expectedOrigin: portalOrigin(config),
      expectedRPID: relyingPartyId(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) throw new Error('The attestation is wrong');
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const synced = registrationInfo.credentialBackedUp;
    const stored = Buffer.from(publicKey).toString('base64url');
    return { credentialId, publicKey: stored, counter, transports, synced };
  } catch (error) {
    throw new AppError('invalid', { message: words.wrong, cause: error });
  }
}

/** Renames a passkey. Throws `not_found`. */
export async function renamePasskey(
  { db, clock }: Context,
  caller: Caller,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const { id: userId, contractorId } = caller.user;
  await db.transaction(async (tx) => {
    const before = await findPasskeyName(tx, { userId, id });
    const row = await setPasskey(tx, { userId, id }, { name });
    if (row === undefined) throw new AppError('not_found');
    await recordAudit(tx, clock, caller, {
      action: 'user.passkey-renamed',
      entity: 'user',
      entityId: userId,
      contractorId,
      details: { name: { from: before ?? null, to: name } },
    });
  });
}

/**
 * Removes a passkey. Throws `not_found`, or `conflict` when it is the last factor of an account
 * that must have one.
 */
export async function removePasskey(context: Context, caller: Caller, id: number): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, caller.user.id);
    const row = await deletePasskey(tx, { userId: caller.user.id, id });
    if (row === undefined) throw new AppError('not_found');
    await afterRemoving(tx, context, caller, { kind: 'passkey', name: row.name });
  });
}
