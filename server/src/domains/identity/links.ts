import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Clock } from '../../platform/clock.ts';
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

/**
 * Links in e-mails. `m` is the encrypted and authenticated id of a stored link, so it can't be
 * read, forged, or used twice; the link's content is in the database.
 */
export class AccountLinks {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #publicUrl: string;

  constructor(key: Uint8Array, clock: Clock, publicUrl: string) {
    this.#key = key;
    this.#clock = clock;
    this.#publicUrl = publicUrl;
  }

  /** Address of the sign-in page and its password reset. */
  get signIn(): string {
    return `${this.#publicUrl}/login`;
  }
  get restore(): string {
    return `${this.#publicUrl}/restore`;
  }
  /** Address of the list of staff accounts. */
  get staff(): string {
    return `${this.#publicUrl}/manage/staff`;
  }

  /**
   * Creates a link in the caller's transaction and returns its address. Voids earlier ones of the
   * same purpose, unless the purpose allows several.
   */
  async issue(
    tx: Database,
    user: Pick<UserRow, 'id' | 'email'>,
    purpose: LinkPurpose,
    options: LinkOptions = {},
  ): Promise<string> {
    const m = await this.issueSecret(tx, user, purpose, options);
    return `${this.#publicUrl}${linkKinds[purpose].path}?m=${m}`;
  }

  /** Creates a link and returns only its `m`. */
  async issueSecret(
    tx: Database,
    user: Pick<UserRow, 'id' | 'email'>,
    purpose: LinkPurpose,
    { id = randomUUID(), newEmail, factorsSince }: LinkOptions = {},
  ): Promise<string> {
    const now = this.#clock.now();
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
      .encrypt(this.#key);
  }

  /**
   * Loads the link for `m` and its account, both locked until the transaction ends. Throws
   * `invalid_link` when it is forged, used, replaced, or expired, when its account is closed, or
   * when the account's e-mail has changed (unless the link restores the previous one).
   */
  async open(
    tx: Database,
    m: string,
    purposes: readonly LinkPurpose[],
  ): Promise<{ link: LinkRow; user: UserRow }> {
    const id = await this.#read(m);
    const [found] =
      id === null
        ? []
        : await tx
            .select({ link: accountLinks, user: users })
            .from(accountLinks)
            .innerJoin(users, eq(users.id, accountLinks.userId))
            .where(eq(accountLinks.id, id))
            .for('update');
    if (found === undefined || !this.#isGood(found, purposes)) throw new AppError('invalid_link');
    return found;
  }

  /** Consumes a link. */
  async use(tx: Database, id: string): Promise<void> {
    await tx.update(accountLinks).set({ usedAt: this.#clock.now() }).where(eq(accountLinks.id, id));
  }

  async exists(db: Database, id: string): Promise<boolean> {
    const found = await db
      .select({ id: accountLinks.id })
      .from(accountLinks)
      .where(eq(accountLinks.id, id));
    return found.length > 0;
  }

  #isGood(
    { link, user }: { link: LinkRow; user: UserRow },
    purposes: readonly LinkPurpose[],
  ): boolean {
    if (
      !purposes.includes(link.purpose) ||
      link.usedAt !== null ||
      link.expiresAt <= this.#clock.now()
    )
      return false;
    const kind: LinkKind = linkKinds[link.purpose];
    const isCurrent = kind.outlivesChanges ?? user.email === link.email;
    return user.isActive && user.removedAt === null && isCurrent;
  }

  async #read(m: string): Promise<string | null> {
    try {
      const { payload } = await jwtDecrypt(m, this.#key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return typeof payload['link'] === 'string' ? payload['link'] : null;
    } catch {
      return null;
    }
  }
}
