import { dayMs } from '@lintel/contract/core/durations';
import { askedForText, isMessage, linkDays, reminderDays } from '@lintel/contract/links/constants';
import type { resendLink, sendLink } from '@lintel/contract/links/links';
import type { ResponseBody, RequestPart } from '@lintel/contract/core/endpoint';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { toCents } from '../../platform/money.ts';
import { requireSending } from '../contractors/index.ts';
import {
  requireCustomer,
  findOrMakeCustomer,
  touchCustomer,
  type CustomerRow,
} from '../customers/index.ts';
import { findActivePage, pageNames, type PageRow } from '../pages/index.ts';
import { drawQrCode, sendOnce } from './channels.ts';
import type { Context } from '../../platform/context.ts';
import { presentLink } from './present.ts';
import { remindRecipient, reminderKey } from './queue-jobs.ts';
import { insertLink, lockLink, updateLink, type LinkRow, type LinkKey } from './repository.ts';

type LinkForm = RequestPart<typeof sendLink, 'body'>;
type SendResponse = ResponseBody<typeof sendLink>;

/** The caller's contractor and the rows named in the call. */
export interface SendTarget {
  contractorId: number;
  customerId: number | undefined;
  pageId: number | undefined;
}

/**
 * Sends a link to a customer: a new customer, the link, its message, its reminder, and the counts
 * are one transaction. Throws `plan_required`, `link_refused`, or `link_limit`, and field errors.
 */
export async function send(
  context: Context,
  caller: Caller,
  owned: SendTarget,
  form: LinkForm,
): Promise<SendResponse> {
  const { contractorId } = owned;
  const sent = await context.db.transaction(async (tx) => {
    await requireSending(tx, contractorId);
    const page = await requirePage(tx, owned);
    const customer = await customerFor(tx, context, caller, owned, form);
    const drafted = await insertLink(tx, newLink(context, caller, { customer, page, form }));
    const by = caller.authenticated.id;
    const confirmed = drafted.channel === 'text' ? askedForText : null;
    const result = await sendOnce(tx, context, drafted, { n: 1, kind: 'first', by, confirmed });
    const link = await settle(tx, context, drafted, result);
    if (link.remindsAt !== null) await queueReminder(tx, link, link.remindsAt);
    await touchCustomer(tx, context.clock, { contractorId, customerId: customer.id });
    await recordAudit(tx, context.clock, caller, {
      action: 'link.sent',
      entity: 'link',
      entityId: link.id,
      details: { channel: link.channel, customerId: customer.id, confirmed },
    });
    return { link, address: result.address };
  });
  return present(context, sent);
}

/** The given page, or the contractor's first one. */
async function requirePage(tx: Database, { contractorId, pageId }: SendTarget): Promise<PageRow> {
  const id = pageId ?? (await pageNames(tx, contractorId))[0]?.id;
  const page = id === undefined ? undefined : await findActivePage(tx, contractorId, id);
  if (page !== undefined) return page;
  throw new AppError('link_refused', {
    message:
      pageId === undefined
        ? 'Please create a co-branded page first. The link opens its form.'
        : 'This page was closed. Please choose another one.',
  });
}

/** The given customer, or the one with this phone or e-mail, or a new one. */
async function customerFor(
  tx: Database,
  { clock }: Context,
  caller: Caller,
  { contractorId, customerId }: SendTarget,
  { name, phone, email, channel }: LinkForm,
): Promise<CustomerRow> {
  if (customerId === undefined)
    return findOrMakeCustomer(tx, clock, {
      contractorId,
      facts: { name, phone, email },
      origin: 'link',
      byId: caller.authenticated.id,
    });
  const customer = await requireCustomer(tx, { contractorId, id: customerId });
  if (channel === 'text' && (phone || customer.phone) === '')
    throw invalidField('phone', 'This customer has no phone number yet.');
  if (channel === 'email' && (email || customer.email) === '')
    throw invalidField('email', 'This customer has no e-mail address yet.');
  return customer;
}

/** Typed values take precedence over the customer's. */
function newLink(
  { clock }: Context,
  caller: Caller,
  { customer, page, form }: { customer: CustomerRow; page: PageRow; form: LinkForm },
) {
  const { channel, language, amount, remind } = form;
  const now = clock.now();
  const reminds = remind && isMessage(channel);
  return {
    contractorId: customer.contractorId,
    customerId: customer.id,
    pageId: page.id,
    channel,
    language,
    amountCents: amount === null ? null : toCents(amount),
    name: form.name || customer.name,
    phone: form.phone || customer.phone,
    email: form.email || customer.email,
    createdAt: now,
    createdBy: caller.authenticated.id,
    replyTo: caller.user.email,
    expiresAt: new Date(now.getTime() + linkDays * dayMs),
    sendState: isMessage(channel) ? ('queued' as const) : ('sent' as const),
    reminder: reminds ? ('waiting' as const) : ('none' as const),
    remindsAt: reminds ? new Date(now.getTime() + reminderDays * dayMs) : null,
  };
}

/** The link after this send. */
async function settle(
  tx: Database,
  { clock }: Context,
  link: LinkRow,
  { state, leavesAt }: { state: 'queued' | 'sent'; leavesAt: Date | null },
): Promise<LinkRow> {
  const sentAt = state === 'sent' ? (link.sentAt ?? clock.now()) : link.sentAt;
  const row = await updateLink(tx, link, { sendState: state, leavesAt, sentAt, reason: '' });
  return row ?? link;
}

const queueReminder = (tx: Database, { contractorId, id }: LinkRow, runAt: Date): Promise<void> =>
  enqueue(tx, remindRecipient, { contractorId, id }, { key: reminderKey(id), runAt });

/**
 * Resends a link under a new code; earlier codes stay valid. Throws as `send` does, and
 * `link_closed` when the link is no longer valid.
 */
export async function resend(
  context: Context,
  caller: Caller,
  of: LinkKey,
  { asked }: RequestPart<typeof resendLink, 'body'>,
): Promise<SendResponse> {
  const sent = await context.db.transaction(async (tx) => {
    await requireSending(tx, of.contractorId);
    const stored = await lockLink(tx, of);
    if (stored === undefined) throw new AppError('not_found');
    if (!isUsable(stored, context.clock.now())) throw new AppError('link_closed');
    await requirePage(tx, { ...of, customerId: undefined, pageId: stored.pageId });
    const confirmed = stored.channel === 'text' ? askedForText : null;
    if (confirmed !== null && !asked)
      throw invalidField('asked', 'Please confirm that the customer asked for the text.');
    const n = stored.sends + 1;
    const by = caller.authenticated.id;
    const result = await sendOnce(tx, context, stored, { n, kind: 'again', by, confirmed });
    await updateLink(tx, of, { sends: n, lastSend: n });
    const link = await settle(tx, context, stored, result);
    const { contractorId, customerId } = link;
    await touchCustomer(tx, context.clock, { contractorId, customerId });
    await recordAudit(tx, context.clock, caller, {
      action: 'link.resent',
      entity: 'link',
      entityId: link.id,
      details: { channel: link.channel, customerId, confirmed },
    });
    return { link, address: result.address };
  });
  return present(context, sent);
}

/** Whether a link still opens and fills in the form. */
export const isUsable = (link: LinkRow, now: Date): boolean =>
  link.canceledAt === null &&
  link.submittedAt === null &&
  link.anonymisedAt === null &&
  link.expiresAt > now;

const confirmations = {
  text: 'The text is on its way',
  email: 'The e-mail is on its way',
  qr: 'Let your customer scan the code',
  share: 'The link is ready to share',
} as const;

/** The response: contains the address only when no message carries it. */
async function present(
  context: Context,
  { link, address }: { link: LinkRow; address: string },
): Promise<SendResponse> {
  const isForDisplay = !isMessage(link.channel);
  return {
    link: await presentLink(context, link),
    address: isForDisplay ? address : null,
    qr: isForDisplay ? await drawQrCode(address) : null,
    message: confirmations[link.channel],
  };
}
