import type { FastifyInstance } from 'fastify';
import { linkDays, linkFragment } from '@lintel/contract/links/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Brand } from '@lintel/contract/brand';
import type { Language } from '@lintel/contract/core/language';
import type { Clock } from '../../platform/clock.ts';
import { lookupOfCode } from '../../platform/crypto/contractor-secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import { languageOf } from '../../platform/http/language.ts';
import { sendPage, type Page } from '../../platform/http/page.ts';
import { passedOn, withQuery } from '../../platform/http/passed-query.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { contractorPlan } from '../contractors/index.ts';
import { findActivePage } from '../pages/index.ts';
import { findByCode, type LinkRow } from './repository.ts';

export interface ShortPageDeps {
  db: Database;
  clock: Clock;
  counter: CallCounter;
  publicUrl: string;
  brand: Brand;
}

/** Every lookup has a cost, even with a valid code. */
const callsAMinute = 60;

/**
 * `/l/{code}`: redirects to the public page, with the code in the fragment, which servers don't
 * receive. Doesn't count as opening the link, because phones fetch links for previews.
 */
export function shortPage(app: FastifyInstance, deps: ShortPageDeps): void {
  app.get<{ Params: { code: string } }>(
    '/l/:code',
    { schema: { hide: true } },
    async (request, reply) => {
      const language = languageOf(request);
      const say = (status: number, page: Page) =>
        sendPage(reply.status(status), deps.brand, { ...page, language });
      let target: Target | undefined;
      try {
        await deps.counter.take(`sent-link:${networkOf(request.address)}`, callsAMinute, 60);
        target = await lookUpCode(deps, request.address, () => targetOf(deps, request.params.code));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
        return say(error.status, words[language].wait);
      }
      const { code } = request.params;
      if (target === undefined) return say(404, words[language].over);
      if ('company' in target) return say(410, closedPage(language, target));
      return reply
        .headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .redirect(
          `${deps.publicUrl}${withQuery(target.path, passedOn(request))}${linkFragment}${code}`,
          303,
        );
    },
  );
}

interface Closed {
  company: string;
  phone: string;
}

type Target = { path: string } | Closed;

/** Where a code leads: a page, the contact of a closed page, or nowhere. */
async function targetOf({ db, clock }: ShortPageDeps, code: string): Promise<Target | undefined> {
  const link = await findByCode(db, lookupOfCode(code));
  if (link === undefined || isOver(link, clock.now())) return undefined;
  const { contractorId, pageId, channel, language } = link;
  const [page, { contractor }] = await Promise.all([
    findActivePage(db, contractorId, pageId),
    contractorPlan(db, contractorId),
  ]);
  if (page === undefined || contractor.paymentStatus === 'Canceled')
    return { company: page?.companyName ?? contractor.companyName, phone: contractor.phone };
  // The browser's language is a better guess than a default that no one chose.
  const said = language === 'es' ? '&lang=es' : '';
  return { path: `/p/${page.pageName}?source=${channel}${said}` };
}

/** A submitted form stays reachable by its link, to show the status. */
const isOver = (link: LinkRow, now: Date): boolean =>
  link.canceledAt !== null || link.anonymisedAt !== null || link.expiresAt <= now;

function closedPage(language: Language, { company, phone }: Closed): Page {
  const said = words[language];
  const name = escapeHtml(company);
  const call =
    phone === '' ? '' : ` ${said.call(`<a href="tel:+1${phone}">${phoneText(phone)}</a>`)}`;
  return { title: said.closedTitle, content: `<p>${said.closed(name)}${call}</p>` };
}

interface Words {
  over: Page;
  wait: Page;
  closedTitle: string;
  closed(company: string): string;
  call(phone: string): string;
}

const words: Record<Language, Words> = {
  en: {
    over: {
      title: 'This link is no longer valid',
      content: `<p>It was canceled, or it is older than ${linkDays} days. Please ask your contractor for a new one.</p>`,
    },
    wait: { title: 'One moment', content: '<p>Please wait a moment and try again.</p>' },
    closedTitle: 'This page is closed',
    closed: (company) => `${company} does not take applications here at the moment.`,
    call: (phone) => `Please call ${phone}.`,
  },
  es: {
    over: {
      title: 'Este enlace ya no es válido',
      content: `<p>Fue cancelado o tiene más de ${linkDays} días. Pida un enlace nuevo a su contratista.</p>`,
    },
    wait: { title: 'Un momento', content: '<p>Espere un momento y vuelva a intentarlo.</p>' },
    closedTitle: 'Esta página está cerrada',
    closed: (company) => `${company} no recibe solicitudes aquí por el momento.`,
    call: (phone) => `Llame al ${phone}.`,
  },
};
