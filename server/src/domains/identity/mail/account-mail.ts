import { randomUUID } from 'node:crypto';
import { lifetimeText } from '../../../platform/access-links/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { notify, type EmailContent, type OnceLink, type ToUser } from '../../messaging/index.ts';
import { issueAccountLink, type LinkOptions, type LinkPurpose } from './links.ts';

export interface Addressee {
  id: number;
  email: string;
  firstname: string;
  lastname: string;
  contractorId: number | null;
}

/** Link purposes that have their own message. */
type MailPurpose = Exclude<LinkPurpose, 'restore-email'>;

type AccountEvent =
  | MailPurpose
  | 'team-user-added'
  | 'staff-invited'
  | 'staff-welcome'
  | 'staff-changed'
  | 'new-administrator'
  | 'lender-person-invited'
  | 'lender-person-welcome'
  | 'account-created'
  | 'email-changed'
  | 'password-changed'
  | 'two-step-changed'
  | 'sign-in-attempts';

/** Builds a message from the fields that all account messages share. */
type Compose<Common> = (common: Common) => EmailContent<AccountEvent>;

/**
 * Queues a message with a link of this purpose, in the caller's transaction. `id` deduplicates job
 * retries.
 */
export async function mailLink(
  tx: Database,
  context: Context,
  user: Addressee,
  purpose: MailPurpose,
  compose: Compose<ToUser & OnceLink>,
  { id = randomUUID(), ...options }: LinkOptions = {},
): Promise<void> {
  const { newEmail } = options;
  const { address } = await issueAccountLink(tx, context, user, purpose, { id, ...options });
  const once = { link: address, expiresIn: lifetimeText(purpose) };
  await mailAbout(tx, context, user, (common) => compose({ ...common, ...once }), {
    key: id,
    to: newEmail ?? user.email,
  });
}

/** Queues a message about the account, in the caller's transaction. */
export async function mailAbout(
  tx: Database,
  context: Context,
  user: Addressee,
  compose: Compose<ToUser>,
  { key = randomUUID(), to = user.email }: { key?: string; to?: string } = {},
): Promise<void> {
  const { firstname, lastname, email, contractorId } = user;
  const message = compose({ user: { firstname, lastname, email }, to });
  await notify(tx, context, { ...message, key: `${message.event}:${key}`, contractorId });
}
