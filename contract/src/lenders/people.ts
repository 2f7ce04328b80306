import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { email, id, instant, outcome, personName } from '../core/fields.ts';
import { limit, listSchema, order, page } from '../core/list.ts';
import { portalOwned } from '../core/owner.ts';
import { resetForm } from '../identity/staff.ts';
import { personOrders, personPageSizes, personStatuses } from './constants.ts';
import { byLender, changingLenders, readingLenders } from './lender.ts';

/** Someone who works for a lender at its desk. */
const lenderPerson = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  /** `invited` until the invitation's link is used. */
  status: z.enum(personStatuses),
  /** Whether a second factor is set up; without one, the desk stays closed. */
  hasFactor: z.boolean(),
  lastSeen: instant().nullable(),
});
export type LenderPerson = z.output<typeof lenderPerson>;

export const lenderPersonForm = z.object({
  firstname: personName(),
  lastname: personName(),
  email: email(250),
});

export const listLenderPeople = endpoint({
  name: 'identity.lender-people',
  method: 'GET',
  path: '/manage/lenders/{id}/people',
  summary: 'The people of a lender with a desk',
  access: readingLenders,
  owner: portalOwned,
  params: byLender,
  query: z.object({
    page: page(),
    limit: limit(personPageSizes, 25),
    order: order(personOrders, '+name'),
    search: z.string().trim().max(250).default(''),
  }),
  response: listSchema(lenderPerson),
  errors: ['not_found'],
});

export const inviteLenderPerson = endpoint({
  name: 'identity.invite-lender-person',
  method: 'POST',
  path: '/manage/lenders/{id}/people',
  summary: 'Invite someone of a lender to its desk: the link in the e-mail sets the password',
  access: changingLenders,
  owner: portalOwned,
  params: byLender,
  body: lenderPersonForm,
  response: outcome.extend({ person: lenderPerson }),
  errors: ['not_found', 'conflict', 'email_already_used'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  mailsTo: 'email',
  stepUp: true,
});

const byPerson = byLender.extend({ person: id() });

/** A single-button action on someone of a lender. */
const pressed = <const Name extends string, const What extends string>(
  name: Name,
  what: What,
  summary: string,
) =>
  endpoint({
    name: `identity.${name}`,
    method: 'POST',
    path: `/manage/lenders/{id}/people/{person}/${what}`,
    summary,
    access: changingLenders,
    owner: portalOwned,
    params: byPerson,
    response: outcome,
    errors: ['not_found', 'conflict'],
    limit: { max: 60, seconds: 3600, by: 'account' },
    stepUp: true,
  });

export const inviteLenderPersonAgain = pressed(
  'invite-lender-person-again',
  'invite',
  'Send the invitation again; the earlier link stops working',
);
export const revokeLenderPerson = pressed(
  'revoke-lender-person',
  'revoke',
  'End access to the desk at once; an unused invitation is withdrawn, and its e-mail is free again',
);
export const reactivateLenderPerson = pressed(
  'reactivate-lender-person',
  'reactivate',
  'Give access to the desk again',
);

export const resetLenderPersonFactors = endpoint({
  name: 'identity.reset-lender-person-factors',
  method: 'POST',
  path: '/manage/lenders/{id}/people/{person}/reset-factors',
  summary: "Remove someone's lost second factors, and sign the account out everywhere",
  access: changingLenders,
  owner: portalOwned,
  params: byPerson,
  body: resetForm,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 3600, by: 'account' },
  stepUp: true,
});
