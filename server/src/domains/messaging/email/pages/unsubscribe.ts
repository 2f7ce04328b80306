import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '@lintel/contract/brand';
import { brandFromConfig } from '../../../../platform/brand.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { toNetwork } from '../../../../platform/http/caller-address.ts';
import { resolveLanguage } from '../../../../platform/http/language.ts';
import { escapeHtml } from '../../../../platform/escape-html.ts';
import {
  findUnsubscriber,
  deleteUnsubscriber,
  insertUnsubscriber,
} from '../preference-repository.ts';
import { sendPage, type Page } from '../../../../platform/http/page.ts';
import { languageParameter, type Language } from '@lintel/contract/core/language';
import {
  accountEvents,
  personalEvents,
  type UnsubscribeSource,
} from '@lintel/contract/emails/constants';
import { recordAudit, type AuditActor } from '../../../../platform/audit/audit.ts';
import { openSealedCode, sealedCode } from '../../../../platform/access-links/index.ts';

/**
 * The link that unsubscribes an address. It never expires, because people keep mail for years, and
 * reveals nothing without the key.
 */
export const unsubscribeUrl = (
  context: Pick<Context, 'config' | 'keys'>,
  email: string,
  language: Language = 'en',
): string => {
  const link = `${context.config.publicUrl}/unsubscribe?m=${sealedCode(context, 'unsubscribe', email)}`;
  return language === 'en' ? link : `${link}&${languageParameter}=${language}`;
};

/** Unsubscribes an address in the caller's transaction. An existing entry stays unchanged. */
export async function unsubscribeAddress(
  tx: Database,
  options: { clock: Clock; email: string; source: UnsubscribeSource; by: AuditActor },
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
 * Resubscribes an address in the caller's transaction. Returns whether it was unsubscribed (by
 * `source`, if given).
 */
export async function resubscribeAddress(
  tx: Database,
  options: { clock: Clock; email: string; source?: UnsubscribeSource; by: AuditActor },
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

/**
 * Whether messages for this event are always sent, even to unsubscribed addresses or with a
 * disabled template.
 */
export const isAccountEvent = (event: string): boolean =>
  accountEvents.some((one) => one === event);

/** Whether a homeowner can unsubscribe from it, regardless of its template. */
export const isPersonalEvent = (event: string): boolean =>
  personalEvents.some((one) => one === event);

/** Whether its links open something personal, so that only the person concerned receives it. */
export const goesToOwnerAlone = (event: string): boolean =>
  isAccountEvent(event) || isPersonalEvent(event);

type LinkRequest = FastifyRequest<{
  Querystring: { m?: unknown };
  Body: Record<string, unknown> | undefined;
}>;

/** High, because a mailbox provider unsubscribes many people from few addresses. */
const callsAMinute = 120;

/**
 * `/unsubscribe?m=`: GET changes nothing, because scanners open every link; a POST from any origin
 * unsubscribes, as mailbox providers send it (RFC 8058). The link itself is the permission.
 */
export function unsubscribePage(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  const answer = (reply: FastifyReply, language: Language, page: Page): FastifyReply =>
    sendPage(reply, brandFromConfig(context.config), { ...page, language });
  app.get('/unsubscribe', { schema: { hide: true } }, async (request: LinkRequest, reply) => {
    const language = resolveLanguage(request);
    const email = await readUnsubscribeAddress(context, request, reply);
    if (typeof email !== 'string') return answer(reply.status(email.status), language, email.page);
    const stored = await findUnsubscriber(db, email);
    const page =
      stored === undefined
        ? question(words[language], email)
        : done(words[language], email, stored.source === 'manual');
    return answer(reply, language, page);
  });
  app.post('/unsubscribe', { schema: { hide: true } }, async (request: LinkRequest, reply) => {
    const language = resolveLanguage(request);
    const email = await readUnsubscribeAddress(context, request, reply);
    if (typeof email !== 'string') return answer(reply.status(email.status), language, email.page);
    const undo = request.body?.['undo'] === '1';
    const by = { address: request.address };
    await db.transaction(async (tx) => {
      if (undo) await resubscribeAddress(tx, { clock, email, source: 'manual', by });
      else await unsubscribeAddress(tx, { clock, email, source: 'manual', by });
    });
    const stored = await findUnsubscriber(db, email);
    const page =
      stored === undefined
        ? undone(words[language], email)
        : done(words[language], email, stored.source === 'manual');
    return answer(reply, language, page);
  });
}

/** The address in the link, or an error page. */
async function readUnsubscribeAddress(
  context: Context,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<string | { status: number; page: Page }> {
  const texts = words[resolveLanguage(request)];
  try {
    await context.counter.take(`unsubscribe:${toNetwork(request.address)}`, callsAMinute, 60);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
    return {
      status: error.status,
      page: { title: texts.wait, content: paragraph(texts.tooOften) },
    };
  }
  const { m } = request.query;
  const email = typeof m === 'string' ? openSealedCode(context, 'unsubscribe', m) : null;
  return email ?? { status: 404, page: invalid(texts, brandFromConfig(context.config)) };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const strong = (text: string): string => `<strong>${escapeHtml(text)}</strong>`;

/** A form without an action posts to the page's own address, which is the link. */
const form = (field: string, value: string, label: string, look = ''): string =>
  `<form method="post"><input type="hidden" name="${field}" value="${value}"><button${look}>${label}</button></form>`;

interface Words {
  ask: string;
  asked(email: string): string;
  still: string;
  unsubscribe: string;
  done: string;
  none(email: string): string;
  mistake: string;
  again: string;
  undone: string;
  asBefore(email: string): string;
  invalid: string;
  cutOff(mailbox: string): string;
  wait: string;
  tooOften: string;
}

/** Readers of Spanish messages get this page in Spanish. */
const words: Record<Language, Words> = {
  en: {
    ask: 'Unsubscribe?',
    asked: (email) => `We will no longer send news and notifications to ${email}.`,
    still:
      'We still send messages about an account, such as a password reset link that someone requested, and messages about what a lender needs or decides for a financing application.',
    unsubscribe: 'Unsubscribe',
    done: 'You’re unsubscribed',
    none: (email) => `${email} will no longer receive news and notifications.`,
    mistake: 'Was that a mistake?',
    again: 'Subscribe again',
    undone: 'You’re subscribed',
    asBefore: (email) => `${email} will receive messages as before.`,
    invalid: 'This link is not valid',
    cutOff: (mailbox) =>
      `Part of it may be missing. Please open it from the message again, or write to ${mailbox}.`,
    wait: 'One moment',
    tooOften: 'Too many attempts. Please wait a moment and try again.',
  },
  es: {
    ask: '¿Cancelar la suscripción?',
    asked: (email) => `Ya no enviaremos novedades ni avisos a ${email}.`,
    still:
      'Los mensajes sobre una cuenta, como el enlace para cambiar la contraseña, se siguen enviando cuando alguien los pide. También lo que un prestamista necesita para una solicitud de financiamiento o decide sobre ella.',
    unsubscribe: 'Cancelar la suscripción',
    done: 'Su suscripción está cancelada',
    none: (email) => `${email} ya no recibirá novedades ni avisos.`,
    mistake: '¿Fue un error?',
    again: 'Suscribirme de nuevo',
    undone: 'Su suscripción está activa',
    asBefore: (email) => `${email} recibirá mensajes como antes.`,
    invalid: 'Este enlace no es válido',
    cutOff: (mailbox) =>
      `Es posible que se haya cortado en el camino. Ábralo de nuevo desde el mensaje o escriba a ${mailbox}.`,
    wait: 'Un momento',
    tooOften: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
  },
};

const question = (said: Words, email: string): Page => ({
  title: said.ask,
  content: `<p>${said.asked(strong(email))}</p>
${form('List-Unsubscribe', 'One-Click', said.unsubscribe)}
<p class="soft">${said.still}</p>`,
});

const done = (said: Words, email: string, mayUndo: boolean): Page => ({
  title: said.done,
  content: `<p>${said.none(strong(email))}</p>
${mayUndo ? `<p class="soft">${said.mistake}</p>${form('undo', '1', said.again, ' class="plain"')}` : ''}`,
});

const undone = (said: Words, email: string): Page => ({
  title: said.undone,
  content: `<p>${said.asBefore(strong(email))}</p>${form('List-Unsubscribe', 'One-Click', said.unsubscribe, ' class="plain"')}`,
});

const invalid = (said: Words, { supportEmail }: Brand): Page => {
  const mailbox = escapeHtml(supportEmail);
  return {
    title: said.invalid,
    content: `<p>${said.cutOff(`<a href="mailto:${mailbox}">${mailbox}</a>`)}</p>`,
  };
};
