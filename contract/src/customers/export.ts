import { z } from 'zod';
import { viewAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { order } from '../core/list.ts';
import { ownContractor } from '../core/owner.ts';
import { customerOrders } from './constants.ts';
import { customerFilters } from './customer.ts';

/** A navigation: the query holds the account being viewed. The audit log records each export. */
export const exportCustomers = endpoint({
  name: 'customers.export',
  method: 'GET',
  reads: 'much',
  path: '/customers-export',
  summary: "The contractor's customers as a spreadsheet, with the filters of the list",
  access: viewAccess('customers'),
  owner: ownContractor,
  changesState: true,
  query: customerFilters.extend({
    userId: id().optional(),
    order: order(customerOrders, '+name'),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  response: { file: 'application/octet-stream' },
  errors: ['not_found', 'busy'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});
