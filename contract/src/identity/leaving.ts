import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id, outcome, wholeNumber } from '../core/fields.ts';
import { allStaff, staffAccess } from './staff.ts';

const byId = z.object({ id: id() });

/** A staff member's responsibilities that someone else has to take over. */
export const held = z.object({
  /** Leads the person owns. */
  leads: z.number().int(),
  /** Contractors whose customer success manager is this person. */
  contractors: z.number().int(),
  /** Distribution sets with the person's share of their leads. */
  sets: z.array(z.object({ id: z.number(), title: z.string(), percent: z.number().int() })),
  /** Active people who can take over. */
  people: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Holdings = z.output<typeof held>;

export const readHeld = endpoint({
  name: 'identity.staff-holdings',
  method: 'GET',
  path: '/manage/staff/{id}/holdings',
  summary: "A staff member's responsibilities, and who can take over",
  access: staffAccess.changing,
  owner: allStaff,
  params: byId,
  response: held,
  errors: ['not_found'],
});

/** A manager's id; 0 for no one, or for a set's other owners in proportion. */
const taker = z
  .union([z.literal('').transform(() => undefined), wholeNumber(z.number().int().nonnegative())])
  .optional();

/** Who takes over each kind of responsibility. Kinds the person doesn't have are optional. */
export const handover = z.object({ leadsTo: taker, contractorsTo: taker, setsTo: taker });
export type Handover = z.output<typeof handover>;

export const deactivateStaff = endpoint({
  name: 'identity.deactivate-staff',
  method: 'POST',
  path: '/manage/staff/{id}/deactivate',
  summary: 'Close a staff account, sign it out everywhere, and reassign its responsibilities',
  access: staffAccess.changing,
  owner: allStaff,
  params: byId,
  encoding: 'json',
  body: handover,
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});
