import { z } from 'zod';
import { anonymous, signedIn } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { checkBox, id, instant, outcome, text } from '../core/fields.ts';
import { notSwitched, passkeyAt, userAt } from '../core/owner.ts';

/** How many passkeys an account can have. */
export const maxPasskeys = 10;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
/** Unknown transports are left out. */
const transports = z
  .array(z.string().max(32))
  .max(16)
  .transform((all) => all.flatMap((one) => transport.safeParse(one).data ?? []));

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(transport),
});

/**
 * The browser's options for creating a passkey (WebAuthn, `PublicKeyCredentialCreationOptions`).
 */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
  }),
  attestation: z.literal('none'),
});

/** The browser's options for using a passkey (WebAuthn, `PublicKeyCredentialRequestOptions`). */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
  /** Empty: the browser offers any passkey it has. */
  allowCredentials: z.array(descriptor),
});

const answered = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.object({}).default({}),
};

const newCredential = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(60_000),
    transports: transports.optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

const credentialView = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
});
export type CredentialView = z.output<typeof credentialView>;

/** The browser's response with a passkey. */
export const passkeyForm = z.object({ credential: credentialView });

export const passkeyName = z.object({ name: text(60) });

export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** The credential's own id, used to signal to browsers that it was removed. */
  credentialId: z.string(),
  addedAt: instant(),
  lastUsedAt: instant().nullable(),
  /** Whether its provider syncs it to other devices. */
  synced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

const byId = z.object({ id: id() });
const byPasskey = byId.extend({ passkeyId: id() });
const own = [userAt('id'), notSwitched()] as const;
const ownPasskey = [userAt('id'), notSwitched(), passkeyAt('passkeyId')] as const;
const changes = { max: 60, seconds: 3600, by: 'account' } as const;
const attempts = { max: 240, seconds: 900, by: 'address' } as const;

export const beginPasskeySignIn = endpoint({
  name: 'identity.begin-passkey-sign-in',
  method: 'POST',
  path: '/authentication/passkey/options',
  summary: "The browser's options for signing in with only a passkey",
  urgency: 'sign-in',
  access: anonymous,
  response: requestOptions,
  // Every visit to the sign-in page calls this, and offices share a network address.
  limit: { max: 1200, seconds: 900, by: 'address' },
});

export const signInByPasskey = endpoint({
  name: 'identity.sign-in-by-passkey',
  method: 'POST',
  path: '/authentication/passkey',
  summary: 'Sign in with only a passkey',
  urgency: 'sign-in',
  access: anonymous,
  body: passkeyForm.extend({ keep: checkBox().optional() }),
  response: outcome,
  errors: ['invalid_credentials'],
  limit: attempts,
});

export const beginPasskeyFactor = endpoint({
  name: 'identity.begin-passkey-factor',
  method: 'POST',
  path: '/authentication/factor/passkey/options',
  summary: "The browser's options for a passkey as the second step of signing in",
  urgency: 'sign-in',
  access: anonymous,
  response: requestOptions,
  errors: ['invalid_credentials'],
  limit: attempts,
});

export const givePasskeyFactor = endpoint({
  name: 'identity.give-passkey-factor',
  method: 'POST',
  path: '/authentication/factor/passkey',
  summary: 'The second step of signing in with a passkey, after a correct password',
  urgency: 'sign-in',
  access: anonymous,
  body: passkeyForm,
  response: outcome,
  errors: ['invalid_credentials'],
  limit: attempts,
});

export const beginPasskey = endpoint({
  name: 'identity.begin-passkey',
  method: 'POST',
  path: '/user/{id}/passkeys/options',
  summary: "The browser's options for creating a passkey",
  access: signedIn,
  owner: own,
  params: byId,
  response: creationOptions,
  errors: ['not_found', 'conflict'],
  limit: changes,
  stepUp: true,
  duringSetUp: true,
});

export const addPasskey = endpoint({
  name: 'identity.add-passkey',
  method: 'POST',
  path: '/user/{id}/passkeys',
  summary: "Save a new passkey; an account's first second factor returns recovery codes",
  access: signedIn,
  owner: own,
  params: byId,
  body: passkeyName.extend({ credential: newCredential }),
  response: z.object({
    passkey,
    /** Shown once, with the account's first second factor; null otherwise. */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  errors: ['not_found', 'conflict', 'invalid_credentials'],
  limit: changes,
  stepUp: true,
  duringSetUp: true,
});

export const renamePasskey = endpoint({
  name: 'identity.rename-passkey',
  method: 'POST',
  path: '/user/{id}/passkeys/{passkeyId}',
  summary: 'Rename a passkey',
  access: signedIn,
  owner: ownPasskey,
  params: byPasskey,
  body: passkeyName,
  response: outcome,
  errors: ['not_found'],
  limit: changes,
  noStepUp: without.ownView,
});

export const removePasskey = endpoint({
  name: 'identity.remove-passkey',
  method: 'POST',
  path: '/user/{id}/passkeys/{passkeyId}/remove',
  summary: "Remove a passkey: it can't sign in anymore",
  access: signedIn,
  owner: ownPasskey,
  params: byPasskey,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: changes,
  stepUp: true,
});

export const beginPasskeyProof = endpoint({
  name: 'identity.begin-passkey-proof',
  method: 'POST',
  path: '/user/proof/passkey/options',
  summary: "The browser's options for a step-up with a passkey",
  access: signedIn,
  response: requestOptions,
  errors: ['conflict'],
  limit: changes,
  noStepUp: without.proof,
});

export const proveByPasskey = endpoint({
  name: 'identity.prove-by-passkey',
  method: 'POST',
  path: '/user/proof/passkey',
  summary: 'Step up with a passkey',
  access: signedIn,
  body: passkeyForm,
  response: outcome,
  errors: ['invalid_credentials'],
  limit: changes,
  noStepUp: without.proof,
});
