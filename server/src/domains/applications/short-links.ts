import type { FastifyInstance } from 'fastify';
import { dayMs } from '@lintel/contract/core/durations';
import { wayBackDays } from '@lintel/contract/applications/constants';
import type { Language } from '@lintel/contract/core/language';
import { brandOf } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import { languageOf } from '../../platform/http/language.ts';
import { sendPage, type Page } from '../../platform/http/page.ts';
import { passedOn, withQuery } from '../../platform/http/passed-query.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';
import { findByShortLink, insertShortLink } from './secret-repository.ts';
import { lookupOfCode, newCodeOf } from '../../platform/crypto/contractor-secrets.ts';
import { isOver, wayBackAddress } from './way-back-link.ts';

/**
 * Makes a short link for a text message in the caller's transaction. It works as long as the return
 * link; only its hash is stored.
 */
export async function makeShortLink(
  tx: Database,
  { clock, config }: Context,
  { contractorId, id: applicationId }: Application,
): Promise<string> {
  const code = newCodeOf(contractorId);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + wayBackDays * dayMs);
  const link = { contractorId, applicationId, codeHash: hashSecret(code), expiresAt };
  await insertShortLink(tx, link, now);
  return `${config.publicUrl}/t/${code}`;
}

/** Limits all lookups, valid codes included, because each costs a query. */
const callsAMinute = 60;

/**
 * `/t/{code}`: redirects to the return page, which requires the last digits of the phone number.
 */
export function shortLinkPage(app: FastifyInstance, context: Context): void {
  const { db, clock, counter } = context;
  const brand = brandOf(context.config);
  app.get<{ Params: { code: string } }>(
    '/t/:code',
    { schema: { hide: true } },
    async (request, reply) => {
      const said = words[languageOf(request)];
      const say = (status: number, page: Page) =>
        sendPage(reply.status(status), brand, { ...page, language: languageOf(request) });
      let found: Awaited<ReturnType<typeof findByShortLink>>;
      try {
        await counter.take(`short-link:${networkOf(request.address)}`, callsAMinute, 60);
        found = await lookUpCode(context, request.address, () =>
          findByShortLink(db, lookupOfCode(request.params.code), clock.now()),
        );
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
        return say(error.status, said.wait);
      }
      if (found === undefined || isOver(found.application)) return say(404, said.over);
      const { pageName } = await findPageAndCompany(db, found.application.pageId);
      const address = wayBackAddress(context, found.application, {
        pageName,
        until: found.until,
        by: 'phone',
      });
      return reply
        .headers({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        })
        .redirect(withQuery(address, passedOn(request)), 303);
    },
  );
}

const words: Record<Language, { over: Page; wait: Page }> = {
  en: {
    over: {
      title: 'This link is no longer valid',
      content:
        '<p>Links of text messages work for 90 days, and until the application is withdrawn. The newest message has the newest link.</p>',
    },
    wait: { title: 'One moment', content: '<p>Please wait a moment and try again.</p>' },
  },
  es: {
    over: {
      title: 'Este enlace ya no es válido',
      content:
        '<p>Los enlaces de los mensajes de texto funcionan durante 90 días y mientras la solicitud no se retire. El mensaje más reciente tiene el enlace más reciente.</p>',
    },
    wait: { title: 'Un momento', content: '<p>Espere un momento y vuelva a intentarlo.</p>' },
  },
};
