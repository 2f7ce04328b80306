import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { applicationRules } from '@lintel/contract/applications/rules';
import { pageName } from '@lintel/contract/pages/page';
import type { PrivacyView } from '@lintel/contract/privacy/page';
import { privacyQuestion } from '@lintel/contract/privacy/requests';
import type { Context } from '../../../platform/context.ts';
import { lookUpCode } from '../../../platform/access-links/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { resolveLanguage, setContentLanguage } from '../../../platform/http/language.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { dayIn } from '../../../platform/days.ts';
import {
  drawPrivacyPage,
  findLinkPage,
  findPublicPageById,
  pagePolicy,
  type PageRow,
} from '../../pages/index.ts';
import { readMonths } from '../retention/settings.ts';
import { createRequest, findByLink, confirm } from './submit.ts';
import { copyJson, copyPdf, recordDownload, openCopy } from './copy.ts';

/** Requests per network and hour, and links that it may open. */
const asksAnHour = 20;
const opensAnHour = 120;

type PageRequest = FastifyRequest<{
  Params: { pageName: string; secret: string };
  Body: Record<string, unknown> | undefined;
}>;

/** The content, branding, and status of a page. */
interface PageAnswer {
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
  (context: Context): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const show = showing(context);
    app.get(
      '/p/:pageName/privacy',
      hidden,
      show((request) => showForm(context, request)),
    );
    app.post(
      '/p/:pageName/privacy',
      hidden,
      show((request) => submitForm(context, request)),
    );
    app.get(
      '/privacy/:secret',
      hidden,
      show((request) => showConfirmation(context, request)),
    );
    app.post(
      '/privacy/:secret',
      hidden,
      show((request) => confirmRequest(context, request)),
    );
    app.get(
      '/privacy/copy/:secret',
      hidden,
      show((request) => showCopy(context, request)),
    );
    for (const format of ['json', 'pdf'] as const)
      app.get(
        `/privacy/copy/:secret/data.${format}`,
        hidden,
        async (request: PageRequest, reply) => {
          const file = await downloadCopy(context, request, format).catch((error: unknown) =>
            refused(reply, error),
          );
          if ('view' in file) return send(context, request, reply, file);
          return reply
            .headers({
              'cache-control': 'no-store',
              'content-disposition': `attachment; filename="personal-data.${format}"`,
              'x-content-type-options': 'nosniff',
              'x-robots-tag': 'noindex',
            })
            .type(format === 'json' ? 'application/json; charset=utf-8' : 'application/pdf')
            .send(file.bytes);
        },
      );
  };

const showing =
  (context: Context) =>
  (answer: (request: PageRequest) => Promise<PageAnswer>) =>
  async (request: PageRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const shown = await answer(request).catch((error: unknown) => refused(reply, error));
    return send(context, request, reply, shown);
  };

async function send(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: PageAnswer,
): Promise<FastifyReply> {
  const language = resolveLanguage(request);
  const html = await drawPrivacyPage(context, shown.page, language, shown.view);
  setContentLanguage(request, reply, language);
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
function refused(reply: FastifyReply, error: unknown): PageAnswer {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  return { status: error.status, view: { step: 'busy', seconds: error.retryAfter ?? 60 } };
}

const invalid: PageAnswer = { status: 404, view: { step: 'invalid' } };

/** Also finds a closed page: people who applied there still have rights to their data. */
async function findPage({ db }: Context, { params }: PageRequest): Promise<PageRow | undefined> {
  const { data: tidy } = pageName.safeParse(params.pageName);
  return tidy === undefined ? undefined : findLinkPage(db, tidy);
}

const keptFor = async ({ db }: Context): Promise<number> => (await readMonths(db)).applications;

async function showForm(context: Context, request: PageRequest): Promise<PageAnswer> {
  const page = await findPage(context, request);
  return page === undefined
    ? invalid
    : {
        page,
        view: { step: 'ask', email: '', kind: 'copy', errors: {}, months: await keptFor(context) },
      };
}

async function submitForm(context: Context, request: PageRequest): Promise<PageAnswer> {
  const page = await findPage(context, request);
  if (page === undefined) return invalid;
  const { body = {} } = request;
  const parsedQuestion = privacyQuestion.safeParse(body);
  if (!parsedQuestion.success) {
    const email = applicationRules.email(typedText(body['email']));
    const isKindWrong = parsedQuestion.error.issues.some(({ path }) => path[0] === 'kind');
    return {
      page,
      status: 422,
      view: {
        step: 'ask',
        email: typedText(body['email']),
        kind: typedText(body['kind']),
        errors: { ...(email && { email }), ...(isKindWrong && { kind: { key: 'required' } }) },
        months: await keptFor(context),
      },
    };
  }
  await context.counter.take(`privacy-ask:${toNetwork(request.address)}`, asksAnHour, 3600);
  await createRequest(context, {
    ...parsedQuestion.data,
    page,
    language: resolveLanguage(request),
  });
  return { page, view: { step: 'asked', email: parsedQuestion.data.email } };
}

const typedText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 250) : '';

const countOpening = (context: Context, request: PageRequest): Promise<void> =>
  context.counter.take(`privacy-open:${toNetwork(request.address)}`, opensAnHour, 3600);

const pageWith = async ({ db }: Context, id: number | null): Promise<PageRow | undefined> =>
  id === null ? undefined : findPublicPageById(db, id);

async function showConfirmation(context: Context, request: PageRequest): Promise<PageAnswer> {
  await countOpening(context, request);
  const found = await lookUpCode(context, request.address, () =>
    findByLink(context, request.params.secret),
  );
  if (found === null) return invalid;
  const { email, kind, pageId } = found;
  return { page: await pageWith(context, pageId), view: { step: 'confirm', email, kind } };
}

async function confirmRequest(context: Context, request: PageRequest): Promise<PageAnswer> {
  await countOpening(context, request);
  const found = await lookUpCode(context, request.address, () =>
    confirm(context, request.params.secret, request.address),
  );
  if (found === null || found.dueAt === null) return invalid;
  const { id: number, kind, pageId, dueAt } = found;
  const due = dayIn(dueAt, context.config.BUSINESS_TIME_ZONE);
  return { page: await pageWith(context, pageId), view: { step: 'received', number, kind, due } };
}

async function showCopy(context: Context, request: PageRequest): Promise<PageAnswer> {
  await countOpening(context, request);
  const { secret } = request.params;
  const found = await lookUpCode(context, request.address, () => openCopy(context, secret));
  if (found === null) return invalid;
  const { request: asking, copy } = found;
  const at = `/privacy/copy/${secret}/data`;
  const until =
    asking.copyExpiresAt === null
      ? ''
      : dayIn(asking.copyExpiresAt, context.config.BUSINESS_TIME_ZONE);
  return {
    page: await pageWith(context, asking.pageId),
    view: { step: 'copy', email: copy.email, until, pdf: `${at}.pdf`, json: `${at}.json` },
  };
}

async function downloadCopy(
  context: Context,
  request: PageRequest,
  format: 'json' | 'pdf',
): Promise<PageAnswer | { bytes: Buffer }> {
  await countOpening(context, request);
  const found = await lookUpCode(context, request.address, () =>
    openCopy(context, request.params.secret),
  );
  if (found === null) return invalid;
  const bytes =
    format === 'json' ? copyJson(found.copy) : copyPdf(context, found.copy, found.request.id);
  await recordDownload(context, found.request, { address: request.address, format });
  return { bytes };
}
