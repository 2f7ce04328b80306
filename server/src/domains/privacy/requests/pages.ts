import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '@lintel/contract/brand';
import { applicationRules } from '@lintel/contract/applications/rules';
import { pageName } from '@lintel/contract/pages/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import { privacyQuestion } from '@lintel/contract/privacy/requests';
import { AppError } from '../../../platform/errors.ts';
import { languageOf, sayLanguage } from '../../../platform/http/language.ts';
import { networkOf } from '../../../platform/http/caller-address.ts';
import { dayIn } from '../../../platform/days.ts';
import {
  drawPrivacyPage,
  findPageOfLinks,
  findPublicPageById,
  pagePolicy,
  type PageRenderer,
  type PageRow,
} from '../../pages/index.ts';
import { readMonths } from '../retention/settings.ts';
import { ask, behindLink, confirm } from './submit.ts';
import { copyJson, CopyPaper, noteFetched, openCopy } from './copy.ts';
import type { Config } from '../../../platform/config.ts';
import type { RequestDeps } from './deps.ts';

export interface PrivacyPageDeps extends RequestDeps {
  config: Config;
  brand: Brand;
  renderer: PageRenderer;
}

/** Requests per network and hour, and links that it may open. */
const asksAnHour = 20;
const opensAnHour = 120;

type Given = FastifyRequest<{
  Params: { pageName: string; secret: string };
  Body: Record<string, unknown> | undefined;
}>;

/** The content, branding, and status of a page. */
interface Shown {
  page?: PageRow | undefined;
  view: PrivacyView;
  status?: number;
}

const hidden = { schema: { hide: true } };

/**
 * Public pages for privacy requests: the form, the link that verifies the address (a GET changes
 * nothing, because scanners open every link), and the copy.
 */
export const privacyPages =
  (deps: PrivacyPageDeps): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const paper = new CopyPaper(deps.brand, deps.timeZone);
    const show =
      (answer: (request: Given) => Promise<Shown>) =>
      async (request: Given, reply: FastifyReply): Promise<FastifyReply> =>
        send(
          deps,
          request,
          reply,
          await answer(request).catch((error: unknown) => refused(reply, error)),
        );
    app.get(
      '/p/:pageName/privacy',
      hidden,
      show((request) => question(deps, request)),
    );
    app.post(
      '/p/:pageName/privacy',
      hidden,
      show((request) => asked(deps, request)),
    );
    app.get(
      '/privacy/:secret',
      hidden,
      show((request) => toConfirm(deps, request)),
    );
    app.post(
      '/privacy/:secret',
      hidden,
      show((request) => confirmed(deps, request)),
    );
    app.get(
      '/privacy/copy/:secret',
      hidden,
      show((request) => copyPage(deps, request)),
    );
    for (const format of ['json', 'pdf'] as const)
      app.get(`/privacy/copy/:secret/data.${format}`, hidden, async (request: Given, reply) => {
        const file = await fetched(deps, paper, request, format).catch((error: unknown) =>
          refused(reply, error),
        );
        if ('view' in file) return send(deps, request, reply, file);
        return reply
          .headers({
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="personal-data.${format}"`,
            'x-content-type-options': 'nosniff',
            'x-robots-tag': 'noindex',
          })
          .type(format === 'json' ? 'application/json; charset=utf-8' : 'application/pdf')
          .send(file.bytes);
      });
  };

async function send(
  deps: PrivacyPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const html = await drawPrivacyPage(deps, shown.page, language, shown.view);
  sayLanguage(request, reply, language);
  return reply
    .status(shown.status ?? 200)
    .headers({
      'content-security-policy': pagePolicy("'none'"),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Renders a refusal as a page; other errors go to the server's error handler. */
function refused(reply: FastifyReply, error: unknown): Shown {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return { status: error.status, view: { step: 'busy', seconds: error.retryAfter ?? 60 } };
}

const invalid: Shown = { status: 404, view: { step: 'invalid' } };

/** Also finds a closed page: people who applied there still have rights to their data. */
async function pageOf({ db }: PrivacyPageDeps, { params }: Given): Promise<PageRow | undefined> {
  const { data: tidy } = pageName.safeParse(params.pageName);
  return tidy === undefined ? undefined : findPageOfLinks(db, tidy);
}

const keptFor = async ({ db }: PrivacyPageDeps): Promise<number> =>
  (await readMonths(db)).applications;

async function question(deps: PrivacyPageDeps, request: Given): Promise<Shown> {
  const page = await pageOf(deps, request);
  return page === undefined
    ? invalid
    : {
        page,
        view: { step: 'ask', email: '', kind: 'copy', errors: {}, months: await keptFor(deps) },
      };
}

async function asked(deps: PrivacyPageDeps, request: Given): Promise<Shown> {
  const page = await pageOf(deps, request);
  if (page === undefined) return invalid;
  const { body = {} } = request;
  const given = privacyQuestion.safeParse(body);
  if (!given.success) {
    const email = applicationRules.email(typedText(body['email']));
    const isKindWrong = given.error.issues.some(({ path }) => path[0] === 'kind');
    return {
      page,
      status: 422,
      view: {
        step: 'ask',
        email: typedText(body['email']),
        kind: typedText(body['kind']),
        errors: { ...(email && { email }), ...(isKindWrong && { kind: { key: 'required' } }) },
        months: await keptFor(deps),
      },
    };
  }
  await deps.counter.take(`privacy-ask:${networkOf(request.address)}`, asksAnHour, 3600);
  await ask(deps, { ...given.data, page, language: languageOf(request) });
  return { page, view: { step: 'asked', email: given.data.email } };
}

const typedText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 250) : '';

const countOpening = (deps: PrivacyPageDeps, request: Given): Promise<void> =>
  deps.counter.take(`privacy-open:${networkOf(request.address)}`, opensAnHour, 3600);

const pageWith = async ({ db }: PrivacyPageDeps, id: number | null): Promise<PageRow | undefined> =>
  id === null ? undefined : findPublicPageById(db, id);

async function toConfirm(deps: PrivacyPageDeps, request: Given): Promise<Shown> {
  await countOpening(deps, request);
  const found = await behindLink(deps, request.params.secret);
  if (found === null) return invalid;
  const { email, kind, pageId } = found;
  return { page: await pageWith(deps, pageId), view: { step: 'confirm', email, kind } };
}

async function confirmed(deps: PrivacyPageDeps, request: Given): Promise<Shown> {
  await countOpening(deps, request);
  const found = await confirm(deps, request.params.secret, request.address);
  if (found === null || found.dueAt === null) return invalid;
  const { id: number, kind, pageId, dueAt } = found;
  const due = dayIn(dueAt, deps.timeZone);
  return { page: await pageWith(deps, pageId), view: { step: 'received', number, kind, due } };
}

async function copyPage(deps: PrivacyPageDeps, request: Given): Promise<Shown> {
  await countOpening(deps, request);
  const { secret } = request.params;
  const found = await openCopy(deps, secret);
  if (found === null) return invalid;
  const { request: asking, copy } = found;
  const at = `/privacy/copy/${secret}/data`;
  const until = asking.copyExpiresAt === null ? '' : dayIn(asking.copyExpiresAt, deps.timeZone);
  return {
    page: await pageWith(deps, asking.pageId),
    view: { step: 'copy', email: copy.email, until, pdf: `${at}.pdf`, json: `${at}.json` },
  };
}

async function fetched(
  deps: PrivacyPageDeps,
  paper: CopyPaper,
  request: Given,
  format: 'json' | 'pdf',
): Promise<Shown | { bytes: Buffer }> {
  await countOpening(deps, request);
  const found = await openCopy(deps, request.params.secret);
  if (found === null) return invalid;
  const bytes = format === 'json' ? copyJson(found.copy) : paper.pdf(found.copy, found.request.id);
  await noteFetched(deps, found.request, { address: request.address, format });
  return { bytes };
}
