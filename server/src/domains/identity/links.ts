import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { voidLinks, type LinkPurpose } from './repository.ts';
import { accountLinks, users } from './tables.ts';

/** Each link's path, lifetime in seconds, and the lifetime's wording in messages. */
export const linkKinds = {
  'reset-password': { path: '/np', seconds: 60 * 60, lifetime: '1 hour' },
  'confirm-account': { path: '/confirm', seconds: 7 * 24 * 60 * 60, lifetime: '7 days' },
  'change-email': { path: '/ne', seconds: 24 * 60 * 60, lifetime: '24 hours' },
  'new-device': {
    path: '/not-me',
    seconds: 24 * 60 * 60,
    lifetime: '24 hours',
    leavesOthers: true,
  },
  'restore-email': {
    path: '/restore-email',
    seconds: 7 * 24 * 60 * 60,
    lifetime: '7 days',
    leavesOthers: true,
    outlivesChanges: true,
  },
} as const satisfies Record<LinkPurpose, LinkKind>;

interface LinkKind {
  path: string;
  seconds: number;
  lifetime: string;
  /** A new link does not void earlier ones of this purpose. */
  leavesOthers?: true;
  /** Survives a change of the account's password or e-mail, since a thief could change them. */
  outlivesChanges?: true;
}

/** Purposes of links that a new password, a new e-mail, or an unrecognized sign-in voids. */
export const voidedByChanges = keysOf(linkKinds).filter(
  (purpose) => !('outlivesChanges' in linkKinds[purpose]),
);

export interface LinkOptions {
  id?: string;
  newEmail?: string;
  factorsSince?: Date;
}

type UserRow = typeof users.$inferSelect;
type LinkRow = typeof accountLinks.$inferSelect;

/** The key that seals the `m` of links. */
const linkKey = ({ keys }: Context): Uint8Array => keys.derive('account link');

/**
 * Creates a link for an e-mail, in the caller's transaction, and returns its address. Voids earlier
 * ones of the same purpose, unless the purpose allows several.
 */
export async function issueLink(
  tx: Database,
  context: Context,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: LinkPurpose,
  options: LinkOptions = {},
): Promise<string> {
  const m = await issueLinkSecret(tx, context, user, purpose, options);
  return `${context.config.publicUrl}${linkKinds[purpose].path}?m=${m}`;
}

/**
 * Creates a link and returns only its `m`: the encrypted and authenticated id of the stored link,
 * so it can't be read, forged, or used twice.
 */
export async function issueLinkSecret(
  tx: Database,
  context: Context,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: LinkPurpose,
  { id = randomUUID(), newEmail, factorsSince }: LinkOptions = {},
): Promise<string> {
  const now = context.clock.now();
  const kind: LinkKind = linkKinds[purpose];
  if (!kind.leavesOthers) await voidLinks(tx, user.id, [purpose], now);
  const expiresAt = new Date(now.getTime() + kind.seconds * 1000);
  await tx.insert(accountLinks).values({
    id,
    userId: user.id,
    purpose,
    email: user.email,
    newEmail,
    factorsSince,
    createdAt: now,
    expiresAt,
  });
  return new EncryptJWT({ link: id })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(linkKey(context));
}

/**
 * Loads the link for `m` and its account, both locked until the transaction ends. Throws
 * `invalid_link` when it is forged, used, replaced, or expired, when its account is closed, or when
 * the account's e-mail has changed (unless the link restores the previous one).
 */
export async function openLink(
  tx: Database,
  context: Context,
  m: string,
  purposes: readonly LinkPurpose[],
): Promise<{ link: LinkRow; user: UserRow }> {
  const id = await readSecret(context, m);
  const [found] =
    id === null
      ? []
      : await tx
          .select({ link: accountLinks, user: users })
          .from(accountLinks)
          .innerJoin(users, eq(users.id, accountLinks.userId))
          .where(eq(accountLinks.id, id))
          .for('update');
  if (found === undefined || !isGood(found, purposes, context.clock.now()))
    throw new AppError('invalid_link');
  return found;
}

/** Consumes a link. */
export async function spendLink(tx: Database, { clock }: Context, id: string): Promise<void> {
  await tx.update(accountLinks).set({ usedAt: clock.now() }).where(eq(accountLinks.id, id));
}

export async function linkExists(db: Database, id: string): Promise<boolean> {
  const found = await db
    .select({ id: accountLinks.id })
    .from(accountLinks)
    .where(eq(accountLinks.id, id));
  return found.length > 0;
}

function isGood(
  { link, user }: { link: LinkRow; user: UserRow },
  purposes: readonly LinkPurpose[],
  now: Date,
): boolean {
  if (!purposes.includes(link.purpose) || link.usedAt !== null || link.expiresAt <= now)
    return false;
  const kind: LinkKind = linkKinds[link.purpose];
  const isCurrent = kind.outlivesChanges ?? user.email === link.email;
  return user.isActive && user.removedAt === null && isCurrent;
}

async function readSecret(context: Context, m: string): Promise<string | null> {
  try {
    const { payload } = await jwtDecrypt(m, linkKey(context), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return typeof payload['link'] === 'string' ? payload['link'] : null;
  } catch {
    return null;
  }
}
