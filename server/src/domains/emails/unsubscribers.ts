import { accountEvents, type UnsubscribeSource } from '@lintel/contract/emails/constants';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { deleteUnsubscriber, insertUnsubscriber } from './preference-repository.ts';

/** What the token of an unsubscribe link is sealed for. */
const context = 'unsubscribe';

/**
 * The link that unsubscribes an address. It never expires, because mail is kept for years, and
 * reveals nothing without the key.
 */
export const unsubscribeUrl = (
  options: { publicUrl: string; mailKey: Uint8Array },
  email: string,
): string => `${options.publicUrl}/unsubscribe?m=${seal(options.mailKey, email, context)}`;

/** The address that an unsubscribe link states, or null when it is no link of ours. */
export const addressOfLink = (mailKey: Uint8Array, token: string): string | null =>
  unseal(mailKey, token, context);

/**
 * Unsubscribes an address in the caller's transaction. One that is unsubscribed already stays as it
 * is.
 */
export async function unsubscribeAddress(
  tx: Database,
  options: { clock: Clock; email: string; source: UnsubscribeSource; caller?: Caller | null },
): Promise<void> {
  const { clock, email, source, caller = null } = options;
  if (!(await insertUnsubscriber(tx, { email, source, date: clock.now() }))) return;
  await recordAudit(tx, clock, caller, {
    action: 'email.unsubscribed',
    entity: 'email',
    entityId: email,
    details: { source },
  });
}

/**
 * Lets an address get every message again, in the caller's transaction. Returns whether it was
 * unsubscribed (by `source`, if given).
 */
export async function resubscribeAddress(
  tx: Database,
  options: { clock: Clock; email: string; source?: UnsubscribeSource; caller?: Caller | null },
): Promise<boolean> {
  const { clock, email, source, caller = null } = options;
  if (!(await deleteUnsubscriber(tx, email, source))) return false;
  await recordAudit(tx, clock, caller, {
    action: 'email.resubscribed',
    entity: 'email',
    entityId: email,
  });
  return true;
}

/** Whether messages about this always go, whatever is unsubscribed or disabled. */
export const isAccountEvent = (event: string): boolean =>
  accountEvents.some((one) => one === event);
