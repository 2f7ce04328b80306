import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { localeOf, type Language } from '@lintel/contract/core/language';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalView } from '@lintel/contract/legal/page';
import { pageName } from '@lintel/contract/pages/page';
import { networkOf } from '../../platform/http/caller-address.ts';
import { requireOwnOrigin } from '../../platform/http/caller.ts';
import { sayLanguage } from '../../platform/http/language.ts';
import type { CallCounter } from '../../platform/limits/counter.ts';
import { drawLegalPage, findPageOfLinks, pagePolicy, type DrawDeps } from '../pages/index.ts';
import { readAgreed, withdrawContact, type Agreed } from './consents.ts';
import { findByToken, type Application } from './repository.ts';
import { lookupOf } from '../../platform/crypto/contractor-secrets.ts';
import { languageFor, openSecret } from './status-pages.ts';

export interface ConsentPageDeps extends DrawDeps {
  counter: CallCounter;
  timeZone: string;
}

/** One network may open so many of these pages in an hour. */
const opensAnHour = 240;

/** Without a secret in the address, the one of the cookie counts. */
type Given = FastifyRequest<{ Params: { pageName: string; token?: string } }>;

/**
 * What a homeowner agreed to, and the way to withdraw the consent to calls and texts: by the secret
 * of the application, or beside the plain pages of an application that this browser has open, whose
 * secret no page writes down. It works without scripts, and it is never kept by a cache.
 */
export const consentPages =
  (deps: ConsentPageDeps): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const options = { schema: { hide: true } };
    for (const path of ['/p/:pageName/agreed/:token', '/p/:pageName/application/agreed']) {
      app.get(path, options, (request: Given, reply) => show(deps, request, reply, false));
      app.post(path, options, async (request: Given, reply) => {
        // A cookie comes along by itself, so the form has to be ours.
        if (isByCookie(request)) requireOwnOrigin(request, deps.publicUrl);
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
    }
  };

const isByCookie = ({ params }: Given): boolean => params.token === undefined;

async function find({ db, clock, counter }: ConsentPageDeps, request: Given) {
  await counter.take(`agreed:${networkOf(request.address)}`, opensAnHour, 3600);
  const { data: tidy } = pageName.safeParse(request.params.pageName);
  const page = tidy === undefined ? undefined : await findPageOfLinks(db, tidy);
  const secret = request.params.token ?? openSecret(request);
  if (page === undefined || secret === undefined) return null;
  const application = await findByToken(db, lookupOf(secret), clock.now());
  return application?.pageId === page.id ? { page, application } : null;
}

async function show(
  deps: ConsentPageDeps,
  request: Given,
  reply: FastifyReply,
  justNow: boolean,
): Promise<FastifyReply> {
  const found = await find(deps, request);
  if (found === null && isByCookie(request))
    return reply.redirect(`/p/${encodeURIComponent(request.params.pageName)}/application`, 303);
  const language = languageFor(request, found?.application.language);
  const html =
    found === null
      ? deps.renderer.renderNotFound({ brand: deps.brand, language })
      : await drawLegalPage(deps, found.page, {
          language,
          view: await viewOf(deps, found.application, {
            language,
            justNow,
            isOpenHere: isByCookie(request),
          }),
        });
  sayLanguage(request, reply, language);
  return reply
    .status(found === null ? 404 : 200)
    .headers({
      'content-security-policy': pagePolicy("'none'"),
      'cache-control': 'no-store',
      // A form says where it comes from, unless its address is a secret.
      'referrer-policy': isByCookie(request) ? 'same-origin' : 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

async function viewOf(
  { db, brand, timeZone }: ConsentPageDeps,
  application: Application,
  { language, justNow, isOpenHere }: { language: Language; justNow: boolean; isOpenHere: boolean },
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
    isOpenHere,
  };
}
