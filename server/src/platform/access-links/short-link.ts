import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@lintel/contract/core/language';
import { returnLinkDays } from '@lintel/contract/applications/constants';
import { linkDays } from '@lintel/contract/links/constants';
import { brandFromConfig } from '../brand.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { toNetwork } from '../http/caller-address.ts';
import { resolveLanguage } from '../http/language.ts';
import { sendPage, type Page } from '../http/page.ts';
import { passedOn, withQuery } from '../http/passed-query.ts';
import { openLink, type AccessLink } from './access-links.ts';
import { purposes } from './purposes.ts';
import { lookUpCode } from './wrong-codes.ts';

type ShortPurpose = 'sent-link' | 'application-text';

/** An address to redirect to, or another page with its status. */
export type ShortTarget = { to: string } | { status: number; page: Page };

type PageContext = Pick<Context, 'db' | 'clock' | 'keys' | 'counter' | 'config'>;

/** Every lookup costs a query, also with a valid code. */
const callsAMinute = 60;

/**
 * The page of a short link, `/l/{code}`: redirects to where `follow` says, or states that the link
 * is no longer valid.
 */
export function shortLink(
  app: FastifyInstance,
  context: PageContext,
  purpose: ShortPurpose,
  follow: (
    link: AccessLink,
    request: { code: string; language: Language },
  ) => Promise<ShortTarget | undefined>,
): void {
  const { db, counter, config } = context;
  const answer = async (request: FastifyRequest<{ Params: { code: string } }>) => {
    const { address, params } = request;
    const language = resolveLanguage(request);
    await counter.take(`${purpose}:${toNetwork(address)}`, callsAMinute, 60);
    const found = await lookUpCode(context, address, async () => {
      const link = await openLink(db, context, purpose, params.code);
      return link && follow(link, { code: params.code, language });
    });
    return found ?? { status: 404, page: over(purpose, language) };
  };
  app.get<{ Params: { code: string } }>(
    `${purposes[purpose].path}:code`,
    { schema: { hide: true } },
    async (request, reply) => {
      const language = resolveLanguage(request);
      const target = await answer(request).catch((error: unknown) =>
        refusal(reply, language, error),
      );
      if ('page' in target) {
        const { status, page } = target;
        return sendPage(reply.status(status), brandFromConfig(config), { ...page, language });
      }
      return reply
        .headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .redirect(withQuery(target.to, passedOn(request)), 303);
    },
  );
}

function refusal(reply: FastifyReply, language: Language, error: unknown): ShortTarget {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return { status: error.status, page: words[language].wait };
}

const over = (purpose: ShortPurpose, language: Language): Page => ({
  title: words[language].title,
  content: `<p>${words[language][purpose]}</p>`,
});

type Words = Record<ShortPurpose | 'title', string> & { wait: Page };

const words: Record<Language, Words> = {
  en: {
    title: 'This link is no longer valid',
    'sent-link': `It was canceled or is more than ${linkDays} days old. Please ask your contractor for a new one.`,
    'application-text': `Links in text messages work for ${returnLinkDays} days, or until the application is withdrawn. The newest message has the newest link.`,
    wait: { title: 'One moment', content: '<p>Please wait a moment and try again.</p>' },
  },
  es: {
    title: 'Este enlace ya no es válido',
    'sent-link': `Fue cancelado o tiene más de ${linkDays} días. Pida un enlace nuevo a su contratista.`,
    'application-text': `Los enlaces de los mensajes de texto funcionan durante ${returnLinkDays} días y mientras la solicitud no se retire. El mensaje más reciente tiene el enlace más reciente.`,
    wait: { title: 'Un momento', content: '<p>Espere un momento y vuelva a intentarlo.</p>' },
  },
};
