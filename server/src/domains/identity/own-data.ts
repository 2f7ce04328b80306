import type { StaffVisit } from '@lintel/contract/identity/visits';
import type { Context } from '../../platform/context.ts';
import { allPages, column, ownTable, type OwnData } from '../../platform/own-data.ts';
import { selectOwner, selectTeam, type TeamRow } from './team/index.ts';
import { readVisits } from './sessions/index.ts';

const { text, moment } = column;

function accountStatus({ isActive, confirmedAt }: TeamRow): string {
  if (!isActive) return 'Deactivated';
  return confirmedAt === null ? 'Invited' : 'Active';
}

function accountAccess({ kind, teamAccess, teamResources }: TeamRow): string {
  if (kind === 'owner') return 'Owner';
  return teamAccess === 'Full' ? 'Full' : `Limited: ${teamResources.join(', ')}`;
}

/** A contractor's people and our staff's visits. */
export const identityData = ({ db, clock }: Context): OwnData => ({
  tables: [
    ownTable<TeamRow>({
      name: 'people',
      about: "Your account and your team's accounts.",
      columns: [
        text('First name', ({ firstname }) => firstname),
        text('Last name', ({ lastname }) => lastname),
        text('E-mail', ({ email }) => email),
        text('Access', accountAccess),
        text('Status', accountStatus),
        moment('Created', ({ createdAt }) => createdAt),
        moment('Last seen', ({ lastSeenAt }) => lastSeenAt),
      ],
      read: async (contractorId) => [
        ...(await selectOwner(db, contractorId)),
        ...(await selectTeam(db, contractorId)),
      ],
    }),
    ownTable<StaffVisit>({
      name: 'support-visits',
      about: 'When our staff accessed your account, and why.',
      columns: [
        text('Staff', ({ staff }) => staff),
        text('Account', ({ account }) => account),
        text('Reason', ({ reason }) => reason),
        moment('From', ({ startedAt }) => new Date(startedAt)),
        moment('To', ({ endedAt }) => (endedAt === null ? null : new Date(endedAt))),
      ],
      read: (contractorId) =>
        allPages(
          async (view) => (await readVisits(db, contractorId, { ...view, now: clock.now() })).data,
        ),
    }),
  ],
});
