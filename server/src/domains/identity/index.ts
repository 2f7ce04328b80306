import { brandOf } from '../../platform/brand.ts';
import type { LeaverDesk } from './account-mail.ts';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Listeners } from '../../platform/events.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { createsAccountsAutomatically } from '../contractors/index.ts';
import { appKeyPurpose } from './factors.ts';
import { isPasskeyOf } from './factor-repository.ts';
import { identityJobs, identitySchedules } from './jobs.ts';
import { KnownDevices } from './known-devices.ts';
import { AccountLinks } from './links.ts';
import { identityData } from './own-data.ts';
import { createOwner, createOwnerUnasked, type NewOwner } from './owners.ts';
import { isLivingSession } from './own-sessions.ts';
import { NewPasswords } from './new-passwords.ts';
import { preferenceRoutes } from './preferences.ts';
import { identityRoutes } from './routes.ts';
import { signOutPages } from './sign-out-pages.ts';
import { SignInSteps } from './sign-in-step.ts';
import { sessionReader } from './session.ts';
import { deactivateBeyond } from './team.ts';
import { isTeamUserOf } from './team-repository.ts';
import { AccessTokens } from './tokens.ts';

export { accountOf } from './accounts.ts';
export { ensureBuiltInRoles } from './built-in-roles.ts';
export { keepKnownApp, knownCodes, type KnownApp } from './known-apps.ts';
export { holdsDemo } from './demo-accounts.ts';
export { deviceWords } from './device-words.ts';
export { livingSessions } from './own-sessions.ts';
export { hashPassword } from './sign-in.ts';
export { NewPasswords } from './new-passwords.ts';
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
export { planEffects } from './plan-effects.ts';
export { accessRetention } from './retention.ts';
export { createStaffAccount } from './owners.ts';
export { teamBeyond, teamsBeyond } from './team-repository.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'keys' | 'counter' | 'log'> {
  messaging: MessagingDeps;
  leaving: LeaverDesk;
}

/** Accounts, sessions, and teams. */
export function part({ config, database, clock, keys, counter, messaging, log, leaving }: Deps) {
  const { db, pool } = database;
  const tokens = new AccessTokens(keys.derive('access cookie'), clock);
  const deps = {
    db,
    clock,
    counter,
    tokens,
    devices: new KnownDevices(keys.derive('known device'), clock),
    steps: new SignInSteps(keys.derive('sign-in step'), clock),
    factors: {
      apps: keys.derive(appKeyPurpose),
      recovery: keys.derive('recovery codes'),
      issuer: config.BRAND_NAME,
      passkeys: {
        challenges: keys.derive('passkey challenges'),
        handles: keys.derive('passkey handles'),
        host: new URL(config.publicUrl).hostname,
        origin: new URL(config.publicUrl).origin,
      },
    },
    messaging,
    leaving,
    links: new AccountLinks(keys.derive('account link'), clock, config.publicUrl),
    passwords: new NewPasswords({
      rangeUrl: config.RESTORE_REHEARSAL === '1' ? undefined : config.PWNED_PASSWORDS_URL,
      log,
      product: config.BRAND_NAME,
    }),
    timeZone: config.BUSINESS_TIME_ZONE,
    secureCookies: config.publicUrl.startsWith('https:'),
    drafts: keys.derive('browser drafts'),
    publicUrl: config.publicUrl,
    brand: brandOf(config),
  };
  /** Creates the account of a contractor that signed up, unless it has one. */
  const openAccount = async (tx: Database, contractorId: number): Promise<void> =>
    void (await createOwnerUnasked(tx, deps, contractorId));
  return {
    routes: [...identityRoutes(deps), ...preferenceRoutes(deps)],
    jobs: identityJobs(deps),
    schedules: identitySchedules(deps),
    pages: signOutPages(deps),
    ownData: identityData({ db, clock }),
    finders: {
      teamUser: ofContractor((contractorId, id) => isTeamUserOf(db, contractorId, id)),
      session: ({ authenticated }, id) =>
        isLivingSession(db, { userId: authenticated.id, id, now: clock.now() }),
      passkey: ({ user }, id) => isPasskeyOf(db, user.id, id),
    },
    sessions: sessionReader(pool, tokens, deps),
    createOwner: (caller: Caller, owner: NewOwner) => createOwner(deps, caller, owner),
    openAccount,
    listeners: {
      // A paying contractor gets an account unless staff review sign-ups first.
      'payment.succeeded': async (tx, { contractorId }) => {
        if (await createsAccountsAutomatically(tx)) await openAccount(tx, contractorId);
      },
      // Staff review contractors that have paid; one that never pays would wait forever.
      'free-sign-up.finished': (tx, { contractorId }) => openAccount(tx, contractorId),
    } satisfies Listeners,
    deactivateBeyond: (tx: Database, caller: Caller, of: { contractorId: number; limit: number }) =>
      deactivateBeyond(tx, clock, caller, of),
  } satisfies PartWithRows<'teamUser' | 'session' | 'passkey'> & Record<string, unknown>;
}
