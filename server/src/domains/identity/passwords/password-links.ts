import { randomUUID } from 'node:crypto';
import { listLinksByPart } from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { markActivated } from '../../contractors/index.ts';
import { readCompany } from '../sessions/index.ts';
import {
  mailAbout,
  mailLink,
  linkPurposes,
  openAccountLink,
  voidedByChanges,
  voidLinks,
} from '../mail/index.ts';
import type { KnownAccount } from '../devices/index.ts';
import { selectProofWays } from '../factors/index.ts';
import { checkNewPassword, hashPassword } from '../sign-in/index.ts';
import { disownable } from './new-device.ts';
import { findUserByEmail, endUserSessions, setUser } from '../repository.ts';
import { sendReset } from '../queue-jobs.ts';
import { welcomeStaff } from '../staff/index.ts';

/** Reset messages per account and hour; further requests get the same response. */
const resetsPerHour = 5;

/** Queues a reset link. Does the same work, in the same time, whether or not the account exists. */
export async function requestReset({ db, counter }: Context, email: string): Promise<void> {
  const requests = await counter.count(`restore:${hashSecret(email.toLowerCase())}`, 3600);
  if (requests > resetsPerHour) return;
  const requestId = randomUUID();
  await enqueue(db, sendReset, { email, requestId }, { key: `reset-${requestId}` });
}

/** Sends the link when the account exists and is open. Repeating the same request sends nothing. */
export async function mailReset(
  context: Context,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined || !user.isActive) return;
    if ((await listLinksByPart(tx, 'reset-password', requestId)).length > 0) return;
    await mailLink(
      tx,
      context,
      user,
      'reset-password',
      (data) => ({ event: 'reset-password', data }),
      { id: requestId },
    );
  });
}

const settingPassword = ['reset-password', 'confirm-account'] as const;
const isSettingPassword = (purpose: string): boolean =>
  settingPassword.some((one) => one === purpose);

/** What an e-mailed link refers to. Throws `invalid_link`. */
export async function readLink(context: Context, m: string) {
  const { db } = context;
  const { link, user } = await openAccountLink(db, context, m, linkPurposes);
  const company = isSettingPassword(link.purpose) ? await readCompany(db, user) : null;
  const signIn = link.purpose === 'new-device' ? await disownable(db, link.part) : undefined;
  return {
    ...(signIn && { signIn }),
    ...(company !== null && { company }),
    ...(link.purpose === 'restore-email' && { restore: { at: link.createdAt.toISOString() } }),
    firstname: user.firstname,
    lastname: user.lastname,
    // The link's address, not the account's current one, which an old mailbox must not learn.
    email: link.data.email ?? '',
    newEmail: link.data.newEmail ?? null,
  };
}

const welcomeOf = {
  staff: 'staff-welcome',
  lender: 'lender-person-welcome',
  owner: 'account-created',
  team: 'account-created',
} as const;

/** An account after setting its password by link. */
export interface PasswordChange {
  account: KnownAccount & { contractorId: number | null; lastSeenAt: Date | null };
  /** The link activated a new account, which has no second factor. */
  maySignIn: boolean;
}

/**
 * Sets the password by a link and consumes it. Voids the account's other links, ends its sessions,
 * and marks it confirmed, since the owner reads its mail. Returns the account with its new
 * password. Throws `invalid_link`.
 */
export async function setPasswordByLink(
  context: Context,
  m: string,
  password: string,
  address: string,
): Promise<PasswordChange> {
  // Hashing is expensive, so check the link first.
  const { user: owner } = await openAccountLink(context.db, context, m, settingPassword);
  await checkNewPassword(context, password, {
    ...owner,
    company: await readCompany(context.db, owner),
  });
  const passwordHash = await hashPassword(password);
  return context.db.transaction(async (tx) => {
    const { user, link } = await openAccountLink(tx, context, m, settingPassword);
    const at = context.clock.now();
    const first = user.confirmedAt === null;
    await setUser(tx, user.id, { passwordHash, confirmedAt: user.confirmedAt ?? at });
    await voidLinks(tx, context, user.id, voidedByChanges);
    await endUserSessions(tx, user.id, { reason: 'password changed', at });
    if (first && user.kind === 'owner') await markActivated(tx, user.id, at);
    if (first && user.kind === 'staff') await welcomeStaff(tx, user.id);
    const action = first ? 'user.confirmed' : 'user.password-reset';
    const entry = {
      action,
      entity: 'user',
      entityId: user.id,
      contractorId: user.contractorId,
    } as const;
    await recordAudit(tx, context.clock, { address, accountId: user.id }, entry);
    const welcome = welcomeOf[user.kind];
    await mailAbout(tx, context, user, (common) => ({
      event: first ? welcome : 'password-changed',
      data: { ...common, link: `${context.config.publicUrl}/login` },
    }));
    const { id, contractorId, lastSeenAt } = user;
    return {
      account: { id, passwordHash, contractorId, lastSeenAt },
      maySignIn: link.purpose === 'confirm-account' && (await selectProofWays(tx, id)).length === 0,
    };
  });
}
