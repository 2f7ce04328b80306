import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  applicationAction,
  type ApplicationAction,
  type ApplicationView,
} from '@lintel/contract/applications/page';
import type { HomeownerApplication } from '@lintel/contract/applications/homeowner';
import { isLanguage, languageParameter, type Language } from '@lintel/contract/core/language';
import { pageName } from '@lintel/contract/pages/page';
import type { Context } from '../../../platform/context.ts';
import { lookUpCode } from '../../../platform/access-links/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { requireOwnOrigin } from '../../../platform/http/caller.ts';
import type { Urgency } from '../../../platform/load/pressure.ts';
import { resolveLanguage, setContentLanguage } from '../../../platform/http/language.ts';
import { openUpload } from '../../../platform/http/multipart.ts';
import { drawApplicationPage, findLinkPage, pagePolicy, type PageRow } from '../../pages/index.ts';
import { chooseOffer, withdrawApplication } from '../lenders/index.ts';
import { confirmApplication, replaceApplication } from './contest.ts';
import { problemBehind, removeDocument, uploadDocument } from '../lender-requests/index.ts';
import { getFollowers } from './follow.ts';
import { presentToHomeowner, readWhole } from './present-homeowner.ts';
import type { Application } from '../repository.ts';
import { endReturnLink, openReturnLink } from './return-link.ts';
import { findByReturnLink } from '../return-link.ts';

const cookieName = 'lintel_application';

/** The application secret in this browser's cookie for a page; undefined for none. */
export function openSecret({ cookies }: FastifyRequest): string | undefined {
  const token = cookies[cookieName];
  return token !== undefined && /^[\w-]{20,64}$/.test(token) ? token : undefined;
}

/** Seconds that a browser without scripts keeps an application open. */
const cookieSeconds = 12 * 3600;
/** Page views and form posts per network and hour. */
const opensAnHour = 600;
const sendsAnHour = 120;

type PageRequest = FastifyRequest<{
  Params: { pageName: string; link: string; requestId: string };
}>;

/** A page to show, or a redirect. */
type PageAnswer =
  | { page?: PageRow | undefined; view: ApplicationView; language?: Language; status?: number }
  | { to: string };

const hidden = { schema: { hide: true } };
const urgency: Urgency = 'submission';
const sent = { schema: { hide: true }, config: { urgency } };

/**
 * Application pages that work without scripts. A message link alone opens nothing: the last digits
 * of the phone number are required. The key is then in a cookie that scripts can't read and other
 * pages don't get. Only forms of these pages change anything.
 */
export const homeownerPages =
  (context: Context): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    // A closing server waits for its responses, and streams wouldn't end by themselves.
    app.addHook('preClose', async () => getFollowers(context).close());
    const show = showing(context);
    const place = '/p/:pageName/application';
    app.get(
      place,
      hidden,
      show((request) => whole(context, request)),
    );
    app.post(
      place,
      sent,
      show((request, reply) => act(context, request, reply)),
    );
    app.post(
      `${place}/requests/:requestId`,
      { ...sent, config: { ...sent.config, slowBody: true } },
      show((request) => uploaded(context, request)),
    );
    app.get(
      `${place}/:link`,
      hidden,
      show((request) => ask(context, request)),
    );
    app.post(
      `${place}/:link`,
      sent,
      show((request, reply) => opened(context, request, reply)),
    );
  };

const showing =
  (context: Context) =>
  (answer: (request: PageRequest, reply: FastifyReply) => Promise<PageAnswer>) =>
  async (request: PageRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const shown = await answer(request, reply).catch((error: unknown) => refused(reply, error));
    return send(context, request, reply, shown);
  };

async function send(
  context: Context,
  request: PageRequest,
  reply: FastifyReply,
  shown: PageAnswer,
): Promise<FastifyReply> {
  void reply.headers({
    'cache-control': 'no-store',
    // Forms must send their origin, but other sites must not learn the link in the URL.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  if ('to' in shown) return reply.redirect(shown.to, 303);
  const language = languageFor(request, shown.language);
  const { view } = shown;
  const timeZone =
    'application' in view ? view.application.timeZone : context.config.BUSINESS_TIME_ZONE;
  const drawing = { language, timeZone, view };
  const html = await drawApplicationPage(context, shown.page, drawing);
  setContentLanguage(request, reply, language);
  return reply
    .status(shown.status ?? 200)
    .headers({ 'content-security-policy': pagePolicy("'none'") })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The language the reader chose, otherwise the application's, otherwise the browser's. */
export function languageFor(
  request: FastifyRequest,
  ofApplication: Language | undefined,
): Language {
  const { query, cookies } = request;
  const asked: Record<string, unknown> = { ...(typeof query === 'object' && query) };
  const isChosen = [asked[languageParameter], cookies[languageParameter]].some(isLanguage);
  return isChosen || ofApplication === undefined ? resolveLanguage(request) : ofApplication;
}

/** Shows an expected error as a page; other errors go to the server's handler. */
function refused(reply: FastifyReply, error: unknown): PageAnswer {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  if (error.status === 404) return { status: 404, view: { step: 'invalid' } };
  if (error.code === 'wrong_origin') return { status: 403, view: { step: 'closed' } };
  return { status: error.status, view: { step: 'busy' } };
}

async function findPage({ db }: Context, { params }: PageRequest): Promise<PageRow> {
  const { data: tidy } = pageName.safeParse(params.pageName);
  const page = tidy === undefined ? undefined : await findLinkPage(db, tidy);
  if (page === undefined) throw new AppError('invalid_link');
  return page;
}

const countRequest = (
  { counter }: Context,
  request: PageRequest,
  what: 'opens' | 'sends',
): Promise<void> =>
  counter.take(
    `status-page-${what}:${toNetwork(request.address)}`,
    what === 'opens' ? opensAnHour : sendsAnHour,
    3600,
  );

/** Rejects cross-site and too frequent posts before any change. */
async function admit(context: Context, request: PageRequest): Promise<void> {
  requireOwnOrigin(request, context.config.publicUrl);
  await countRequest(context, request, 'sends');
}

const statusPath = (page: PageRow): string => `/p/${page.pageName}/application`;

/** Opening a link changes nothing, because scanners open every link. */
async function ask(context: Context, request: PageRequest): Promise<PageAnswer> {
  await countRequest(context, request, 'opens');
  const page = await findPage(context, request);
  const { link } = request.params;
  const application = await behind(context, page, request);
  if (application === null) return invalid(page);
  const { language } = application;
  return { page, language, view: { step: 'ask', isWrong: false, link } };
}

const invalid = (page: PageRow): PageAnswer => ({ page, status: 404, view: { step: 'invalid' } });

/** This page's application for a link; null for none. */
const behind = (
  context: Context,
  page: PageRow,
  { address, params }: PageRequest,
): Promise<Application | null> =>
  lookUpCode(context, address, async () => {
    try {
      const application = await findByReturnLink(context, params.link);
      return application.pageId === page.id ? application : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_link') return null;
      throw error;
    }
  });

async function opened(
  context: Context,
  request: PageRequest,
  reply: FastifyReply,
): Promise<PageAnswer> {
  await admit(context, request);
  const page = await findPage(context, request);
  const { link } = request.params;
  const application = await behind(context, page, request);
  if (application === null) return invalid(page);
  const body: { phoneEnding?: unknown } = Object(request.body);
  const typed = typeof body.phoneEnding === 'string' ? body.phoneEnding.trim() : '';
  try {
    const token = await openReturnLink(context, { link, phoneEnding: typed });
    void reply.setCookie(cookieName, token, {
      ...cookieOptions(context, page),
      maxAge: cookieSeconds,
    });
    return { to: statusPath(page) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
    const { language } = application;
    return { page, language, status: 422, view: { step: 'ask', isWrong: true, link } };
  }
}

/** Limits the cookie to this application's page and same-site forms. */
const cookieOptions = ({ config }: Context, page: PageRow) => ({
  path: statusPath(page),
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: config.publicUrl.startsWith('https:'),
});

interface OpenApplication {
  page: PageRow;
  token: string;
  application: HomeownerApplication;
}

/** The application that this browser has open on this page; null for none. */
async function openOn(
  context: Context,
  request: PageRequest,
): Promise<OpenApplication | { page: PageRow }> {
  const page = await findPage(context, request);
  const token = openSecret(request);
  if (token === undefined) return { page };
  try {
    const found = await readWhole(context, token);
    if (found.application.pageId !== page.id) return { page };
    return { page, token, application: presentToHomeowner(token, found, context.clock.now()) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return { page };
    throw error;
  }
}

const closed = (page: PageRow): PageAnswer => ({ page, status: 404, view: { step: 'closed' } });

/** The key stays in the cookie and never appears in a page. */
const statusAnswer = (
  { page, application }: OpenApplication,
  more: Partial<Extract<ApplicationView, { step: 'status' }>> = {},
): PageAnswer => ({
  page,
  language: application.language,
  view: {
    step: 'status',
    application: withoutKey(application),
    problem: null,
    hasChanged: false,
    ...more,
  },
});
/** Removes the secret, and answers that the page doesn't need. */
const withoutKey = (application: HomeownerApplication): HomeownerApplication => ({
  ...application,
  token: '',
  draft: application.status === 'confirm' ? application.draft : {},
});

async function whole(context: Context, request: PageRequest): Promise<PageAnswer> {
  await countRequest(context, request, 'opens');
  const open = await openOn(context, request);
  return 'token' in open ? statusAnswer(open) : closed(open.page);
}

async function act(
  context: Context,
  request: PageRequest,
  reply: FastifyReply,
): Promise<PageAnswer> {
  await admit(context, request);
  const open = await openOn(context, request);
  if (!('token' in open)) return closed(open.page);
  const action = applicationAction.safeParse(request.body);
  if (!action.success) return { ...statusAnswer(open), status: 422 };
  // New answers require the public page, so a closed page has nothing to replace them with.
  if (action.data.do === 'replace' && !open.page.isActive)
    return { ...statusAnswer(open, { hasChanged: true }), status: 409 };
  const asked = questionAnswer(open, action.data);
  if (asked !== null) return asked;
  if (action.data.do === 'leave') {
    await endReturnLink(context, open.token);
    void reply.clearCookie(cookieName, cookieOptions(context, open.page));
    const { page, application } = open;
    if (!page.isActive) return { page, language: application.language, view: { step: 'left' } };
    return { to: `/p/${open.page.pageName}` };
  }
  if (action.data.do === 'replace') {
    // Filling in the form again requires the public page.
    void reply.clearCookie(cookieName, cookieOptions(context, open.page));
    await replaceApplication(context, open.token);
    return { to: `/p/${open.page.pageName}` };
  }
  return changedBy(context, request, open, (token) => doIt(context, token, action.data));
}

/** Confirmation page before an action; null if not needed. */
function questionAnswer(
  { page, application }: OpenApplication,
  action: ApplicationAction,
): PageAnswer | null {
  const { language } = application;
  const shown = withoutKey(application);
  if (action.do === 'withdraw' && action.sure === undefined)
    return { page, language, view: { step: 'withdraw', application: shown } };
  if (action.do === 'replace' && action.sure === undefined)
    return { page, language, view: { step: 'replace', application: shown } };
  if (action.do !== 'choose' || action.sure !== undefined) return null;
  const offerId = action.offer;
  const isThere = application.offers.some(({ id }) => id === offerId);
  return isThere
    ? { page, language, view: { step: 'choose', application: shown, offerId } }
    : invalid(page);
}

async function doIt(context: Context, token: string, action: ApplicationAction): Promise<void> {
  if (action.do === 'choose')
    await chooseOffer(context, { token, offerId: action.offer, replaces: action.replaces ?? null });
  else if (action.do === 'confirm') await confirmApplication(context, token);
  else if (action.do === 'withdraw') await withdrawApplication(context, token);
  else if (action.do === 'remove')
    await removeDocument(context, { token, documentId: action.document });
}

/** Performs the action and shows the current state, even if another request was faster. */
async function changedBy(
  context: Context,
  request: PageRequest,
  open: OpenApplication,
  work: (token: string) => Promise<void>,
): Promise<PageAnswer> {
  try {
    await work(open.token);
    return { to: statusPath(open.page) };
  } catch (error) {
    if (!(error instanceof AppError) || ![404, 409].includes(error.status)) throw error;
    const now = await openOn(context, request);
    return 'token' in now
      ? { ...statusAnswer(now, { hasChanged: true }), status: error.status }
      : closed(now.page);
  }
}

async function uploaded(context: Context, request: PageRequest): Promise<PageAnswer> {
  await admit(context, request);
  const open = await openOn(context, request);
  if (!('token' in open)) return closed(open.page);
  const requestId = /^\d{1,9}$/.test(request.params.requestId)
    ? Number(request.params.requestId)
    : 0;
  const { token } = open;
  const { address } = request;
  try {
    return await changedBy(context, request, open, () =>
      uploadDocument(context, {
        token,
        requestId,
        address,
        open: (maxBytes) => openUpload(request, 'file', maxBytes),
      }),
    );
  } catch (error) {
    const problem = problemBehind(error);
    if (problem === undefined) throw error;
    return { ...statusAnswer(open, { problem: { requestId, problem } }), status: 422 };
  }
}
