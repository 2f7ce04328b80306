import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '@lintel/contract/brand';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/caller-address.ts';
import type { CallCounter } from '../../../platform/limits/counter.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import {
  findUnsubscriber,
  deleteUnsubscriber,
  insertUnsubscriber,
} from '../preference-repository.ts';
import { sendPage, type Page } from '../../../platform/http/page.ts';
import { accountEvents, type UnsubscribeSource } from '@lintel/contract/emails/constants';
import { recordAudit, type Doer } from '../../../platform/audit/audit.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';

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
const addressOfLink = (mailKey: Uint8Array, token: string): string | null =>
  unseal(mailKey, token, context);

/**
 * Unsubscribes an address in the caller's transaction. One that is unsubscribed already stays as it
 * is.
 */
export async function unsubscribeAddress(
  tx: Database,
  options: { clock: Clock; email: string; source: UnsubscribeSource; by: Doer },
): Promise<void> {
  const { clock, email, source, by } = options;
  if (!(await insertUnsubscriber(tx, { email, source, date: clock.now() }))) return;
  await recordAudit(tx, clock, by, {
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
  options: { clock: Clock; email: string; source?: UnsubscribeSource; by: Doer },
): Promise<boolean> {
  const { clock, email, source, by } = options;
  if (!(await deleteUnsubscriber(tx, email, source))) return false;
  await recordAudit(tx, clock, by, {
    action: 'email.resubscribed',
    entity: 'email',
    entityId: email,
  });
  return true;
}

/** Whether messages about this always go, whatever is unsubscribed or disabled. */
export const isAccountEvent = (event: string): boolean =>
  accountEvents.some((one) => one === event);

export interface UnsubscribePageDeps {
  db: Database;
  clock: Clock;
  counter: CallCounter;
  mailKey: Uint8Array;
  brand: Brand;
}

type LinkRequest = FastifyRequest<{
  Querystring: { m?: unknown };
  Body: Record<string, unknown> | undefined;
}>;

/** Generous, because a mailbox provider unsubscribes for many people from few addresses. */
const callsAMinute = 120;

/**
 * `/unsubscribe?m=`: looking at it changes nothing, because scanners open every link; a POST
 * unsubscribes, from wherever it comes, as mailbox providers send it (RFC 8058). The link itself is
 * the permission.
 */
export function unsubscribePage(app: FastifyInstance, deps: UnsubscribePageDeps): void {
  const { db, clock, brand } = deps;
  const answer = (reply: FastifyReply, page: Page): FastifyReply => sendPage(reply, brand, page);
  app.get('/unsubscribe', { schema: { hide: true } }, async (request: LinkRequest, reply) => {
    const email = await addressOf(deps, request, reply);
    if (typeof email !== 'string') return answer(reply.status(email.status), email.page);
    const stored = await findUnsubscriber(db, email);
    return answer(
      reply,
      stored === undefined ? question(email) : done(email, stored.source === 'manual'),
    );
  });
  app.post('/unsubscribe', { schema: { hide: true } }, async (request: LinkRequest, reply) => {
    const email = await addressOf(deps, request, reply);
    if (typeof email !== 'string') return answer(reply.status(email.status), email.page);
    const undo = request.body?.['undo'] === '1';
    const by = { address: request.address };
    await db.transaction(async (tx) => {
      if (undo) await resubscribeAddress(tx, { clock, email, source: 'manual', by });
      else await unsubscribeAddress(tx, { clock, email, source: 'manual', by });
    });
    const stored = await findUnsubscriber(db, email);
    return answer(
      reply,
      stored === undefined ? undone(email) : done(email, stored.source === 'manual'),
    );
  });
}

/** The address that the link states, or the page that says why there is none. */
async function addressOf(
  deps: UnsubscribePageDeps,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<string | { status: number; page: Page }> {
  try {
    await deps.counter.take(`unsubscribe:${networkOf(request.address)}`, callsAMinute, 60);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
    return {
      status: error.status,
      page: { title: 'One moment', content: paragraph(error.message) },
    };
  }
  const { m } = request.query;
  const email = typeof m === 'string' && m.length < 2000 ? addressOfLink(deps.mailKey, m) : null;
  return email ?? { status: 404, page: invalid(deps.brand) };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const strong = (text: string): string => `<strong>${escapeHtml(text)}</strong>`;

/** A form without an action is sent to the page's own address, which is the link. */
const form = (field: string, value: string, label: string, look = ''): string =>
  `<form method="post"><input type="hidden" name="${field}" value="${value}"><button${look}>${label}</button></form>`;

const question = (email: string): Page => ({
  title: 'Unsubscribe?',
  content: `<p>We will no longer send news and notifications to ${strong(email)}.</p>
${form('List-Unsubscribe', 'One-Click', 'Unsubscribe')}
<p class="soft">Messages about an account, such as a link to reset its password, are still sent when somebody asks for them.</p>`,
});

const done = (email: string, mayUndo: boolean): Page => ({
  title: 'You are unsubscribed',
  content: `<p>${strong(email)} gets no more news and notifications.</p>
${mayUndo ? `<p class="soft">Was that a mistake?</p>${form('undo', '1', 'Subscribe again', ' class="plain"')}` : ''}`,
});

const undone = (email: string): Page => ({
  title: 'You are subscribed',
  content: `<p>${strong(email)} gets messages as before.</p>${form('List-Unsubscribe', 'One-Click', 'Unsubscribe', ' class="plain"')}`,
});

const invalid = ({ supportEmail }: Brand): Page => ({
  title: 'This link is not valid',
  content: `<p>It may have been cut off on its way. Please open it from the message again, or write to
<a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a>.</p>`,
});
