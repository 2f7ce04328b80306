import { z } from 'zod';
import { anonymous, signedIn, staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, messages, outcome } from '../core/fields.ts';
import { notSwitched, portalOwned, userAt } from '../core/owner.ts';
import { changingRules } from '../core/changing-rules.ts';
import { passkey } from './passkeys.ts';
import { proofWay } from './sessions.ts';

/** How many recovery codes an account receives at once. */
export const recoveryCodeCount = 10;

/** Removes the spaces and hyphens of copied codes. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
const codeField = (pattern: RegExp, message: string) =>
  z
    .string(messages.required)
    .max(64, message)
    .transform(bare)
    .pipe(z.string().min(1, messages.required).regex(pattern, message));

/** The six digits of an authenticator app. */
export const appCodeForm = z.object({
  code: codeField(/^\d{6}$/, 'Enter the 6 digits that the app shows.'),
});

/** The second step of signing in: the app's digits, or a recovery code. */
export const factorForm = z.object({
  code: codeField(
    /^(\d{6}|[0-9A-HJKMNP-TV-Z]{10})$/,
    'Enter the 6 digits that your app shows, or a recovery code.',
  ),
});

/** The password again, for an account without other factors. */
export const passwordAgain = z.object({
  password: z.string(messages.required).min(1, messages.required).max(32, messages.max(32)),
});

/** An account's second factors. */
export const factors = z.object({
  /** The authenticator app; null without one. */
  app: z.object({ addedAt: instant(), lastUsedAt: instant().nullable() }).nullable(),
  /** Oldest first. */
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.number(),
  /** Whether the account must have a second factor, so the last one can't be removed. */
  isRequired: z.boolean(),
});
export type Factors = z.output<typeof factors>;

/**
 * The current code of a demo account's authenticator app; null until the next code is available.
 */
export interface KnownCode {
  email: string;
  code: string | null;
}

/** Shown once: the stored codes can't be read back. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** New recovery codes, or null when the account keeps its existing ones. */
const firstCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

const byId = z.object({ id: id() });
const own = [userAt('id'), notSwitched()] as const;
const changes = { max: 30, seconds: 3600, by: 'account' } as const;

export const giveFactor = endpoint({
  name: 'identity.give-factor',
  method: 'POST',
  path: '/authentication/factor',
  summary: 'The second step of signing in, after a correct password',
  urgency: 'sign-in',
  access: anonymous,
  encoding: 'form',
  body: factorForm,
  response: outcome,
  errors: ['invalid_credentials'],
  limit: { max: 240, seconds: 900, by: 'address' },
});

export const readFactors = endpoint({
  name: 'identity.factors',
  method: 'GET',
  path: '/user/{id}/factors',
  summary: "Your account's second factors",
  access: signedIn,
  owner: own,
  params: byId,
  response: factors,
  errors: ['not_found'],
  duringSetUp: true,
});

export const beginApp = endpoint({
  name: 'identity.begin-app',
  method: 'POST',
  path: '/user/{id}/factors/app',
  summary:
    'A new secret for an authenticator app: it replaces the current one once a code is confirmed',
  access: signedIn,
  owner: own,
  params: byId,
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for an app on the same device. */
    address: z.string(),
    /** The address as a QR code: an SVG in a `data:` URL. */
    qrCode: z.string(),
  }),
  errors: ['not_found'],
  limit: changes,
  stepUp: true,
  duringSetUp: true,
});

export const confirmApp = endpoint({
  name: 'identity.confirm-app',
  method: 'POST',
  path: '/user/{id}/factors/app/confirm',
  summary:
    "Confirm the new authenticator app with a code; an account's first second factor returns recovery codes",
  access: signedIn,
  owner: own,
  params: byId,
  encoding: 'form',
  body: appCodeForm,
  response: firstCodes,
  errors: ['not_found', 'conflict'],
  limit: changes,
  stepUp: true,
  duringSetUp: true,
});

export const removeApp = endpoint({
  name: 'identity.remove-app',
  method: 'POST',
  path: '/user/{id}/factors/app/remove',
  summary:
    'Remove the authenticator app; removing the last second factor also removes the recovery codes',
  access: signedIn,
  owner: own,
  params: byId,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: changes,
  stepUp: true,
});

export const renewRecoveryCodes = endpoint({
  name: 'identity.renew-recovery-codes',
  method: 'POST',
  path: '/user/{id}/factors/recovery-codes',
  summary: 'Create new recovery codes; the previous ones stop working',
  access: signedIn,
  owner: own,
  params: byId,
  response: newCodes,
  errors: ['not_found'],
  limit: changes,
  stepUp: true,
});

export const readProof = endpoint({
  name: 'identity.proof',
  method: 'GET',
  path: '/user/proof',
  summary: "The signed-in account's factors for a step-up",
  access: signedIn,
  /** When empty, the password is used. */
  response: z.object({ ways: z.array(proofWay) }),
  duringSetUp: true,
});

/** Downloads are navigations and can't request a step-up, so the portal calls this first. */
export const requireProof = endpoint({
  name: 'identity.require-proof',
  method: 'POST',
  path: '/user/proof/required',
  summary: 'Succeeds when the session was verified within ten minutes',
  access: signedIn,
  response: outcome,
  stepUp: true,
});

export const proveByCode = endpoint({
  name: 'identity.prove-by-code',
  method: 'POST',
  path: '/user/proof/code',
  summary: 'Step up with an app code or a recovery code',
  access: signedIn,
  encoding: 'form',
  body: factorForm,
  response: outcome,
  limit: changes,
  noStepUp: without.proof,
});

export const proveByPassword = endpoint({
  name: 'identity.prove-by-password',
  method: 'POST',
  path: '/user/proof/password',
  summary: 'Step up with the password, without a second factor',
  access: signedIn,
  encoding: 'form',
  body: passwordAgain,
  response: outcome,
  errors: ['conflict'],
  limit: changes,
  duringSetUp: true,
  noStepUp: without.proof,
});

/** The day from which contractors and their teams must have a second factor; null: never. */
export const factorRule = z.object({
  contractorsFrom: z.iso.date('Please enter a date.').nullable(),
});
const storedRule = factorRule.extend({ savedAt: instant().nullable() });
export type FactorRule = z.output<typeof storedRule>;

export const readFactorRule = endpoint({
  name: 'identity.factor-rule',
  method: 'GET',
  path: '/manage/two-step',
  summary: 'Who must have a second factor: staff always, contractors from a set day',
  access: staffWith(['manage-settings', 'access']),
  response: storedRule.extend({
    /** Active contractor accounts, and how many of them have a second factor. */
    accounts: z.number(),
    protected: z.number(),
  }),
});

export const saveFactorRule = endpoint({
  name: 'identity.save-factor-rule',
  method: 'POST',
  path: '/manage/two-step',
  summary: 'Change the day from which contractors must have a second factor',
  access: changingRules,
  owner: portalOwned,
  /** `savedAt` as the caller saw it: a rule saved since then is a conflict. */
  body: factorRule.extend({ savedAt: storedRule.shape.savedAt.optional() }),
  response: outcome,
  errors: ['conflict'],
  limit: changes,
  stepUp: true,
});
