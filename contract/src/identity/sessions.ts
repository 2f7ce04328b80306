import { z } from 'zod';
import { anonymous, contractorsAndStaff, signedIn, staffWith } from '../core/access.ts';
import { codes, resources } from '../core/privilege-catalog.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import {
  checkBox,
  email,
  id,
  messages,
  optionalText,
  outcome,
  personName,
} from '../core/fields.ts';
import { accountAt, anyContractor } from '../core/owner.ts';
import { contractor } from '../contractors/contractor.ts';
import { passwordRules } from './password.ts';

const privilege = z.object({ resource: z.enum(resources), code: z.enum(codes) });

export const user = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  fullName: z.string(),
  initials: z.string(),
  email: z.string(),
  isContractorUser: z.boolean(),
  /** The contractor's only owner, as opposed to a team user. */
  isOwner: z.boolean(),
  /**
   * A team user with Limited access: in Personal Info they see only their own profile and password.
   */
  isLimited: z.boolean(),
  /** The contractor's id; null for staff. */
  contractor: z.number().nullable(),
  privileges: z.array(privilege),
});
export type User = z.output<typeof user>;

/**
 * The session: the signed-in account (with `isAuth`), and in `user` the account being viewed, which
 * is the same unless switched. `contractor` and both flags belong to the account being viewed.
 */
export const session = user.omit({ contractor: true }).extend({
  isAuth: z.literal(true),
  contractor: contractor.nullable(),
  needConfirmProviderAgreement: z.boolean(),
  needQuiz: z.boolean(),
  switched: z.boolean(),
  /** Seconds from the response until the switch ends; null on the own account. */
  switchedSecondsLeft: z.number().nullable(),
  /** A second factor has to be set up before anything else. */
  needsFactor: z.boolean(),
  /** The day from which the account must have a second factor, when it has none yet. */
  factorNeededFrom: z.string().nullable(),
  /** The lender that the account belongs to; missing for all other accounts. */
  lender: z.object({ id: z.number(), name: z.string() }).optional(),
  /**
   * 32 bytes in base64: encrypts the signed-in account's unsaved input in its browsers. Missing
   * while a second factor has to be set up.
   */
  draftsKey: z.string().optional(),
  user,
});
export type Session = z.output<typeof session>;

export const signInForm = z.object({
  username: email(250),
  password: z.string(messages.required).min(1, messages.required).max(32, messages.max(32)),
  /** Whether the session outlives the browser window; true by default. */
  keep: checkBox().optional(),
});

/** The same rules as the password meter's. */
export const newPassword = passwordRules.reduce(
  (schema, { holds, message }) => schema.refine(holds, message),
  z.string(messages.required),
);

export const newStaffAccount = z.object({
  email: email(250),
  firstname: personName(),
  lastname: personName(),
  password: newPassword,
});

/** An account's second factors. */
export const proofWay = z.enum(['passkey', 'app', 'recovery-code']);
export type ProofWay = z.output<typeof proofWay>;

export const authenticate = endpoint({
  name: 'identity.authenticate',
  method: 'POST',
  path: '/authentication',
  summary: 'Sign in',
  urgency: 'sign-in',
  access: anonymous,
  encoding: 'form',
  body: signInForm,
  /**
   * With two-step verification, one of these factors has to follow: the person isn't signed in yet.
   */
  response: outcome.extend({
    needs: z.literal('factor').optional(),
    ways: z.array(proofWay).optional(),
  }),
  errors: ['invalid_credentials'],
});

export const readSession = endpoint({
  name: 'identity.session',
  method: 'GET',
  path: '/user',
  summary: 'The session: the signed-in account, and the account being viewed',
  urgency: 'sign-in',
  access: signedIn,
  response: session,
  duringSetUp: true,
});

export const refreshSession = endpoint({
  name: 'identity.refresh',
  method: 'POST',
  path: '/refresh',
  summary: 'Exchange the refresh cookie for new cookies',
  urgency: 'sign-in',
  access: anonymous,
  response: outcome,
});

export const signOut = endpoint({
  name: 'identity.logout',
  method: 'POST',
  path: '/logout',
  summary: 'End the session; a GET also works when one of our own pages sends it',
  access: anonymous,
  response: outcome,
});

export const readUser = endpoint({
  name: 'identity.user',
  method: 'GET',
  path: '/user/{id}',
  summary: 'The current account: your own, or the one you switched into',
  urgency: 'sign-in',
  access: signedIn,
  owner: accountAt('id'),
  params: z.object({ id: id() }),
  response: user,
  errors: ['not_found'],
});

export const switchUser = endpoint({
  name: 'identity.switch',
  method: 'POST',
  path: '/user/{id}/switch',
  summary: "Switch into a contractor's account",
  access: staffWith(['manage-contractors', 'access']),
  owner: anyContractor,
  params: z.object({ id: id() }),
  encoding: 'form',
  body: z.object({ reason: optionalText(250).default('') }).prefault({}),
  response: outcome,
  errors: ['not_found'],
  noStepUp:
    'Support switches all day. The contractor sees each visit, it ends after 30 minutes, and everything inside that needs a step-up still asks.',
});

export const switchBack = endpoint({
  name: 'identity.switch-back',
  method: 'POST',
  path: '/user/switch-back',
  summary: 'Return to your own account',
  access: contractorsAndStaff,
  response: outcome,
  limit: { max: 120, seconds: 3600, by: 'account' },
  noStepUp: without.lessAccess,
});

/** The header that every request sends while switched, with the id of the account being viewed. */
export const switchedUserHeader = 'x-switched-user';
