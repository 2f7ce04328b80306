import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { inviteLenderPerson, LenderPerson } from '@lintel/contract/lenders/people';
import { auditor, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { countMailTo } from '../../../platform/limits/counter.ts';
import { linkPurposes, mailLink, voidLinks, type Addressee } from '../mail/index.ts';
import { emailTaken } from '../sessions/index.ts';
import { lockAccount, selectProofWays } from '../factors/index.ts';
import { endUserSessions, insertUser, setUser } from '../repository.ts';
import { removeFactors } from '../staff/index.ts';
import { findLenderOfPeople, lockPerson, type PersonRow } from './repository.ts';

const audit = auditor('lender-person', { entity: 'user', contractorId: null });

interface Which {
  lenderId: number;
  userId: number;
}

const statusOf = ({ user: { isActive, confirmedAt } }: PersonRow): LenderPerson['status'] =>
  !isActive ? 'revoked' : confirmedAt === null ? 'invited' : 'active';

export function presentPerson(row: PersonRow): LenderPerson {
  const { id, firstname, lastname, email, lastSeenAt } = row.user;
  return {
    id,
    firstname,
    lastname,
    email,
    status: statusOf(row),
    hasFactor: row.hasFactor,
    lastSeen: lastSeenAt?.toISOString() ?? null,
  };
}

/** The lender's name. Throws `not_found`, or `conflict` for a lender without a desk. */
async function requireDesk(db: Database, lenderId: number): Promise<string> {
  const lender = await findLenderOfPeople(db, lenderId);
  if (lender === undefined) throw new AppError('not_found');
  if (!lender.hasDesk)
    throw new AppError('conflict', {
      message: 'This lender has no desk. Change its connection to “Lender desk” first.',
    });
  return lender.name;
}

/**
 * Creates an account for someone of a lender with a desk, and sends the link that sets its password.
 * Throws `not_found`, `conflict` for a lender without a desk, or `email_already_used`.
 */
export const invitePerson = (
  context: Context,
  caller: Caller,
  lenderId: number,
  form: RequestPart<typeof inviteLenderPerson, 'body'>,
): Promise<LenderPerson> =>
  context.db.transaction(async (tx) => {
    const lender = await requireDesk(tx, lenderId);
    const createdAt = context.clock.now();
    const user = await insertUser(tx, { kind: 'lender', lenderId, ...form, createdAt });
    if (user === undefined) throw emailTaken();
    await mailInvitation(tx, context, caller, user, lender);
    await audit(tx, context, caller, 'invited', { entityId: user.id, details: { lender } });
    return presentPerson({ user, hasFactor: false });
  });

const mailInvitation = (
  tx: Database,
  context: Context,
  { authenticated: { firstname, lastname } }: Caller,
  user: Addressee,
  lender: string,
): Promise<void> =>
  mailLink(tx, context, user, 'confirm-account', (common) => ({
    event: 'lender-person-invited',
    data: { ...common, invitedBy: `${firstname} ${lastname}`.trim(), lender: { name: lender } },
  }));

/** Resends an invitation. Throws `not_found`, or `conflict` once it was accepted. */
export async function invitePersonAgain(
  context: Context,
  caller: Caller,
  which: Which,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const lender = await requireDesk(tx, which.lenderId);
    const { user } = await existing(tx, which, 'invited');
    await countMailTo(context.counter, user.email, null);
    await mailInvitation(tx, context, caller, user, lender);
    await audit(tx, context, caller, 'invited-again', { entityId: user.id, details: { lender } });
  });
}

/**
 * Ends someone's access: sessions end at once, and links stop working. An unused invitation is
 * withdrawn, and its e-mail is free again. Throws `not_found`; does nothing without access.
 */
export async function revokePerson(context: Context, caller: Caller, which: Which): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await existing(tx, which);
    if (!row.user.isActive) return;
    const at = context.clock.now();
    const isUnused = row.user.confirmedAt === null;
    await setUser(tx, row.user.id, { isActive: false, ...(isUnused && { removedAt: at }) });
    await endUserSessions(tx, row.user.id, { reason: 'access to the lender desk revoked', at });
    await voidLinks(tx, context, row.user.id, linkPurposes);
    await audit(tx, context, caller, 'revoked', await entryOf(tx, which));
  });
}

/** Gives access again. Throws `not_found`; does nothing to someone with access. */
export async function reactivatePerson(
  context: Context,
  caller: Caller,
  which: Which,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await requireDesk(tx, which.lenderId);
    const { user } = await existing(tx, which);
    if (user.isActive) return;
    await setUser(tx, user.id, { isActive: true });
    await audit(tx, context, caller, 'reactivated', await entryOf(tx, which));
  });
}

/** Removes lost second factors. Throws `not_found`, or `conflict` without any. */
export async function resetPersonFactors(
  context: Context,
  caller: Caller,
  which: Which,
  reason: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockAccount(tx, which.userId);
    const { user } = await existing(tx, which);
    const factors = (await selectProofWays(tx, user.id)).filter((way) => way !== 'recovery-code');
    if (factors.length === 0)
      throw new AppError('conflict', { message: 'This account has no second factor.' });
    const action = 'lender-person.factors-reset';
    await removeFactors(tx, context, caller, { user, reason, factors, action });
  });
}

async function entryOf(tx: Database, { lenderId, userId }: Which) {
  const lender = await findLenderOfPeople(tx, lenderId);
  return { entityId: userId, details: { lender: lender?.name ?? '' } };
}

async function existing(
  tx: Database,
  { lenderId, userId }: Which,
  status?: LenderPerson['status'],
): Promise<PersonRow> {
  const row = await lockPerson(tx, lenderId, userId);
  if (row === undefined) throw new AppError('not_found');
  if (status !== undefined && statusOf(row) !== status)
    throw new AppError('conflict', { message: 'The invitation was used already.' });
  return row;
}
