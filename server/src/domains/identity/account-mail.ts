import { randomUUID } from 'node:crypto';
import type { HandOver, Held } from '@lintel/contract/identity/leaving';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import {
  notify,
  type MessagingDeps,
  type EmailOf,
  type OnceLink,
  type ToUser,
} from '../messaging/index.ts';
import type { LinkPurpose } from './repository.ts';
import { linkKinds, type AccountLinks, type LinkOptions } from './links.ts';
import type { NewPasswords } from './new-passwords.ts';
import type { IdentityDeps } from './sign-in.ts';

export interface Addressee {
  id: number;
  email: string;
  firstname: string;
  lastname: string;
  contractorId: number | null;
}

export interface MailDeps {
  messaging: MessagingDeps;
  links: AccountLinks;
}

/**
 * Records that staff members own in other domains, and their handover when a staff member leaves.
 */
export interface LeaverDesk {
  heldBy(db: Database, email: string): Promise<Held>;
  /**
   * Returns what was handed over, for the audit log. Throws a field error when no recipient was
   * chosen.
   */
  handOver(
    tx: Database,
    by: { clock: Clock; caller: Caller },
    email: string,
    choice: HandOver,
  ): Promise<Record<string, unknown>>;
}

/** Dependencies of every use case that changes accounts. */
export type AccountDeps = IdentityDeps &
  MailDeps & {
    passwords: NewPasswords;
    leaving: LeaverDesk;
    timeZone: string;
  };

/** Link purposes that have their own message. */
type MailedPurpose = Exclude<LinkPurpose, 'restore-email'>;

type AccountEvent =
  | MailedPurpose
  | 'team-user-added'
  | 'staff-invited'
  | 'staff-welcome'
  | 'staff-changed'
  | 'new-administrator'
  | 'account-created'
  | 'email-changed'
  | 'password-changed'
  | 'two-step-changed'
  | 'sign-in-attempts';

/** Builds a message from the fields that all account messages share. */
type Say<Common> = (common: Common) => EmailOf<AccountEvent>;

/**
 * Queues a message with a link of this purpose, in the caller's transaction. `id` deduplicates job
 * retries.
 */
export async function mailLink(
  tx: Database,
  { messaging, links }: MailDeps,
  user: Addressee,
  purpose: MailedPurpose,
  say: Say<ToUser & OnceLink>,
  { id = randomUUID(), ...options }: LinkOptions = {},
): Promise<void> {
  const { newEmail } = options;
  const link = await links.issue(tx, user, purpose, { id, ...options });
  const once = { link, expiresIn: linkKinds[purpose].lifetime };
  await mailAbout(tx, { messaging }, user, (common) => say({ ...common, ...once }), {
    key: id,
    to: newEmail ?? user.email,
  });
}

/** Queues a message about the account, in the caller's transaction. */
export async function mailAbout(
  tx: Database,
  { messaging }: Pick<MailDeps, 'messaging'>,
  user: Addressee,
  say: Say<ToUser>,
  { key = randomUUID(), to = user.email }: { key?: string; to?: string } = {},
): Promise<void> {
  const { firstname, lastname, email, contractorId } = user;
  const said = say({ user: { firstname, lastname, email }, to });
  await notify(tx, messaging, { ...said, key: `${said.event}:${key}`, contractorId });
}
