import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { secret } from '@lintel/contract/applications/admission';
import type { Language } from '@lintel/contract/core/language';
import { readLegalText } from '@lintel/contract/legal/markup';
import type { LegalView } from '@lintel/contract/legal/page';
import { lookUpCode, openLink } from '../../../platform/access-links/index.ts';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { sameText } from '../../../platform/crypto/secrets.ts';
import { dayText } from '../../../platform/days.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { requireOwnOrigin } from '../../../platform/http/caller.ts';
import { setContentLanguage } from '../../../platform/http/language.ts';
import { readContractorZone } from '../../contractors/index.ts';
import { drawLegalPage, findLinkPage, pagePolicy, type PageRow } from '../../pages/index.ts';
import { resolveAccess } from '../access.ts';
import { noticePdf, pdfHeaders, selectReadable } from '../adverse-action/index.ts';
import { emailOf } from '../homeowner-news.ts';
import { findPageAndCompany, findRow, isHeld, type Application } from '../repository.ts';
import { findByToken } from '../secrets.ts';
import { languageFor, openSecret } from './status-pages.ts';

/** Page views and posts per network and hour. */
const opensAnHour = 240;
/** Wrong phone digits allowed per application: in an hour, and in 90 days. */
const triesAnHour = 5;
const triesInAll = 15;

type Given = FastifyRequest<{ Params: { pageName: string; code: string } }>;

/** How the form on the page proves again who asks for the PDF. */
type Proof = { kind: 'ending'; ending: string } | { kind: 'secret'; token: string } | null;

interface Found {
  page: PageRow;
  application: Application;
}

/**
 * The homeowner's notices of adverse action: by the link in the e-mail with the last digits of the
 * phone number, or by the application's secret. They work without scripts, and stay reachable when
 * the application was withdrawn. Nothing here is cached.
 */
export const noticePages =
  (context: Context): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const options = { schema: { hide: true } };
    app.get('/n/:code', options, async (request: Given, reply) => {
      await count(context, request);
      const found = await behind(context, request);
      return found === null
        ? missing(context, request, reply)
        : draw(context, request, reply, { found, view: { step: 'notice-ask', isWrong: false } });
    });
    app.post('/n/:code', options, (request: Given, reply) => byLink(context, request, reply));
    const bySecret = '/p/:pageName/notices';
    app.post(bySecret, options, (request: Given, reply) => {
      const { data: token } = secret.safeParse(bodyOf(request)['token']);
      const proof: Proof = token === undefined ? null : { kind: 'secret', token };
      return byToken(context, request, reply, { token, proof });
    });
    app.get(bySecret, options, (request: Given, reply) =>
      reply.redirect(`/p/${encodeURIComponent(request.params.pageName)}`, 303),
    );
    const byCookie = '/p/:pageName/application/notices';
    app.get(byCookie, options, (request: Given, reply) =>
      byToken(context, request, reply, { token: openSecret(request), proof: null }),
    );
    app.post(byCookie, options, (request: Given, reply) => {
      requireOwnOrigin(request, context.config.publicUrl);
      return byToken(context, request, reply, { token: openSecret(request), proof: null });
    });
  };

const bodyOf = ({ body }: FastifyRequest): Record<string, unknown> => ({
  ...(typeof body === 'object' && body),
});

const count = ({ counter }: Context, request: Given): Promise<void> =>
  counter.take(`notices:${toNetwork(request.address)}`, opensAnHour, 3600);

/**
 * The application behind an e-mailed link. None once the e-mail no longer belongs to the homeowner:
 * the application is contested, or its owner proved the phone number instead.
 */
const behind = (context: Context, { address, params }: Given): Promise<Found | null> =>
  lookUpCode(context, address, async () => {
    const { db } = context;
    const link = await openLink(db, context, 'adverse-action', params.code);
    if (link === undefined) return null;
    const { contractorId, subject } = link;
    const application = await findRow(db, { contractorId, id: Number(subject) });
    if (application === undefined || application.anonymisedAt !== null) return null;
    if (isHeld(application) || emailOf(application) === null) return null;
    const { pageName } = await findPageAndCompany(db, application.pageId);
    const page = await findLinkPage(db, pageName);
    return page === undefined ? null : { page, application };
  });

async function byLink(context: Context, request: Given, reply: FastifyReply) {
  await count(context, request);
  const found = await behind(context, request);
  if (found === null) return missing(context, request, reply);
  const typed = bodyOf(request)['phoneEnding'];
  const ending = typeof typed === 'string' ? typed.trim() : '';
  if (await isOwner(context, found.application, ending))
    return show(context, request, reply, { found, proof: { kind: 'ending', ending } });
  void reply.status(422);
  return draw(context, request, reply, { found, view: { step: 'notice-ask', isWrong: true } });
}

/** Compares the phone's last digits. Throws `too_many_requests` after several wrong ones. */
async function isOwner(
  { counter }: Context,
  { id, phone }: Application,
  ending: string,
): Promise<boolean> {
  const [hour, all] = [`notice:hour:${id}`, `notice:all:${id}`];
  // Counted before the comparison, so that parallel attempts don't share a count.
  await counter.take(hour, triesAnHour, 3600);
  await counter.take(all, triesInAll, 90 * 86_400);
  if (ending.length !== 4 || !sameText(phone.slice(-4), ending)) return false;
  await Promise.all([counter.giveBack(hour), counter.giveBack(all)]);
  return true;
}

async function byToken(
  context: Context,
  request: Given,
  reply: FastifyReply,
  { token, proof }: { token: string | undefined; proof: Proof },
) {
  await count(context, request);
  const page = await findLinkPage(context.db, request.params.pageName);
  const opened = token === undefined ? undefined : await findByToken(context.db, context, token);
  if (page === undefined || opened === undefined || resolveAccess(opened) !== 'open')
    return missing(context, request, reply);
  const { application } = opened;
  if (application.pageId !== page.id) return missing(context, request, reply);
  return show(context, request, reply, { found: { page, application }, proof });
}

/** The notices, or one of them as PDF. */
async function show(
  context: Context,
  request: Given,
  reply: FastifyReply,
  { found, proof }: { found: Found; proof: Proof },
) {
  const { application } = found;
  const notices = await selectReadable(context.db, application);
  const wanted = Number(bodyOf(request)['pdf']);
  const chosen = notices.find(({ id }) => id === wanted);
  if (chosen !== undefined)
    return reply
      .headers({ ...pdfHeaders(application.id), 'x-robots-tag': 'noindex' })
      .send(noticePdf(context, { ...chosen, isDraft: false }));
  const zone = await readContractorZone(
    context.db,
    application.contractorId,
    context.config.BUSINESS_TIME_ZONE,
  );
  const language = languageFor(request, application.language);
  const view: LegalView = {
    step: 'notices',
    number: application.id,
    proof,
    notices: notices.map(({ id, text, sentAt, createdAt, hash, ...notice }) => ({
      ...readLegalText(text),
      id,
      lender: notice.lenderName,
      sent: dayText(sentAt ?? createdAt, zone, language),
      language: notice.language,
      hash,
    })),
  };
  return draw(context, request, reply, { found, view });
}

async function draw(
  context: Context,
  request: Given,
  reply: FastifyReply,
  { found, view }: { found: Found; view: LegalView },
) {
  const language: Language = languageFor(request, found.application.language);
  setContentLanguage(request, reply, language);
  return reply
    .headers(safeHeaders)
    .type('text/html; charset=utf-8')
    .send(await drawLegalPage(context, found.page, { language, view }));
}

async function missing(context: Context, request: Given, reply: FastifyReply) {
  const language = languageFor(request, undefined);
  setContentLanguage(request, reply, language);
  return reply
    .status(404)
    .headers(safeHeaders)
    .type('text/html; charset=utf-8')
    .send(context.renderer.renderNotFound({ brand: brandFromConfig(context.config), language }));
}

const safeHeaders = {
  'content-security-policy': pagePolicy("'none'"),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
