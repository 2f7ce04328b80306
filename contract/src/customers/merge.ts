import { z } from 'zod';
import { accessTo, viewAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, outcome } from '../core/fields.ts';
import { customerAt, inBody, otherCustomerAt, ownContractor } from '../core/owner.ts';
import { customer, customerForm, namesake } from './customer.ts';

/** Two customers that may be duplicates, and the matching field. */
const pair = z.object({ one: namesake, other: namesake, by: z.enum(['phone', 'email']) });
export type AlikePair = z.output<typeof pair>;

export const listDuplicates = endpoint({
  name: 'customers.duplicates',
  method: 'GET',
  path: '/customers/duplicates',
  summary: 'Customers with the same phone or the same e-mail, in pairs, at most 50',
  access: viewAccess('customers'),
  owner: ownContractor,
  response: z.object({ data: z.array(pair) }),
  errors: ['not_found'],
});

export const mergeCustomers = endpoint({
  name: 'customers.merge',
  method: 'POST',
  path: '/customers/{id}/merge',
  summary:
    "Merge another customer into this one, which keeps the given values. The other's applications, documents, and links move here, and its id leads here. It can't be undone",
  access: accessTo('customers'),
  owner: [ownContractor, customerAt('id'), otherCustomerAt(inBody('otherId'))],
  params: z.object({ id: id() }),
  body: customerForm.extend({ otherId: id(), version: id(), otherVersion: id() }),
  response: outcome.extend({ data: customer }),
  errors: ['not_found', 'conflict'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
