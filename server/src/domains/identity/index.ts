import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import type { Listeners } from '../../platform/events.ts';
import { createsAccountsAutomatically } from '../contractors/index.ts';
import { ownsPasskey } from './factors/index.ts';
import { lenderPeopleRoutes } from './lender-people/index.ts';
import { identityJobs, identitySchedules } from './jobs.ts';
import { identityData } from './own-data.ts';
import { openAccount, deactivateBeyond, ownsTeamUser } from './team/index.ts';
import { isLivingSession, sessionReader } from './sessions/index.ts';
import { preferenceRoutes } from './preferences.ts';
import { identityRoutes } from './routes.ts';
import { signOutPages } from './sign-in/index.ts';
import { countStaff } from './staff/index.ts';

export { findAccount } from './sessions/index.ts';
export { ensureBuiltInRoles } from './built-in-roles.ts';
export { keepKnownApp, knownCodes, opensApps, type KnownApp } from './factors/index.ts';
export { holdsDemo } from './demo-accounts.ts';
export { deviceWords } from './devices/index.ts';
export { livingSessions } from './sessions/index.ts';
export { selectDeskRecipients } from './lender-people/index.ts';
export { hashPassword } from './sign-in/index.ts';
export {
  staffHolding,
  accountsWithEmail,
  allRoles,
  applicationContacts,
  findPeople,
  fullNames,
  holdRoles,
  isEmailUsed,
  peopleWithIds,
  type Person,
} from './repository.ts';
export { planEffects } from './team/index.ts';
export { accessRetention } from './retention.ts';
export { createOwner, createStaffAccount } from './team/index.ts';
export { issueFirstAccountLink } from './staff/index.ts';
export { teamBeyond, teamsBeyond } from './team/index.ts';

/** Accounts, sessions, and teams. */
export function part(context: Context) {
  const { db, clock } = context;
  return {
    routes: [
      ...identityRoutes(context),
      ...preferenceRoutes(context),
      ...lenderPeopleRoutes(context),
    ],
    jobs: identityJobs(context),
    schedules: identitySchedules(context),
    pages: signOutPages(context),
    ownData: identityData(context),
    finders: {
      teamUser: ownedByContractor((contractorId, id) => ownsTeamUser(db, contractorId, id)),
      session: ({ authenticated }, id) =>
        isLivingSession(db, { userId: authenticated.id, id, now: clock.now() }),
      passkey: ({ user }, id) => ownsPasskey(db, user.id, id),
    },
    setup: {
      team: { state: async () => ({ isStarted: (await countStaff(db)) > 1, problems: [] }) },
    },
    sessions: sessionReader(context),
    listeners: {
      'contractor.team-limited': async (tx, { caller, ...of }) =>
        void (await deactivateBeyond(tx, context, caller, of)),
      // A paying contractor gets an account unless staff review sign-ups first.
      'payment.succeeded': async (tx, { contractorId }) => {
        if (await createsAccountsAutomatically(tx)) await openAccount(tx, context, contractorId);
      },
      // Staff review contractors that have paid; one that never pays would wait forever.
      'free-sign-up.finished': (tx, { contractorId }) => openAccount(tx, context, contractorId),
    } satisfies Listeners,
  } satisfies PartWithRows<'teamUser' | 'session' | 'passkey'> & Record<string, unknown>;
}
