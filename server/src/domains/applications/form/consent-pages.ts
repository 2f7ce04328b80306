import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { secret } from '@lintel/contract/applications/admission';
import { locales, type Language } from '@lintel/contract/core/language';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalView } from '@lintel/contract/legal/page';
import { pageName } from '@lintel/contract/pages/page';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { requireOwnOrigin } from '../../../platform/http/caller.ts';
import { setContentLanguage } from '../../../platform/http/language.ts';
import { drawLegalPage, findLinkPage, pagePolicy, type PageRow } from '../../pages/index.ts';
import { resolveAccess } from '../access.ts';
import { readAgreed, withdrawContact, type Agreed } from '../consents/index.ts';
import type { Application } from '../repository.ts';
import { findByToken } from '../secrets.ts';
import { readContractorZone } from '../../contractors/index.ts';
import { languageFor, openSecret } from './status-pages.ts';

/** Page views per network and hour. */
const opensAnHour = 240;

type PageRequest = FastifyRequest<{ Params: { pageName: string } }>;

/**
 * Shows a homeowner's consents and withdraws the consent to calls and texts. The application's
 * secret comes in a form body, so that no history or URL log contains it, or in the cookie of the
 * script-free pages. Works without scripts and is never cached.
 */
export const consentPages =
  (context: Context): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const options = { schema: { hide: true } };
    const bySecret = '/p/:pageName/agreed';
    app.post(bySecret, options, (request: PageRequest, reply) => {
      const body = readBody(request);
      const { data: token } = secret.safeParse(body['token']);
      return answer(context, request, reply, {
        token,
        inForm: true,
        withdraws: 'withdraw' in body,
      });
    });
    // A reload or bookmark has no secret; earlier versions had it in the URL.
    for (const path of [bySecret, `${bySecret}/:former`])
      app.get(path, options, (request: PageRequest, reply) => reply.redirect(pageAt(request), 303));
    const byCookie = '/p/:pageName/application/agreed';
    app.get(byCookie, options, (request: PageRequest, reply) =>
      answer(context, request, reply, {
        token: openSecret(request),
        inForm: false,
        withdraws: false,
      }),
    );
    app.post(byCookie, options, (request: PageRequest, reply) => {
      // Browsers send cookies automatically, so the form has to be ours.
      requireOwnOrigin(request, context.config.publicUrl);
      return answer(context, request, reply, {
        token: openSecret(request),
        inForm: false,
        withdraws: true,
      });
    });
  };

const readBody = ({ body }: FastifyRequest): Record<string, unknown> => ({
  ...(typeof body === 'object' && body),
});
const pageAt = ({ params }: PageRequest): string => `/p/${encodeURIComponent(params.pageName)}`;

interface Question {
  /** Undefined if the browser sent none. */
  token: string | undefined;
  /** The secret came in a form; otherwise in a cookie. */
  inForm: boolean;
  withdraws: boolean;
}

async function answer(
  context: Context,
  request: PageRequest,
  reply: FastifyReply,
  { token, inForm, withdraws }: Question,
): Promise<FastifyReply> {
  await context.counter.take(`agreed:${toNetwork(request.address)}`, opensAnHour, 3600);
  const before = await find(context, request, token);
  const justNow = before !== null && withdraws && (await withdraw(context, request, before));
  const found = justNow ? await find(context, request, token) : before;
  if (found === null && !inForm) return reply.redirect(`${pageAt(request)}/application`, 303);
  const language = languageFor(request, found?.application.language);
  const html =
    found === null
      ? context.renderer.renderNotFound({ brand: brandFromConfig(context.config), language })
      : await drawLegalPage(context, found.page, {
          language,
          view: await buildView(context, found.application, {
            language,
            justNow,
            secret: inForm ? (token ?? null) : null,
          }),
        });
  setContentLanguage(request, reply, language);
  return reply
    .status(found === null ? 404 : 200)
    .headers({
      'content-security-policy': pagePolicy("'none'"),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

interface Found {
  page: PageRow;
  application: Application;
}

/** Finds this page's application by a secret with access. */
async function find(
  context: Context,
  request: PageRequest,
  token: string | undefined,
): Promise<Found | null> {
  const { data: tidy } = pageName.safeParse(request.params.pageName);
  const page = tidy === undefined ? undefined : await findLinkPage(context.db, tidy);
  if (page === undefined || token === undefined) return null;
  const opened = await findByToken(context.db, context, token);
  if (opened === undefined || resolveAccess(opened) !== 'open') return null;
  const { application } = opened;
  return application.pageId === page.id ? { page, application } : null;
}

const withdraw = (
  { db, clock }: Context,
  request: PageRequest,
  { application }: Found,
): Promise<boolean> => {
  const { address } = request;
  const userAgent = request.headers['user-agent'] ?? '';
  return db.transaction((tx) =>
    withdrawContact(tx, application, { address, userAgent, now: clock.now() }),
  );
};

async function buildView(
  context: Context,
  application: Application,
  { language, justNow, secret }: { language: Language; justNow: boolean; secret: string | null },
): Promise<LegalView> {
  const { db, config } = context;
  const { contractorId } = application;
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const agreed = await readAgreed(db, application);
  const at = (moment: Date): string =>
    moment.toLocaleString(locales[language], {
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
    secret,
  };
}
