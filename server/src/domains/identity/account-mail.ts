import { randomUUID } from 'node:crypto';
import type { HandOver, Held } from '@lintel/contract/identity/leaving';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import {
  queueEmail,
  type EmailDeps,
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
  mail: EmailDeps;
  links: AccountLinks;
}

/** What staff hold in other domains, and how it is given away when they leave. */
export interface LeaverDesk {
  heldBy(db: Database, email: string): Promise<Held>;
  /** Returns what was given away, for the audit log. Throws a field error without a choice. */
  handOver(
    tx: Database,
    by: { clock: Clock; caller: Caller },
    email: string,
    choice: HandOver,
  ): Promise<Record<string, unknown>>;
}

/** What everything stands on that changes accounts. */
export type AccountDeps = IdentityDeps &
  MailDeps & {
    passwords: NewPasswords;
    leaving: LeaverDesk;
    /** Of the moments that messages tell. */
    timeZone: string;
  };

/** Purposes whose links have a message of their own. */
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

/** What a message says, on what every message about an account holds. */
type Say<Common> = (common: Common) => EmailOf<AccountEvent>;

/**
 * Sends a message with a link of this purpose, all in the caller's transaction. `id` makes a
 * repeated job send it once.
 */
export async function mailLink(
  tx: Database,
  { mail, links }: MailDeps,
  user: Addressee,
  purpose: MailedPurpose,
  say: Say<ToUser & OnceLink>,
  { id = randomUUID(), ...options }: LinkOptions = {},
): Promise<void> {
  const { newEmail } = options;
  const link = await links.issue(tx, user, purpose, { id, ...options });
  const once = { link, expiresIn: linkKinds[purpose].lifetime };
  await mailAbout(tx, { mail }, user, (common) => say({ ...common, ...once }), {
    key: id,
    to: newEmail ?? user.email,
  });
}

/** Sends a message about the account, in the caller's transaction. */
export async function mailAbout(
  tx: Database,
  { mail }: Pick<MailDeps, 'mail'>,
  user: Addressee,
  say: Say<ToUser>,
  { key = randomUUID(), to = user.email }: { key?: string; to?: string } = {},
): Promise<void> {
  const { firstname, lastname, email, contractorId } = user;
  const said = say({ user: { firstname, lastname, email }, to });
  await queueEmail(tx, mail, { ...said, key: `${said.event}:${key}`, contractorId });
}
