import type { FastifyInstance } from 'fastify';
import { linkFragment } from '@lintel/contract/links/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Language } from '@lintel/contract/core/language';
import { shortLink } from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Page } from '../../platform/http/page.ts';
import { contractorPlan } from '../contractors/index.ts';
import { findActivePage } from '../pages/index.ts';
import { findLink } from './repository.ts';

/**
 * `/l/{code}`: redirects to the public page, with the code in the fragment, which servers don't
 * receive, or shows the contact of a closed page. Also after the form was sent, to show its status.
 * Doesn't count as opening the link, because phones fetch links for previews.
 */
export const shortPage = (
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'counter' | 'config'>,
): void =>
  shortLink(app, context, 'sent-link', async ({ contractorId, subject }, request) => {
    const { db, config } = context;
    const link = await findLink(db, { contractorId, id: Number(subject) });
    if (link === undefined) return undefined;
    const [page, { contractor }] = await Promise.all([
      findActivePage(db, contractorId, link.pageId),
      contractorPlan(db, contractorId),
    ]);
    if (page === undefined || contractor.paymentStatus === 'Canceled') {
      const company = page?.companyName ?? contractor.companyName;
      return { status: 410, page: closedPage(request.language, company, contractor.phone) };
    }
    // The browser's language is a better guess than a default that no one chose.
    const language = link.language === 'es' ? '&lang=es' : '';
    const address = `${config.publicUrl}/p/${page.pageName}?source=${link.channel}${language}`;
    return { to: `${address}${linkFragment}${request.code}` };
  });

function closedPage(language: Language, company: string, phone: string): Page {
  const { title, text, call } = words[language];
  const contact = phone === '' ? '' : call(`<a href="tel:+1${phone}">${phoneText(phone)}</a>`);
  return { title, content: `<p>${text(escapeHtml(company))}${contact}</p>` };
}

interface Words {
  title: string;
  text(company: string): string;
  call(phone: string): string;
}

const words: Record<Language, Words> = {
  en: {
    title: 'This page is closed',
    text: (company) => `${company} isn’t taking applications here right now.`,
    call: (phone) => ` Please call ${phone}.`,
  },
  es: {
    title: 'Esta página está cerrada',
    text: (company) => `${company} no recibe solicitudes aquí por el momento.`,
    call: (phone) => ` Llame al ${phone}.`,
  },
};
