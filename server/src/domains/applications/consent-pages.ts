import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { localeOf, type Language } from '@lintel/contract/core/language';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalView } from '@lintel/contract/legal/page';
import { pageName } from '@lintel/contract/pages/page';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { networkOf } from '../../platform/http/caller-address.ts';
import { languageOf, sayLanguage } from '../../platform/http/language.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import { drawLegalPage, findPublicPage, pagePolicy, type DrawDeps } from '../pages/index.ts';
import { readAgreed, withdrawContact, type Agreed } from './consents.ts';
import { findByToken, type Application } from './repository.ts';

export interface ConsentPageDeps extends DrawDeps {
  counter: CallCounter;
  timeZone: string;
}

/** One network may open so many of these pages in an hour. */
const opensAnHour = 240;

type Given = FastifyRequest<{ Params: { pageName: string; token: string } }>;

/**
 * What a homeowner agreed to, by the secret of the application, and the way to withdraw the consent
 * to calls and texts. A plain page: it works without scripts, and it is never kept by a cache.
 */
export const consentPages =
  (deps: ConsentPageDeps): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const options = { schema: { hide: true } };
    const path = '/p/:pageName/agreed/:token';
    app.get(path, options, (request: Given, reply) => show(deps, request, reply, false));
    app.post(path, options, async (request: Given, reply) => {
      const found = await find(deps, request);
      const { address } = request;
      const userAgent = request.headers['user-agent'] ?? '';
      const now = deps.clock.now();
      const changed =
        found !== null &&
        (await deps.db.transaction((tx) =>
          withdrawContact(tx, found.application, { address, userAgent, now }),
        ));
      return show(deps, request, reply, changed);
    });
  };

async function find({ db, clock, counter }: ConsentPageDeps, { params, address }: Given) {
  await counter.take(`agreed:${networkOf(address)}`, opensAnHour, 3600);
  const { data: tidy } = pageName.safeParse(params.pageName);
  const page = tidy === undefined ? undefined : await findPublicPage(db, tidy);
  if (page === undefined) return null;
  const application = await findByToken(db, hashSecret(params.token), clock.now());
  return application?.pageId === page.id ? { page, application } : null;
}

async function show(
  deps: ConsentPageDeps,
  request: Given,
  reply: FastifyReply,
  justNow: boolean,
): Promise<FastifyReply> {
  const found = await find(deps, request);
  const language = languageOf(request);
  const html =
    found === null
      ? deps.renderer.renderNotFound({ brand: deps.brand, language })
      : await drawLegalPage(deps, found.page, {
          language,
          view: await viewOf(deps, found.application, language, justNow),
        });
  sayLanguage(request, reply, language);
  return reply
    .status(found === null ? 404 : 200)
    .headers({
      'content-security-policy': pagePolicy("'none'"),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

async function viewOf(
  { db, brand, timeZone }: ConsentPageDeps,
  application: Application,
  language: Language,
  justNow: boolean,
): Promise<LegalView> {
  const agreed = await readAgreed(db, application, brand);
  const at = (moment: Date): string =>
    moment.toLocaleString(localeOf[language], {
      timeZone,
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  const shown = ({ kind: _kind, ...one }: Agreed) => ({
    ...readLegalText(one.text),
    answer: one.answer,
    at: at(one.at),
    withdrawnAt: one.withdrawnAt && at(one.withdrawnAt),
    version: one.version,
    language: one.language,
    hash: one.hash,
  });
  return {
    step: 'agreed',
    number: application.id,
    texts: agreed.map(shown),
    mayWithdraw: application.textsAgreedAt !== null,
    justNow,
  };
}
