import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listOf, page } from '../core/list.ts';
import { contractorAt } from '../core/owner.ts';

const visit = z.object({
  id: z.number(),
  /** Who was in the account, and in whose of the contractor's accounts. */
  staff: z.string(),
  account: z.string(),
  /** What the staff gave as the reason, or nothing. */
  reason: z.string(),
  startedAt: instant(),
  /** Null while the visit goes on. */
  endedAt: instant().nullable(),
});
export type StaffVisit = z.output<typeof visit>;

export const readVisits = endpoint({
  name: 'identity.staff-visits',
  method: 'GET',
  path: '/contractor/{id}/staff-visits',
  summary: "When staff were in a contractor's account, the newest first",
  access: companyAccessTo('personal-info'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  query: z.object({ page: page(), limit: limit([10, 25, 50], 10) }),
  response: listOf(visit),
  errors: ['not_found'],
});
