import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { email, id, instant, messages, outcome, personName, text } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { anyContractor, unowned } from '../core/owner.ts';
import { staffOrders, staffPageSizes, staffStatuses } from './staff-constants.ts';

/** Permissions to see and to change staff accounts and roles. */
export const staffAccess = {
  reading: staffWith(['manage-staff', 'access']),
  changing: staffWithAll(['manage-staff', 'access'], ['manage-staff', 'modify']),
} as const;
export const allStaff = unowned(
  'Staff with this privilege manage all staff accounts; the service rejects changes to accounts with more privileges.',
);
const byId = z.object({ id: id() });
const limited = { max: 120, seconds: 3600, by: 'account' } as const;

const named = z.object({ id: z.number(), name: z.string() });

const staffAccount = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  roles: z.array(named),
  /** `invited` until the invitation's link is used. */
  status: z.enum(staffStatuses),
  /** The account's second factors. */
  factors: z.array(z.enum(['passkey', 'app'])),
  lastSeen: instant().nullable(),
  /**
   * Why the caller can't change the account: it is the caller's own, or it has a privilege that the
   * caller lacks. Null when it can be changed.
   */
  locked: z.enum(['self', 'more']).nullable(),
  /** Incremented on each change of name or roles, to detect conflicts. */
  version: z.number(),
});
export type StaffAccount = z.output<typeof staffAccount>;

const roleIds = () =>
  z
    .array(id(), messages.required)
    .min(1, 'Choose at least one role.')
    .max(50, 'Choose 50 roles maximum')
    .transform((ids) => [...new Set(ids)]);

export const staffForm = z.object({
  firstname: personName(),
  lastname: personName(),
  roles: roleIds(),
});
export type StaffForm = z.output<typeof staffForm>;
export const invitationForm = staffForm.extend({ email: email(250) });

/** The screen's tabs, in order. */
export const staffTabs = ['accounts', 'roles'] as const;
export const staffTab = z.enum(staffTabs).default('accounts');

/** The list's filters. */
export const staffFilterShape = {
  search: z.string().trim().max(250).default(''),
  role: z.union([z.literal('').transform(() => undefined), id()]).optional(),
  status: z.enum(['', ...staffStatuses]).default(''),
  /** Whether signing in requires a second factor. */
  factor: z.enum(['', 'with', 'without']).default(''),
};

export const listStaff = endpoint({
  name: 'identity.staff',
  method: 'GET',
  path: '/manage/staff',
  summary: 'The staff accounts with their roles',
  access: staffAccess.reading,
  owner: allStaff,
  query: z.object({
    page: page(),
    limit: limit(staffPageSizes, 25),
    order: order(staffOrders, '+name'),
    filters: filters(staffFilterShape),
  }),
  response: listSchema(staffAccount),
});

export const readStaff = endpoint({
  name: 'identity.staff-account',
  method: 'GET',
  path: '/manage/staff/{id}',
  summary: 'One staff account',
  access: staffAccess.reading,
  owner: allStaff,
  params: byId,
  response: staffAccount,
  errors: ['not_found'],
});

export const inviteStaff = endpoint({
  name: 'identity.invite-staff',
  method: 'POST',
  path: '/manage/staff',
  summary: 'Invite a staff member: the link in the e-mail sets the password',
  access: staffAccess.changing,
  owner: unowned('A staff role that the caller may assign; the service checks it.'),
  encoding: 'json',
  body: invitationForm,
  stepUp: true,
  response: outcome.extend({ account: staffAccount }),
  errors: ['email_already_used'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  mailsTo: 'email',
});

export const changeStaff = endpoint({
  name: 'identity.change-staff',
  method: 'POST',
  path: '/manage/staff/{id}',
  summary: "Change a staff account's names and roles, effective with its next request",
  access: staffAccess.changing,
  owner: allStaff,
  params: byId,
  encoding: 'json',
  body: staffForm.extend({ version: id() }),
  stepUp: true,
  response: outcome.extend({ account: staffAccount }),
  errors: ['not_found', 'conflict'],
  limit: limited,
});

/** A single-button action on a staff account. */
const pressed = <const Name extends string, const What extends string>(
  name: Name,
  what: What,
  summary: string,
) =>
  endpoint({
    name: `identity.${name}`,
    method: 'POST',
    path: `/manage/staff/{id}/${what}`,
    summary,
    access: staffAccess.changing,
    owner: allStaff,
    params: byId,
    stepUp: true,
    response: outcome,
    errors: ['not_found', 'conflict'],
    limit: { max: 60, seconds: 3600, by: 'account' },
  });

export const inviteStaffAgain = pressed(
  'invite-staff-again',
  'invite',
  'Send the invitation again; the link before stops working',
);
export const withdrawStaff = pressed(
  'withdraw-staff',
  'withdraw',
  'Withdraw an invitation that was not used: the e-mail is free again',
);
export const reactivateStaff = pressed(
  'reactivate-staff',
  'reactivate',
  'Let a deactivated staff account in again',
);

/** Why second factors are reset, for the audit log. */
export const resetForm = z.object({ reason: text(250) });

export const resetStaffFactors = endpoint({
  name: 'identity.reset-staff-factors',
  method: 'POST',
  path: '/manage/staff/{id}/reset-factors',
  summary: "Reset a colleague's lost second factors, and sign the account out everywhere",
  access: staffAccess.changing,
  owner: allStaff,
  params: byId,
  encoding: 'json',
  body: resetForm,
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 3600, by: 'account' },
});

/** Staff who create contractors' accounts also help contractors who can't sign in. */
export const contractorResetAccess = staffWithAll(
  ['manage-contractors', 'access'],
  ['manage-contractors', 'account_create'],
);

export const resetContractorFactors = endpoint({
  name: 'identity.reset-contractor-factors',
  method: 'POST',
  path: '/manage/user/{id}/reset-factors',
  summary: "Reset the lost second factors of a contractor's account, and sign it out everywhere",
  access: contractorResetAccess,
  owner: anyContractor,
  params: byId,
  body: resetForm,
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 3600, by: 'account' },
});
