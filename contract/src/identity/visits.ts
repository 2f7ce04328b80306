import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { contractorAt } from '../core/owner.ts';

const visit = z.object({
  id: z.number(),
  /** The staff member, and the contractor's account they were in. */
  staff: z.string(),
  account: z.string(),
  /** The reason given by staff, or empty. */
  reason: z.string(),
  startedAt: instant(),
  /** Null while the visit lasts. */
  endedAt: instant().nullable(),
});
export type StaffVisit = z.output<typeof visit>;

export const readVisits = endpoint({
  name: 'identity.staff-visits',
  method: 'GET',
  path: '/contractor/{id}/staff-visits',
  summary: "Staff visits to a contractor's account, newest first",
  access: companyAccessTo('personal-info'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  query: z.object({ page: page(), limit: limit([10, 25, 50], 10) }),
  response: listSchema(visit),
  errors: ['not_found'],
});
