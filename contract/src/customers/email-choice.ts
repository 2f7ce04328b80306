import { z } from 'zod';
import { accessTo, readAccess, viewAccess, withBoth } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant, outcome } from '../core/fields.ts';
import { applicationAt, customerAt, inBody, ownContractor } from '../core/owner.ts';
import { customer } from './customer.ts';

// Anyone can type another person's phone on a form. So an application's e-mail becomes the
// customer's only after the contractor confirms it: the owner of that mailbox can read the
// documents.

const byId = z.object({ id: id() });
const applications = readAccess('reports-applications');

export const readEmailChoice = endpoint({
  name: 'customers.email-choice',
  method: 'GET',
  path: '/customers/{id}/email-choice',
  summary: "The e-mail in the customer's newest application, if it differs and is undecided",
  access: withBoth(viewAccess('customers'), applications),
  owner: [ownContractor, customerAt('id')],
  params: byId,
  response: z.object({
    data: z
      .object({ applicationId: z.number(), email: z.string(), appliedAt: instant() })
      .nullable(),
  }),
  errors: ['not_found'],
});

export const decideEmailChoice = endpoint({
  name: 'customers.decide-email',
  method: 'POST',
  path: '/customers/{id}/email-choice',
  summary: "Use an application's e-mail for the customer, or keep the current one",
  access: withBoth(accessTo('customers'), applications),
  owner: [ownContractor, customerAt('id'), applicationAt(inBody('applicationId'))],
  params: byId,
  body: z.object({ applicationId: id(), accept: z.boolean() }),
  response: outcome.extend({ data: customer }),
  errors: ['not_found', 'conflict'],
  limit: { max: 60, seconds: 60, by: 'account' },
});
