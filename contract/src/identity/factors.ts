import { z } from 'zod';
import { anonymous, signedIn } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, messages, outcome } from '../core/fields.ts';
import { notSwitched, userAt } from '../core/owner.ts';

/** How many recovery codes an account gets at once. */
export const recoveryCodeCount = 10;

/** As people copy codes: with spaces and hyphens that do not count. */
const bare = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
const codeOf = (pattern: RegExp, message: string) =>
  z
    .string(messages.required)
    .max(64, message)
    .transform(bare)
    .pipe(z.string().min(1, messages.required).regex(pattern, message));

/** The six digits of an authenticator app. */
export const appCodeForm = z.object({
  code: codeOf(/^\d{6}$/, 'Enter the 6 digits that the app shows.'),
});

/** What the second step of signing in takes: the app's digits, or a recovery code. */
export const factorForm = z.object({
  code: codeOf(
    /^(\d{6}|[0-9A-HJKMNP-TV-Z]{10})$/,
    'Enter the 6 digits that your app shows, or a recovery code.',
  ),
});

/** Changing how an account is signed in to takes its password again. */
export const passwordAgain = z.object({
  password: z.string(messages.required).min(1, messages.required).max(32, messages.max(32)),
});

/** How an account proves itself besides its password. */
export const factors = z.object({
  /** The authenticator app; null without one. */
  app: z.object({ addedAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
  recoveryCodesLeft: z.number(),
});
export type Factors = z.output<typeof factors>;

/** Shown once: what is stored cannot be read back. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) });

const byId = z.object({ id: id() });
const own = [userAt('id'), notSwitched()] as const;
const changes = { max: 30, seconds: 3600, by: 'account' } as const;

export const giveFactor = endpoint({
  name: 'identity.give-factor',
  method: 'POST',
  path: '/authentication/factor',
  summary: 'The second step of signing in, after a right password',
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
  summary: 'How the own account proves itself besides its password',
  access: signedIn,
  owner: own,
  params: byId,
  response: factors,
  errors: ['not_found'],
});

export const beginApp = endpoint({
  name: 'identity.begin-app',
  method: 'POST',
  path: '/user/{id}/factors/app',
  summary: 'A new secret for an authenticator app: it counts once a code of it is confirmed',
  access: signedIn,
  owner: own,
  params: byId,
  encoding: 'form',
  body: passwordAgain,
  response: z.object({
    /** Base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for an app on the same device. */
    address: z.string(),
    /** The address as a QR code: an SVG as `data:` address. */
    qrCode: z.string(),
  }),
  errors: ['not_found', 'conflict'],
  limit: changes,
});

export const confirmApp = endpoint({
  name: 'identity.confirm-app',
  method: 'POST',
  path: '/user/{id}/factors/app/confirm',
  summary: 'Turn two-step verification on with a code of the new app; gives recovery codes',
  access: signedIn,
  owner: own,
  params: byId,
  encoding: 'form',
  body: appCodeForm,
  response: newCodes,
  errors: ['not_found', 'conflict'],
  limit: changes,
});

export const removeApp = endpoint({
  name: 'identity.remove-app',
  method: 'POST',
  path: '/user/{id}/factors/app/remove',
  summary: 'Turn two-step verification off; the recovery codes go with it',
  access: signedIn,
  owner: own,
  params: byId,
  encoding: 'form',
  body: passwordAgain,
  response: outcome,
  errors: ['not_found'],
  limit: changes,
});

export const renewRecoveryCodes = endpoint({
  name: 'identity.renew-recovery-codes',
  method: 'POST',
  path: '/user/{id}/factors/recovery-codes',
  summary: 'New recovery codes; the ones before stop working',
  access: signedIn,
  owner: own,
  params: byId,
  encoding: 'form',
  body: passwordAgain,
  response: newCodes,
  errors: ['not_found'],
  limit: changes,
});
