import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { contractorAt, contractorOwner } from '../core/owner.ts';

/** Who did something in a contractor's account, in the contractor's view. */
export const activityActors = ['person', 'staff', 'visitor', 'system'] as const;
export type ActivityActor = (typeof activityActors)[number];

const activity = z.object({
  id: z.number(),
  at: instant(),
  /** The action's label. */
  text: z.string(),
  /** `person` is one of the contractor's own users; `visitor` wasn't signed in. */
  by: z.enum(activityActors),
  /** Only for the contractor's own users. */
  name: z.string(),
  /** The network address; empty for staff. */
  address: z.string(),
});
export type Activity = z.output<typeof activity>;

export const activityPageSizes = [10, 25, 50] as const;

export const readActivity = endpoint({
  name: 'audit.activity',
  method: 'GET',
  path: '/contractor/{id}/activity',
  summary: "The activity in the contractor's account, newest first",
  access: companyAccessTo('personal-info'),
  owner: [contractorAt('id'), contractorOwner],
  params: z.object({ id: id() }),
  query: z.object({ page: page(), limit: limit(activityPageSizes, 10) }),
  response: listSchema(activity),
  errors: ['not_found'],
});
