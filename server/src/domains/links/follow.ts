import { applicationRules } from '@lintel/contract/applications/rules';
import type { openLink as openLinkCall } from '@lintel/contract/links/links';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import type { SendState } from '@lintel/contract/links/constants';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { openLink, revokeLinks } from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { dequeue } from '../../platform/jobs/job.ts';
import { toDollars } from '../../platform/money.ts';
import { giveApplication, touchCustomer } from '../customers/index.ts';
import { cancelMessages, type DeliveryResult } from '../messaging/index.ts';
import { findActivePage } from '../pages/index.ts';
import { reminderStart } from './channels.ts';
import { reminderKey } from './queue-jobs.ts';
import {
  lockByApplication,
  lockLink,
  updateLink,
  updateSend,
  type LinkRow,
  type NewLink,
  type LinkKey,
} from './repository.ts';
import { isUsable } from './send.ts';
import { splitName } from './split-name.ts';

type LinkReading = Pick<Context, 'clock' | 'keys'>;

/** The link of a valid code, locked until the transaction ends. */
async function lockByCode(
  tx: Database,
  context: LinkReading,
  code: string,
): Promise<LinkRow | undefined> {
  const found = await openLink(tx, context, 'sent-link', code);
  return found && lockLink(tx, { contractorId: found.contractorId, id: Number(found.subject) });
}

interface ApplicationKey {
  contractorId: number;
  applicationId: number;
}

/**
 * Records that the form was started with a link's code, and assigns the application to the
 * customer. An invalid, expired, or canceled code, or another contractor's, changes nothing.
 */
export async function linkStarted(
  tx: Database,
  context: LinkReading,
  code: string,
  { contractorId, applicationId }: ApplicationKey,
): Promise<void> {
  const { clock } = context;
  const link = await lockByCode(tx, context, code);
  const now = clock.now();
  if (link?.contractorId !== contractorId || !isUsable(link, now)) return;
  await updateLink(tx, link, {
    openedAt: link.openedAt ?? now,
    startedAt: link.startedAt ?? now,
    // A restart on another device continues with the new application.
    applicationId,
    ...(await endReminder(tx, link, { why: 'The application was started', now })),
  });
  await giveApplication(tx, clock, { contractorId, customerId: link.customerId, applicationId });
}

/** Records that the form was submitted. Idempotent. */
export async function linkSubmitted(tx: Database, clock: Clock, of: ApplicationKey): Promise<void> {
  const link = await lockByApplication(tx, of);
  if (link === undefined || link.submittedAt !== null) return;
  const now = clock.now();
  await updateLink(tx, link, {
    submittedAt: now,
    ...(await endReminder(tx, link, { why: 'The application was sent', now })),
  });
  const { contractorId, customerId } = link;
  await touchCustomer(tx, clock, { contractorId, customerId });
}

/**
 * Returns the values that the link fills in on its contractor's page, and records that it was
 * opened. Throws `not_found` for an invalid link and on another contractor's page.
 */
export async function open(
  context: Context,
  { code, pageId }: { code: string; pageId: number },
): Promise<ResponseBody<typeof openLinkCall>> {
  const { clock } = context;
  return context.db.transaction(async (tx) => {
    const link = await lockByCode(tx, context, code);
    const now = clock.now();
    if (link === undefined || !isUsable(link, now)) throw new AppError('not_found');
    const page = await findActivePage(tx, link.contractorId, pageId);
    if (page === undefined) throw new AppError('not_found');
    await updateLink(tx, link, {
      openedAt: link.openedAt ?? now,
      opens: link.opens + 1,
      ...(await endReminder(tx, link, { why: 'The link was opened', now })),
    });
    const { contractorId, customerId } = link;
    if (link.openedAt === null) await touchCustomer(tx, clock, { contractorId, customerId });
    return filledIn(link);
  });
}

/** The sender's values that the form accepts; the others empty. */
function filledIn(link: LinkRow): ResponseBody<typeof openLinkCall> {
  const { firstName, lastName } = splitName(link.name);
  const { phone, email, amountCents } = link;
  const values = {
    firstName,
    lastName,
    phone,
    email,
    requestedAmount: amountCents === null ? '' : String(toDollars(amountCents)),
  };
  const validValue = (name: keyof typeof values): string =>
    applicationRules[name](values[name]) === null ? values[name] : '';
  return {
    firstName: validValue('firstName'),
    lastName: validValue('lastName'),
    phone: validValue('phone'),
    email: validValue('email'),
    requestedAmount: validValue('requestedAmount'),
  };
}

/** Cancels a link and its unsent messages. Idempotent. */
export async function cancel(
  { db, clock }: Context,
  caller: Caller,
  of: LinkKey,
): Promise<LinkRow> {
  return db.transaction(async (tx) => {
    const link = await lockLink(tx, of);
    if (link === undefined) throw new AppError('not_found');
    if (link.canceledAt !== null || link.submittedAt !== null) return link;
    const now = clock.now();
    const about = { kind: 'link', id: link.id } as const;
    await cancelMessages(tx, { contractorId: of.contractorId, about }, now);
    await revokeLinks(
      tx,
      { clock },
      {
        purpose: 'sent-link',
        contractorId: of.contractorId,
        subject: of.id,
      },
    );
    const ended = await endReminder(tx, link, { why: 'The link was canceled', now });
    const canceled = await updateLink(tx, of, { canceledAt: now, leavesAt: null, ...ended });
    const { contractorId, customerId } = link;
    await touchCustomer(tx, clock, { contractorId, customerId });
    await recordAudit(tx, clock, caller, {
      action: 'link.canceled',
      entity: 'link',
      entityId: link.id,
      details: { channel: link.channel, customerId },
    });
    return canceled ?? link;
  });
}

/** Cancels the unneeded reminder, unless already sent. Returns the values to store. */
async function endReminder(
  tx: Database,
  { contractorId, id, reminder }: LinkRow,
  { why, now }: { why: string; now: Date },
): Promise<Partial<NewLink>> {
  if (reminder !== 'waiting' && reminder !== 'queued') return {};
  if (reminder === 'waiting') await dequeue(tx, reminderKey(id));
  else {
    const about = { kind: 'link', id } as const;
    await cancelMessages(tx, { contractorId, about, starts: [reminderStart(id)] }, now);
  }
  return { reminder: 'skipped', reminderReason: why };
}

const sendStates: Record<DeliveryResult['status'], SendState> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  suppressed: 'failed',
};

/** Records the delivery status of a link's message. */
export async function recordDelivery(
  tx: Database,
  { contractorId, about, status, at, dueAt, ...result }: DeliveryResult,
): Promise<void> {
  const { kind, id: linkId, part: n } = about;
  if (kind !== 'link' || n === undefined) return;
  const link = await lockLink(tx, { contractorId, id: linkId });
  if (link === undefined) return;
  const state = sendStates[status];
  const reason = result.reason ?? '';
  const settledAt = state === 'queued' ? null : at;
  const sent = await updateSend(tx, { contractorId, linkId, n }, { state, settledAt, reason });
  if (sent === undefined) return;
  if (sent.kind === 'reminder') return recordReminder(tx, link, { state, reason, at });
  const hasLeft = state === 'sent' || state === 'delivered';
  await updateLink(tx, link, {
    ...(hasLeft && { sentAt: link.sentAt ?? at }),
    ...(state === 'delivered' && { deliveredAt: link.deliveredAt ?? at }),
    // The status of an earlier message no longer matters, unless it was delivered.
    ...(n === link.lastSend && {
      sendState: state,
      reason,
      leavesAt: state === 'queued' ? dueAt : null,
      failedAt: state === 'failed' ? at : null,
    }),
  });
}

async function recordReminder(
  tx: Database,
  link: LinkRow,
  { state, reason, at }: { state: SendState; reason: string; at: Date },
): Promise<void> {
  if (state === 'queued') return;
  const failed = state === 'failed';
  await updateLink(tx, link, {
    reminder: failed ? 'skipped' : 'sent',
    remindedAt: failed ? link.remindedAt : (link.remindedAt ?? at),
    reminderReason: failed ? reason : '',
  });
}
