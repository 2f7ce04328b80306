import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db/connect.ts';
import { queueEmail, type EmailDeps } from '../emails/index.ts';
import type { LinkPurpose } from './repository.ts';
import { linkKinds, type AccountLinks } from './links.ts';
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

/** What everything stands on that changes accounts. */
export type AccountDeps = IdentityDeps & MailDeps;

type Event = LinkPurpose | 'team-user-added';
const purposeOf = (event: Event): LinkPurpose =>
  event === 'team-user-added' ? 'confirm-account' : event;

/**
 * Sends a message with a link, all in the caller's transaction. `id` makes a repeated job send it
 * once; `more` is what the template may say besides.
 */
export async function mailLink(
  tx: Database,
  { mail, links }: MailDeps,
  user: Addressee,
  event: Event,
  options: { id?: string; newEmail?: string; more?: Record<string, unknown> } = {},
): Promise<void> {
  const { id = randomUUID(), newEmail, more } = options;
  const purpose = purposeOf(event);
  const link = await links.issue(tx, user, purpose, {
    id,
    ...(newEmail !== undefined && { newEmail }),
  });
  const data = {
    link,
    expiresIn: linkKinds[purpose].lifetime,
    ...(newEmail !== undefined && { newEmail }),
    ...more,
  };
  await mailAbout(tx, { mail }, user, event, { key: id, to: newEmail ?? user.email, data });
}

/** Sends a message about the account, in the caller's transaction. */
export async function mailAbout(
  tx: Database,
  { mail }: Pick<MailDeps, 'mail'>,
  user: Addressee,
  event: string,
  options: { key?: string; to?: string; data?: Record<string, unknown> } = {},
): Promise<void> {
  const { key = randomUUID(), to = user.email, data } = options;
  const { firstname, lastname, email, contractorId } = user;
  await queueEmail(tx, mail, {
    event,
    key: `${event}:${key}`,
    contractorId,
    data: { user: { firstname, lastname, email }, to, ...data },
  });
}
