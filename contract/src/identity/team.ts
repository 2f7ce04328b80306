import { z } from 'zod';
import { companyAccessTo, type Resource } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { email, id, instant, outcome, personName } from '../core/fields.ts';
import { contractorAt, contractorOwner, notSwitched, teamUserAt } from '../core/owner.ts';
import { resetForm } from './staff.ts';

export const accessTypes = ['Full', 'Limited'] as const;

/**
 * The sections that a team user with Limited access can get (never Personal Info: everyone has
 * their own).
 */
export const teamSections = [
  'co-branded',
  'marketing-materials',
  'reports-applications',
  'reports-commissions',
  'customers',
  'documents',
  'card-payments',
  'payout-tax',
  'training-and-faqs',
  'refer',
] as const satisfies readonly Resource[];
export type TeamSection = (typeof teamSections)[number];

/** `Full`, or `Limited` to at least one section. */
export const teamUserAccess = z
  .object({
    type: z.enum(accessTypes, 'This field is required.'),
    resourceCodes: z.array(z.enum(teamSections)).default([]),
  })
  .refine(({ type, resourceCodes }) => type === 'Full' || resourceCodes.length > 0, {
    path: ['resourceCodes'],
    message: 'At least one item must be selected',
  });

export const editTeamUserForm = z.object({
  firstname: personName(),
  lastname: personName(),
  contractorTeamAccess: teamUserAccess,
});
export const newTeamUserForm = editTeamUserForm.extend({ email: email(250) });

/** `invited` until the link is confirmed; `deactivated` while the limit leaves no room. */
export const teamStatuses = ['active', 'invited', 'deactivated'] as const;

export const teamUser = z.object({
  id: z.number(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  access: z.object({ type: z.enum(accessTypes), resourceCodes: z.array(z.string()) }),
  status: z.enum(teamStatuses),
  lastSeen: instant().nullable(),
});
export type TeamUser = z.output<typeof teamUser>;

const personalInfo = companyAccessTo('personal-info');
const contractorParams = z.object({ id: id() });
const oneUser = z.object({ contractorId: id(), userId: id() });

export const readTeam = endpoint({
  name: 'identity.team',
  method: 'GET',
  path: '/contractor/{id}/team',
  summary: "A contractor's team users",
  access: personalInfo,
  owner: contractorAt('id'),
  params: contractorParams,
  response: z.object({ data: z.array(teamUser) }),
  errors: ['not_found'],
});

export const readTeamLimits = endpoint({
  name: 'identity.team-limits',
  method: 'GET',
  path: '/contractor/{id}/team/max',
  summary: "Team user limits: the contractor's own (null: none set) and its tier's",
  access: personalInfo,
  owner: contractorAt('id'),
  params: contractorParams,
  response: z.object({
    data: z.object({
      contractorMaxTeamUsers: z.number().nullable(),
      tierMaxTeamUsers: z.number().nullable(),
    }),
  }),
  errors: ['not_found'],
});

export const readTeamSections = endpoint({
  name: 'identity.team-sections',
  method: 'GET',
  path: '/contractor/{id}/team/resources',
  summary: "The sections that Limited access can include on the contractor's plan",
  access: personalInfo,
  owner: contractorAt('id'),
  params: contractorParams,
  response: z.object({
    data: z.array(
      z.object({ code: z.enum(teamSections), name: z.string(), description: z.string() }),
    ),
  }),
  errors: ['not_found'],
});

export const addTeamUser = endpoint({
  name: 'identity.add-team-user',
  method: 'POST',
  path: '/contractor/{contractorId}/team/user',
  summary: 'Add a team user and send the authorization link',
  access: personalInfo,
  owner: contractorAt('contractorId'),
  params: z.object({ contractorId: id() }),
  encoding: 'json',
  body: newTeamUserForm,
  response: outcome.extend({ user: teamUser }),
  errors: ['not_found', 'team_limit', 'email_already_exist'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  mailsTo: 'email',
  stepUp: true,
});

export const editTeamUser = endpoint({
  name: 'identity.edit-team-user',
  method: 'POST',
  path: '/contractor/{contractorId}/team/user/{userId}',
  summary: "Change a team user's names and access",
  access: personalInfo,
  owner: [contractorAt('contractorId'), teamUserAt('userId')],
  params: oneUser,
  encoding: 'json',
  body: editTeamUserForm,
  response: outcome.extend({ user: teamUser }),
  errors: ['not_found'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const removeTeamUser = endpoint({
  name: 'identity.remove-team-user',
  method: 'DELETE',
  path: '/contractor/{contractorId}/team/user/{userId}',
  summary:
    'Remove a team user: signed out everywhere immediately, and the e-mail can be used again',
  access: personalInfo,
  owner: [contractorAt('contractorId'), teamUserAt('userId')],
  params: oneUser,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  noStepUp: without.lessAccess,
});

export const inviteTeamUser = endpoint({
  name: 'identity.invite-team-user',
  method: 'POST',
  path: '/contractor/{contractorId}/team/user/{userId}/invite',
  summary: "Resend the authorization link to a team user who hasn't used it",
  access: personalInfo,
  owner: [contractorAt('contractorId'), teamUserAt('userId')],
  params: oneUser,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: without.ownAddress,
});

export const reactivateTeamUser = endpoint({
  name: 'identity.reactivate-team-user',
  method: 'POST',
  path: '/contractor/{contractorId}/team/user/{userId}/reactivate',
  summary: 'Reactivate a team user, when the limit has room',
  access: personalInfo,
  owner: [contractorAt('contractorId'), teamUserAt('userId')],
  params: oneUser,
  response: outcome.extend({ user: teamUser }),
  errors: ['not_found', 'team_limit'],
  limit: { max: 60, seconds: 3600, by: 'account' },
  stepUp: true,
});

export const resetTeamFactors = endpoint({
  name: 'identity.reset-team-factors',
  method: 'POST',
  path: '/contractor/{contractorId}/team/user/{userId}/reset-factors',
  summary:
    "Remove a team user's lost second factors, and sign the account out everywhere. Only for the owner",
  access: personalInfo,
  owner: [
    contractorAt('contractorId'),
    contractorOwner,
    notSwitched('Staff reset two-step verification under Manage > Contractors.'),
    teamUserAt('userId'),
  ],
  params: oneUser,
  encoding: 'json',
  body: resetForm,
  stepUp: true,
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 30, seconds: 3600, by: 'account' },
});
