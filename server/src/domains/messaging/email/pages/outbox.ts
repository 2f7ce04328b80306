import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { KnownCode } from '@lintel/contract/identity/factors';
import { brandFromConfig } from '../../../../platform/brand.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { findMessage, selectNewest } from '../message-repository.ts';
import type { MessageRow } from '../../queue/index.ts';
import type { Config } from '../../../../platform/config.ts';
import { isFromThisMachine, isLoopbackName } from '../../../../platform/http/caller-address.ts';
import { escapeHtml } from '../../../../platform/escape-html.ts';
import { extraHeaders } from '../../../../platform/mail/transport.ts';
import { newestTexts, type TextView } from '../../text/index.ts';
import { isAutomatic } from '../channel.ts';
import { sendPage, type Page } from '../../../../platform/http/page.ts';

const pageSize = 50;

/** A message's frame runs no scripts; its links open in a new tab. */
const frameRights = 'allow-popups allow-popups-to-escape-sandbox';
const frameHeaders = {
  'content-security-policy': `sandbox ${frameRights}; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'SAMEORIGIN',
};

interface ListQuery {
  to?: unknown;
  page?: unknown;
}

/**
 * Anyone who reads the outbox can reset any password. It is therefore enabled only in development,
 * and answers only requests from this machine that didn't come through a proxy.
 */
export const showsOutbox = ({ NODE_ENV, SMTP_URL, publicUrl }: Config): boolean =>
  NODE_ENV !== 'production' &&
  SMTP_URL === undefined &&
  isLoopbackName(new URL(publicUrl).hostname);

/** The outbox for requests from this machine; not found for others. */
export const outbox =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async ({ raw }, reply) =>
      isFromThisMachine(raw) ? undefined : reply.callNotFound(),
    );
    outboxPages(app, context);
  };

/**
 * `/outbox`: the messages that a developer's machine would have sent. It contains working links, so
 * it must not exist elsewhere.
 */
function outboxPages(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const brand = brandFromConfig(context.config);
  const codes = (): Promise<KnownCode[]> => context.accounts.knownCodes(context);
  app.get<{ Querystring: ListQuery }>(
    '/outbox',
    { schema: { hide: true } },
    async ({ query }, reply) => {
      const to = typeof query.to === 'string' ? query.to.trim().slice(0, 255) : '';
      const page =
        typeof query.page === 'string' && /^[1-9]\d{0,5}$/.test(query.page)
          ? Number(query.page)
          : 1;
      const rows = await selectNewest(db, { to, page, limit: pageSize });
      return sendPage(
        reply,
        brand,
        list(
          rows,
          { to, page },
          await codes(),
          page === 1 && to === '' ? await newestTexts(db) : [],
        ),
      );
    },
  );
  app.get('/outbox/codes', { schema: { hide: true } }, (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return codes();
  });
  app.get<{ Params: { id: string } }>(
    '/outbox/:id',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const message = await findOutboxMessage(db, params.id);
      if (message === undefined)
        return sendPage(reply.status(404), brand, { title: 'No such message', content: '' });
      return sendPage(reply, brand, detail(message));
    },
  );
  app.get<{ Params: { id: string } }>(
    '/outbox/:id/html',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const html = (await findOutboxMessage(db, params.id))?.html ?? '';
      const shown = html.replace(/<head[^>]*>/i, '$&<base target="_blank">');
      return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(shown);
    },
  );
}

const findOutboxMessage = async (db: Database, id: string): Promise<MessageRow | undefined> =>
  /^\d{1,15}$/.test(id) ? findMessage(db, Number(id)) : undefined;

function list(
  rows: readonly MessageRow[],
  { to, page }: { to: string; page: number },
  codes: readonly KnownCode[],
  texts: readonly TextView[],
): Page {
  const link = (label: string, at: number): string =>
    `<a href="/outbox?${escapeHtml(new URLSearchParams({ to, page: String(at) }).toString())}">${label}</a>`;
  const older = rows.length === pageSize ? link('Older', page + 1) : '';
  const newer = page > 1 ? link('Newer', page - 1) : '';
  return {
    title: 'Outbox',
    wide: true,
    content: `${codesSection(codes)}<p>Messages that were not sent, because no mail server is set up.</p>
<form method="get"><label>To <input type="search" name="to" value="${escapeHtml(to)}"></label> <button>Search</button></form>
<table><thead><tr><th>To</th><th>Subject</th><th>Event</th><th>Status</th><th>Time</th></tr></thead><tbody>
${rows.map(line).join('\n')}
</tbody></table>
${rows.length === 0 ? '<p>No messages.</p>' : ''}<p>${newer} ${older}</p>${textsSection(texts)}`,
  };
}

/** For signing in to the demo without a phone. */
const codesSection = (codes: readonly KnownCode[]): string =>
  codes.length === 0
    ? ''
    : `<h2>Authenticator apps</h2>
<p>Current codes for the demo accounts. Each code works once. Reload the page for new ones.</p>
<table><thead><tr><th>Account</th><th>Code</th></tr></thead><tbody>
${codes.map(({ email, code }) => `<tr><td>${escapeHtml(email)}</td><td>${code ?? 'Used. A new code appears within 30 seconds.'}</td></tr>`).join('\n')}
</tbody></table>
<h2>E-mails</h2>`;

const textsSection = (texts: readonly TextView[]): string =>
  texts.length === 0
    ? ''
    : `<h2>Text messages</h2>
<table><thead><tr><th>To</th><th>Text</th><th>About</th><th>Status</th><th>Time</th></tr></thead><tbody>
${texts.map(textLine).join('\n')}
</tbody></table>`;

const textLine = ({ to, body, about, status, segments, at }: TextView): string =>
  `<tr><td>${escapeHtml(to.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011'))}</td><td>${withLinks(body)}</td><td>${escapeHtml(about)}</td>
<td>${escapeHtml(status)}, ${segments} ${segments === 1 ? 'segment' : 'segments'}</td><td>${at.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`;

const line = ({ id, recipient, subject, event, status, createdAt }: MessageRow): string =>
  `<tr><td>${escapeHtml(recipient ?? '')}</td><td><a href="/outbox/${id}">${escapeHtml(subject ?? '(not rendered yet)')}</a></td>
<td>${escapeHtml(event)}</td><td>${status}</td><td>${createdAt.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`;

function detail(message: MessageRow): Page {
  const facts = [
    ['From', message.sender],
    ['To', message.recipient],
    ['Reply-To', message.replyTo],
    ['BCC', message.bcc],
    ['Event', message.event],
    ['Status', message.reason ? `${message.status}: ${message.reason}` : message.status],
    ['Message-ID', message.messageId],
    ...Object.entries(
      extraHeaders({
        automatic: isAutomatic(message.event),
        unsubscribeUrl: message.unsubscribeUrl,
      }),
    ),
    ['Time', message.createdAt.toISOString()],
  ].filter(([, value]) => value);
  return {
    title: message.subject ?? '(not rendered yet)',
    wide: true,
    policy: "frame-src 'self'",
    content: `<p><a href="/outbox">All messages</a></p>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>
<h2>HTML</h2>
<iframe sandbox="${frameRights}" title="HTML part" src="/outbox/${message.id}/html"></iframe>
<h2>Text</h2>
<pre>${withLinks(message.text ?? '')}</pre>`,
  };
}

/** The text with web addresses as links. */
const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) =>
      at % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');
