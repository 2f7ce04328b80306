import { z } from 'zod';
import { anonymous, ownAccessTo, staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { email, id, instant, messages, outcome, personName } from '../core/fields.ts';
import { isRecord } from '../core/narrow.ts';
import { anyContractor, notSwitched, userAt } from '../core/owner.ts';
import { newPassword, user } from './sessions.ts';

const ownAccount = ownAccessTo('personal-info');
const byId = z.object({ id: id() });

/** The account fields that the Profile card saves. */
export const profileForm = z.object({ firstname: personName(), lastname: personName() });
export const emailForm = z.object({ email: email(250) });

/** A password typed twice: only the form checks that they match; the server receives one. */
export const passwordPair = z
  .object({ password: newPassword, confirmation: z.string(messages.required) })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: 'The passwords do not match',
    when: ({ value }) => isRecord(value) && typeof value['confirmation'] === 'string',
  });

/** The Password card; leaving it empty keeps the password. */
export const optionalPasswordPair = z.union([
  z.object({ password: z.literal(''), confirmation: z.literal('') }),
  passwordPair,
]);

/** The `m` parameter of an e-mail link. */
const enc = z.string(messages.required).min(1, messages.required).max(2000);

export const saveProfile = endpoint({
  name: 'identity.save-profile',
  method: 'POST',
  path: '/user/{id}',
  summary: 'Save the names of the current account',
  access: ownAccount,
  owner: userAt('id'),
  params: byId,
  encoding: 'form',
  body: profileForm.extend({ id: id().optional() }),
  response: user,
  errors: ['not_found'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  noStepUp:
    'Names and phone numbers open nothing. The sign-in e-mail, the password, and bank details have endpoints of their own.',
});

export const changeEmail = endpoint({
  name: 'identity.change-email',
  method: 'POST',
  path: '/user/{id}/update-email',
  summary: 'Request a new e-mail: it takes effect once its link is confirmed',
  access: ownAccount,
  owner: [userAt('id'), notSwitched()],
  params: byId,
  encoding: 'form',
  body: emailForm.extend({ id: id().optional() }),
  response: outcome,
  errors: ['not_found', 'email_already_used'],
  limit: { max: 30, seconds: 3600, by: 'account' },
  mailsTo: 'email',
  stepUp: true,
});

export const changePassword = endpoint({
  name: 'identity.change-password',
  method: 'POST',
  path: '/user/{id}/update-password',
  summary: "Set your password; the account's other sessions end",
  access: ownAccount,
  owner: [userAt('id'), notSwitched()],
  params: byId,
  encoding: 'form',
  body: z.object({ id: id().optional(), password: newPassword }),
  response: outcome,
  errors: ['not_found'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const restorePassword = endpoint({
  name: 'identity.restore',
  method: 'POST',
  path: '/restore',
  summary:
    'Send a link to reset the password; the response is the same whether or not the account exists',
  access: anonymous,
  encoding: 'form',
  body: emailForm,
  response: outcome,
  limit: { max: 40, seconds: 900, by: 'address' },
});

export const readLink = endpoint({
  name: 'identity.read-link',
  method: 'POST',
  path: '/restore-decrypt',
  summary: 'Read an e-mail link without using it up',
  access: anonymous,
  encoding: 'form',
  body: z.object({ enc }),
  response: z.object({
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    newEmail: z.string().nullable(),
    /** For a link that sets a password: the company, because its name makes a bad password. */
    company: z.string().optional(),
    /** The sign-in that a new-device message is about. */
    signIn: z.object({ device: z.string(), address: z.string(), at: instant() }).optional(),
    /** For a link that restores `email`: when it was changed to `newEmail`. */
    restore: z.object({ at: instant() }).optional(),
  }),
  errors: ['invalid_link'],
  limit: { max: 240, seconds: 900, by: 'address' },
});

export const setPassword = endpoint({
  name: 'identity.set-password',
  method: 'POST',
  path: '/update-password',
  summary: "Set the password with an e-mail link: a reset, or an account's activation",
  access: anonymous,
  encoding: 'form',
  body: z
    .object({ enc, password: newPassword.optional(), newPassword: newPassword.optional() })
    .refine((form) => form.password !== undefined || form.newPassword !== undefined, {
      path: ['password'],
      message: messages.required,
    }),
  response: outcome.extend({
    /** The account is new and needs no second factor, so the browser is now signed in. */
    signedIn: z.boolean(),
  }),
  errors: ['invalid_link'],
  limit: { max: 120, seconds: 900, by: 'address' },
});

export const confirmEmail = endpoint({
  name: 'identity.confirm-email',
  method: 'POST',
  path: '/confirm-change-email',
  summary: 'Confirm the new e-mail with its link; the account is signed out everywhere',
  access: anonymous,
  encoding: 'form',
  body: z.object({ enc }),
  response: outcome,
  errors: ['invalid_link', 'email_already_used'],
  limit: { max: 120, seconds: 900, by: 'address' },
});

export const restoreEmail = endpoint({
  name: 'identity.restore-email',
  method: 'POST',
  path: '/restore-email',
  summary:
    'Restore the previous e-mail with its link: signs the account out everywhere, removes second factors of the person who changed the e-mail, and `enc` sets a new password',
  access: anonymous,
  encoding: 'form',
  body: z.object({ enc }),
  response: outcome.extend({ enc: z.string() }),
  errors: ['invalid_link', 'email_already_used'],
  limit: { max: 120, seconds: 900, by: 'address' },
});

export const createOwner = endpoint({
  name: 'identity.create-owner',
  method: 'POST',
  path: '/user',
  summary: "Create a paid contractor's owner account, and send the confirmation e-mail",
  access: staffWith(['manage-contractors', 'account_create']),
  owner: anyContractor,
  encoding: 'form',
  body: profileForm.extend({
    email: email(250),
    contractorId: id(),
    /** Defaults to the contractor's own. */
    planId: id().optional(),
    /** Defaults to the contractor's own, then to the owner of its lead. */
    managerId: id().optional(),
  }),
  response: outcome.extend({ user }),
  errors: ['not_found', 'conflict', 'email_already_used'],
  stepUp: true,
});

export const sendConfirmation = endpoint({
  name: 'identity.send-confirmation',
  method: 'GET',
  path: '/user/{id}/confirm-account',
  summary: 'Resend the link that activates the account',
  access: staffWith(['manage-contractors', 'access']),
  owner: anyContractor,
  params: byId,
  changesState: true,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 900, by: 'account' },
  noStepUp: without.ownAddress,
});
