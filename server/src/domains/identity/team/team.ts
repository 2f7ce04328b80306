import type { Privilege } from '@lintel/contract/core/access';
import { teamSections, type TeamUser } from '@lintel/contract/identity/team';
import { auditor, recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { auditChanges } from '../../../platform/audit/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { countMailTo } from '../../../platform/limits/counter.ts';
import { contractorPlan, lockContractor, teamLimits } from '../../contractors/index.ts';
import { mailLink } from '../mail/index.ts';
import { endUserSessions, insertUser, setUser } from '../repository.ts';
import { readPlanPrivileges } from '../sessions/index.ts';
import {
  countTeam,
  findTeamUser,
  selectTeam,
  teamBeyond,
  type TeamRow,
  type TeamUserBeyond,
} from './repository.ts';

const audit = auditor('team-user', { entity: 'user' });

interface Access {
  type: 'Full' | 'Limited';
  resourceCodes: string[];
}

const present = (row: TeamRow): TeamUser => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  access: {
    type: row.teamAccess ?? 'Limited',
    resourceCodes: row.teamAccess === 'Full' ? [] : row.teamResources,
  },
  status: !row.isActive ? 'deactivated' : row.confirmedAt === null ? 'invited' : 'active',
  lastSeen: row.lastSeenAt?.toISOString() ?? null,
});

/** Full access has no sections to choose. */
const accessColumns = ({ type, resourceCodes }: Access) => ({
  teamAccess: type,
  teamResources:
    type === 'Full' ? [] : teamSections.filter((section) => resourceCodes.includes(section)),
});

export const readTeam = async ({ db }: Context, contractorId: number): Promise<TeamUser[]> =>
  (await selectTeam(db, contractorId)).map(present);

/** Sections available for Limited access: those that the contractor's plan includes. */
export const readSections = async ({ db }: Context, contractorId: number) =>
  planSections(await readPlanPrivileges(db, contractorId));

/**
 * Throws `team_limit` when there is no room for another team user. Locks the contractor, so that
 * concurrent calls can't both take the last place.
 */
async function requireRoom(tx: Database, contractorId: number): Promise<void> {
  await lockContractor(tx, contractorId);
  const { contractorMaxTeamUsers, tierMaxTeamUsers } = await teamLimits(tx, contractorId);
  if ((await countTeam(tx, contractorId)) >= (contractorMaxTeamUsers ?? tierMaxTeamUsers ?? 0))
    throw new AppError('team_limit');
}

/**
 * Adds a team user and sends the authorization link. Throws `team_limit` or `email_already_exist`.
 */
export async function addTeamUser(
  context: Context,
  caller: Caller,
  contractorId: number,
  form: { firstname: string; lastname: string; email: string; contractorTeamAccess: Access },
): Promise<TeamUser> {
  return context.db.transaction(async (tx) => {
    await requireRoom(tx, contractorId);
    const { contractorTeamAccess, ...person } = form;
    const access = accessColumns(contractorTeamAccess);
    const user = await insertUser(tx, {
      kind: 'team',
      contractorId,
      ...person,
      ...access,
      createdAt: context.clock.now(),
    });
    if (user === undefined) throw emailExists();
    await invite(tx, context, caller, user);
    await audit(tx, context, caller, 'added', {
      entityId: user.id,
      contractorId: user.contractorId,
      details: {
        access: access.teamAccess,
        sections: access.teamResources,
      },
    });
    return present(user);
  });
}

const emailExists = (): AppError =>
  new AppError('email_already_exist', {
    fields: { email: 'A user with this e-mail already exists.' },
  });

/** Changes names and access, effective with the user's next request. Throws `not_found`. */
export async function editTeamUser(
  context: Context,
  caller: Caller,
  ids: { contractorId: number; userId: number },
  form: { firstname: string; lastname: string; contractorTeamAccess: Access },
): Promise<TeamUser> {
  return context.db.transaction(async (tx) => {
    const user = await existing(tx, ids);
    const { firstname, lastname, contractorTeamAccess } = form;
    const change = { firstname, lastname, ...accessColumns(contractorTeamAccess) };
    await setUser(tx, user.id, change);
    await audit(tx, context, caller, 'changed', {
      entityId: user.id,
      contractorId: user.contractorId,
      details: {
        changes: auditChanges({ ...user }, change),
      },
    });
    return present({ ...user, ...change });
  });
}

/**
 * Removes a team user: signs them out everywhere, frees the e-mail, and keeps the account for the
 * records. Throws `not_found`.
 */
export async function removeTeamUser(
  context: Context,
  caller: Caller,
  ids: { contractorId: number; userId: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await existing(tx, ids);
    if (user.id === caller.user.id)
      throw new AppError('conflict', { message: 'You cannot delete your own account.' });
    const at = context.clock.now();
    await setUser(tx, user.id, { isActive: false, removedAt: at });
    await endUserSessions(tx, user.id, { reason: 'removed from the team', at });
    await audit(tx, context, caller, 'removed', {
      entityId: user.id,
      contractorId: user.contractorId,
    });
  });
}

/**
 * Resends the authorization link. Throws `not_found`, `conflict` once it was used, or
 * `too_many_requests`.
 */
export async function inviteAgain(
  context: Context,
  caller: Caller,
  ids: { contractorId: number; userId: number },
): Promise<void> {
  await countMailTo(context.counter, (await existing(context.db, ids)).email, ids.contractorId);
  await context.db.transaction(async (tx) => {
    const user = await existing(tx, ids);
    if (user.confirmedAt !== null)
      throw new AppError('conflict', { message: 'This user has already confirmed the account.' });
    if (!user.isActive) throw new AppError('conflict', { message: 'This user is deactivated.' });
    await invite(tx, context, caller, user);
    await audit(tx, context, caller, 'invited', {
      entityId: user.id,
      contractorId: user.contractorId,
    });
  });
}

/** Reactivates a team user. Throws `not_found` or `team_limit`; does nothing to an active one. */
export async function reactivate(
  context: Context,
  caller: Caller,
  ids: { contractorId: number; userId: number },
): Promise<TeamUser> {
  return context.db.transaction(async (tx) => {
    const user = await existing(tx, ids);
    if (user.isActive) return present(user);
    await requireRoom(tx, ids.contractorId);
    await setUser(tx, user.id, { isActive: true });
    await audit(tx, context, caller, 'reactivated', {
      entityId: user.id,
      contractorId: user.contractorId,
    });
    return present({ ...user, isActive: true });
  });
}

async function existing(
  tx: Database,
  { contractorId, userId }: { contractorId: number; userId: number },
): Promise<TeamRow> {
  const user = await findTeamUser(tx, contractorId, userId);
  if (user === undefined) throw new AppError('not_found');
  return user;
}

async function invite(
  tx: Database,
  context: Context,
  caller: Caller,
  user: TeamRow,
): Promise<void> {
  const { contractor } = await contractorPlan(tx, caller.user.contractorId ?? 0);
  const addedBy = `${caller.user.firstname} ${caller.user.lastname}`;
  await mailLink(tx, context, user, 'confirm-account', (common) => ({
    event: 'team-user-added',
    data: { ...common, company: { name: contractor.companyName }, addedBy },
  }));
}

type Section = (typeof teamSections)[number];

/** Names and descriptions of sections for choosing a team user's access. */
const words: Record<Section, { name: string; description: string }> = {
  'co-branded': { name: 'Co-branded Page', description: 'See and change your financing pages.' },
  'marketing-materials': {
    name: 'Marketing Materials',
    description: 'Flyers, images, banners, widgets and invoices.',
  },
  'reports-applications': {
    name: 'Applications report',
    description: 'See your customers’ applications and offers.',
  },
  'reports-commissions': { name: 'Commissions report', description: 'See what you have earned.' },
  customers: {
    name: 'Customers',
    description: 'Keep customers, and send them links to apply.',
  },
  documents: {
    name: 'Documents',
    description: 'Write and send estimates and invoices.',
  },
  'card-payments': { name: 'Billing', description: 'See payments and change the payment card.' },
  'payout-tax': {
    name: 'ACH Info',
    description: 'See and change the bank account and the tax form.',
  },
  'training-and-faqs': {
    name: 'Training and FAQs',
    description: 'Watch the training videos and read the answers.',
  },
  refer: { name: 'Refer a Friend', description: 'Share the referral link.' },
};

/** The sections that a plan grants, in menu order. */
const planSections = (granted: readonly Privilege[]) =>
  teamSections
    .filter((code) => granted.some(({ resource }) => resource === code))
    .map((code) => ({ code, ...words[code] }));

/**
 * Deactivates the newest team users beyond a limit; they are signed out immediately and can be
 * reactivated when the limit allows. The caller holds the contractor's lock, which prevents
 * concurrent additions.
 */
export async function deactivateBeyond(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  caller: Caller | null,
  { contractorId, limit }: { contractorId: number; limit: number },
): Promise<TeamUserBeyond[]> {
  const beyond = await teamBeyond(tx, contractorId, limit);
  const at = clock.now();
  for (const { id: entityId } of beyond) {
    await setUser(tx, entityId, { isActive: false });
    await endUserSessions(tx, entityId, { reason: 'team limit lowered', at });
    await recordAudit(tx, clock, caller, {
      action: 'team-user.deactivated',
      entity: 'user',
      entityId,
      contractorId,
    });
  }
  return beyond;
}
