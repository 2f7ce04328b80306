import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { id, messages, outcome, text } from '../core/fields.ts';
import { unowned } from '../core/owner.ts';
import { isForStaff, privilegeKeys, getPrivilege } from './privileges.ts';
import { roleAudiences } from './staff-constants.ts';
import { staffAccess } from './staff.ts';

const portalRoles = unowned(
  'Roles belong to the portal; the service rejects callers who lack a privilege of the role.',
);
const byId = z.object({ id: id() });

const named = z.object({ id: z.number(), name: z.string() });

const role = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether staff accounts hold it, or payment plans grant it to contractors. */
  audience: z.enum(roleAudiences),
  privileges: z.array(z.enum(privilegeKeys)),
  /** It can be copied but not changed. */
  isBuiltIn: z.boolean(),
  /** The caller has all of its privileges; otherwise the caller can't assign or change it. */
  isWithinReach: z.boolean(),
  /** How many staff accounts hold it, and the first of them. */
  holderCount: z.number(),
  holders: z.array(named),
  /** The payment plans that grant it. */
  plans: z.array(named),
  /** Incremented on each change, to detect conflicts. */
  version: z.number(),
});
export type StaffRole = z.output<typeof role>;

const privileges = () =>
  z
    .array(z.enum(privilegeKeys), messages.required)
    .min(1, 'Choose at least one privilege.')
    .transform((keys) => privilegeKeys.filter((key) => keys.includes(key)));

const forPlans = "A payment plan can't give staff privileges to contractors.";
const fitsAudience = ({ audience, privileges: keys }: Pick<StaffRole, 'audience' | 'privileges'>) =>
  audience === 'staff' || !keys.some((key) => isForStaff(getPrivilege(key)));

const roleFields = z.object({
  name: text(60),
  audience: z.enum(roleAudiences),
  privileges: privileges(),
});
export const roleForm = roleFields.refine(fitsAudience, {
  path: ['privileges'],
  message: forPlans,
});
export type RoleForm = z.output<typeof roleForm>;

export const listStaffRoles = endpoint({
  name: 'identity.roles',
  method: 'GET',
  path: '/manage/roles',
  summary: 'All roles with their privileges and holders',
  access: staffAccess.reading,
  response: z.object({ data: z.array(role) }),
});

export const createRole = endpoint({
  name: 'identity.create-role',
  method: 'POST',
  path: '/manage/roles',
  summary: "Create a role from the caller's privileges",
  access: staffAccess.changing,
  encoding: 'json',
  body: roleForm,
  stepUp: true,
  response: outcome.extend({ id: z.number() }),
  errors: ['already_exists'],
  limit: { max: 120, seconds: 3600, by: 'account' },
});

export const changeRole = endpoint({
  name: 'identity.change-role',
  method: 'POST',
  path: '/manage/roles/{id}',
  summary: "Change a role; it takes effect with its holders' next request",
  access: staffAccess.changing,
  owner: portalRoles,
  params: byId,
  encoding: 'json',
  /** A role's audience can't change. */
  body: z.object({ name: text(60), privileges: privileges(), version: id() }),
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'conflict', 'built_in', 'already_exists'],
  limit: { max: 120, seconds: 3600, by: 'account' },
});

export const deleteRole = endpoint({
  name: 'identity.delete-role',
  method: 'DELETE',
  path: '/manage/roles/{id}',
  summary: 'Delete an unused role',
  access: staffAccess.changing,
  owner: portalRoles,
  params: byId,
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'built_in', 'in_use'],
  limit: { max: 60, seconds: 3600, by: 'account' },
});
