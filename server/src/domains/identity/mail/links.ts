import {
  issueLink,
  openLink,
  revokeLinks,
  type AccessLink,
} from '../../../platform/access-links/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockUser } from '../repository.ts';
import type { users } from '../tables.ts';

/** Purposes of the links in messages about accounts. */
export const linkPurposes = [
  'reset-password',
  'confirm-account',
  'change-email',
  'new-device',
  'restore-email',
] as const;

export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * Purposes of links that a new password, a new e-mail, or an unrecognized sign-in voids. A thief
 * could make these changes, so a link that restores the e-mail survives them.
 */
export const voidedByChanges = linkPurposes.filter((purpose) => purpose !== 'restore-email');

export interface LinkOptions {
  /** The session or request that gets one link. */
  id?: string;
  newEmail?: string;
  factorsSince?: Date;
}

type UserRow = typeof users.$inferSelect;

/** Issues a link of an account, in the caller's transaction. Its code is the `m` of the address. */
export const issueAccountLink = (
  tx: Database,
  context: Context,
  { id: subject, email }: Pick<UserRow, 'id' | 'email'>,
  purpose: LinkPurpose,
  { id = '', newEmail, factorsSince }: LinkOptions = {},
): Promise<{ code: string; address: string }> =>
  issueLink(tx, context, {
    purpose,
    subject,
    part: purpose === 'restore-email' ? email.toLowerCase() : id,
    data: {
      email,
      ...(newEmail !== undefined && { newEmail }),
      ...(factorsSince && { factorsSince: factorsSince.toISOString() }),
    },
  });

/**
 * Loads the link for `m` and its account, which is locked until the transaction ends. Throws
 * `invalid_link` when it is forged, used, replaced, or expired, when its account is closed, or when
 * the account's e-mail has changed (unless the link restores the previous one).
 */
export async function openAccountLink(
  tx: Database,
  context: Context,
  m: string,
  purposes: readonly LinkPurpose[],
): Promise<{ link: AccessLink; user: UserRow }> {
  const found = await openLink(tx, context, purposes, m);
  const user = found && (await lockUser(tx, Number(found.subject)));
  // A concurrent call may have used or voided it before the lock.
  const link = user && (await openLink(tx, context, purposes, m));
  if (link === undefined || user === undefined || !isFor(user, link))
    throw new AppError('invalid_link');
  return { link, user };
}

const isFor = ({ email, isActive, removedAt }: UserRow, { purpose, data }: AccessLink): boolean =>
  isActive && removedAt === null && (purpose === 'restore-email' || email === data.email);

/** Second factors added since then belong to the person who changed the e-mail. */
export const factorsSince = ({ data, createdAt }: AccessLink): Date =>
  data.factorsSince === undefined ? createdAt : new Date(data.factorsSince);

/** Voids an account's open links of these purposes. */
export const voidLinks = (
  tx: Database,
  context: Pick<Context, 'clock'>,
  userId: number,
  purpose: readonly LinkPurpose[],
): Promise<void> => revokeLinks(tx, context, { purpose, subject: userId });
