import { cannotReceive, longestMailDetail } from '@lintel/contract/emails/constants';
import * as contract from '@lintel/contract/emails/undeliverable';
import type { MailEvent, UndeliverableAddress } from '@lintel/contract/emails/undeliverable';
import { recordAudit, type Caller } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { isSigned } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { handle, type RequestFacts, type Route } from '../../../platform/http/route.ts';
import type { RefusedRecipient } from '../../../platform/mail/transport.ts';
import { emitDelivery } from '../queue/index.ts';
import { isAccountEvent } from './pages/unsubscribe.ts';
import {
  deleteUndeliverable,
  insertMailEvents,
  selectSentTo,
  selectUndeliverable,
  selectUndeliverableAmong,
  upsertUndeliverable,
  type UndeliverableEntry,
  type UndeliverableRow,
} from './undeliverable-repository.ts';

/** The e-mail provider's webhook, and the list of undeliverable addresses for staff. */
export const undeliverableRoutes = (context: Context): Route[] => [
  handle(contract.listUndeliverable, async ({ query }) => {
    const { rows, ...totals } = await selectUndeliverable(context.db, query);
    return { data: rows.map(present), ...totals };
  }),
  handle(contract.allowAgain, async ({ body, caller }) => {
    await allowAgain(context, caller, body.email);
    return { message: 'This address can receive e-mail again.' };
  }),
  handle(contract.receiveMailEvents, async ({ body, request }) => {
    requireSignature(context, request);
    return { received: true as const, ...(await recordMailEvents(context, body.events)) };
  }),
];

const present = (row: UndeliverableRow): UndeliverableAddress => ({
  id: row.id,
  email: row.email,
  reason: row.reason,
  detail: row.detail,
  since: row.firstAt.toISOString(),
  last: row.lastAt.toISOString(),
  count: row.count,
});

function requireSignature({ config, clock }: Context, { headers, rawBody }: RequestFacts): void {
  const { MAIL_WEBHOOK_SECRET: secret, MAIL_WEBHOOK_SECRET_PREVIOUS: previous } = config;
  if (secret === undefined) throw new AppError('not_found');
  const header = headers['lintel-signature'];
  const isSignedWith = (one: string): boolean =>
    typeof header === 'string' && isSigned(one, rawBody, header, clock.now());
  if (!isSignedWith(secret) && (previous === undefined || !isSignedWith(previous)))
    throw new AppError('unauthorized');
}

/** Removes an address from the list. Throws `not_found` when it isn't listed. */
async function allowAgain({ db, clock }: Context, caller: Caller, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await deleteUndeliverable(tx, email);
    if (row === undefined)
      throw new AppError('not_found', { message: "This address isn't on the list." });
    await recordAudit(tx, clock, caller, {
      action: 'email.allowed-again',
      entity: 'email',
      entityId: row.email,
      contractorId: null,
      details: { reason: row.reason, count: row.count },
    });
  });
}

/** The tolerance for a provider's clock, as for its signatures. */
const aheadMs = 5 * 60_000;

/**
 * Stores the provider's events in one transaction, each once by its id. A permanent bounce or a
 * complaint makes the address undeliverable. Throws a field error for an event in the future.
 */
async function recordMailEvents(
  context: Context,
  events: readonly MailEvent[],
): Promise<{ duplicates: number }> {
  const now = context.clock.now();
  const early = events.findIndex(({ at }) => Date.parse(at) > now.getTime() + aheadMs);
  if (early !== -1) throw invalidField(`events.${early}.at`, 'This is in the future.');
  return context.db.transaction(async (tx) => {
    const fresh = await insertMailEvents(
      tx,
      events.map(({ id }) => id),
      now,
    );
    const firsts = events.filter(({ id }) => fresh.delete(id));
    const noted = firsts
      .filter((event) => event.type === 'complained' || event.permanent)
      .map(({ type, email, reason, at }) => ({
        email: email.toLowerCase(),
        reason: type,
        detail: reason,
        at: new Date(at),
      }));
    await saveUndeliverable(tx, noted);
    for (const bounce of noted.filter(({ reason }) => reason === 'bounced'))
      await reportBounce(tx, context, bounce);
    return { duplicates: events.length - firsts.length };
  });
}

/** Servers retry for up to five days (RFC 5321, 4.5.4.1) before a message bounces. */
const bouncesWithinMs = 5 * 86_400_000;

/** Notifies the senders of recent messages to a bounced address that they didn't arrive. */
async function reportBounce(
  tx: Database,
  context: Context,
  { email, at }: UndeliverableEntry,
): Promise<void> {
  const since = new Date(at.getTime() - bouncesWithinMs);
  for (const message of await selectSentTo(tx, { email, since, until: at }))
    await emitDelivery(tx, context, message, {
      status: 'failed',
      reason: cannotReceive.toSender,
      dueAt: null,
    });
}

/** Stores undeliverable addresses in the caller's transaction. */
async function saveUndeliverable(
  tx: Database,
  addresses: readonly UndeliverableEntry[],
): Promise<void> {
  // In a fixed order, so that parallel transactions can't deadlock.
  const inOrder = addresses.toSorted((one, other) => (one.email < other.email ? -1 : 1));
  for (const address of inOrder) await upsertUndeliverable(tx, address);
}

/** A mail server's answer on one line; a longer answer ends with an ellipsis. */
function bounceDetail(reason: string): string {
  const detail = reason.replace(/[\s\p{Cc}]+/gu, ' ');
  return detail.length <= longestMailDetail
    ? detail
    : `${detail.slice(0, longestMailDetail - 1).trimEnd()}…`;
}

/** Stores the addresses that the mail server rejected, in the same transaction. */
export const saveRefused = (
  tx: Database,
  refused: readonly RefusedRecipient[],
  at: Date,
): Promise<void> =>
  saveUndeliverable(
    tx,
    refused.map(({ address, reason }) => ({
      email: address.toLowerCase(),
      reason: 'refused',
      detail: bounceDetail(reason),
      at,
    })),
  );

/** Documents can go by text, and notices on paper. */
const hasOtherChannel: readonly string[] = [
  'document-sent',
  'document-sent-es',
  'homeowner-notice',
  'homeowner-notice-es',
];

/**
 * Whether these messages go even to addresses that bounced or complained: a bounce must not lock
 * anyone out of an account.
 */
export const ignoresBounces = (event: string): boolean =>
  isAccountEvent(event) && !hasOtherChannel.includes(event);

/** Whether an address can't receive e-mail. */
export const isUndeliverable = async (db: Database, email: string): Promise<boolean> =>
  (await selectUndeliverableAmong(db, [email])).size > 0;

/** Throws a field error for an address that can't receive e-mail. */
export async function requireDeliverable(
  db: Database,
  email: string,
  field = 'email',
): Promise<void> {
  if (await isUndeliverable(db, email)) throw invalidField(field, cannotReceive.toSender);
}
