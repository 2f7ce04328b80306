import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { invoiceSource } from '@lintel/contract/documents/quick/constants';
import {
  documentAnswer,
  type CustomerNotice,
  type DocumentAnswer,
  type DocumentView,
} from '@lintel/contract/documents/page';
import { isVisible } from '@lintel/contract/core/field-rules';
import { isRecord } from '@lintel/contract/core/narrow';
import { AppError } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/caller-address.ts';
import { passedOn, withQuery } from '../../platform/http/passed-query.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { requireOwnOrigin } from '../../platform/http/caller.ts';
import { resolveLanguage, setContentLanguage } from '../../platform/http/language.ts';
import { applyCode } from '../links/index.ts';
import { drawDocumentPage, pagePolicy } from '../pages/index.ts';
import { noteViewed, takeAnswer } from './answers.ts';
import { openByLink, type LinkedDocument } from './customer-view.ts';
import type { Context } from '../../platform/context.ts';
import { revisionPdf } from './files.ts';
import { insertEvent } from './repository.ts';

/** Hourly limits for one network: opening pages and submitting forms. */
const anHour = { open: 600, send: 120 } as const;

type CodeRequest = FastifyRequest<{ Params: { code: string } }>;
type Outcome = { opened?: LinkedDocument; view: DocumentView; status?: number } | { to: string };

const hidden = { schema: { hide: true } };
const pagePath = ({ params }: CodeRequest): string => `/d/${encodeURIComponent(params.code)}`;

/**
 * Document pages for customers, `/d/{code}`. Opening one changes nothing, because programs open
 * every link; a script on the page reports a human view. Every change comes from a form on the page
 * and names the displayed revision.
 */
export const customerPages =
  (context: Context): FastifyPluginAsync =>
  // oxlint-disable-next-line typescript/require-await -- a plugin is asynchronous
  async (app) => {
    const handle = pageHandler(context);
    app.get(
      '/d/:code',
      hidden,
      handle((request) => showDocument(context, request)),
    );
    app.post(
      '/d/:code',
      hidden,
      handle((request) => submitAnswer(context, request)),
    );
    app.post('/d/:code/viewed', hidden, async (request: CodeRequest, reply) => {
      requireOwnOrigin(request, context.config.publicUrl);
      await count(context, request, 'send');
      await noteViewed(context, request.params.code);
      return reply.status(204).header('cache-control', 'no-store').send();
    });
    app.get('/d/:code/pdf', hidden, async (request: CodeRequest, reply) => {
      const opened = await requireDocument(context, request).catch((error: unknown) =>
        refusal(reply, error),
      );
      if ('view' in opened) return send(context, request, reply, opened);
      const { address, headers, cookies } = request;
      const userAgent = headers['user-agent'] ?? '';
      const facts = { address, userAgent, headers, cookies, rawBody: '', idempotencyKey: '' };
      const { key, document } = opened;
      const file = await revisionPdf(context, key, document.revision, facts);
      return reply
        .status(file.status ?? 200)
        .headers({ ...common, ...file.headers, 'cache-control': 'private, no-store' })
        .type('application/pdf')
        .send(file.content);
    });
  };

const pageHandler =
  (context: Context) =>
  (respond: (request: CodeRequest) => Promise<Outcome>) =>
  async (request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const outcome = await respond(request).catch((error: unknown) => refusal(reply, error));
    return send(context, request, reply, outcome);
  };

/** No cache keeps it, and no other site gets its secret address as a referrer. */
const common = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

const count = (
  { counter }: Context,
  { address }: CodeRequest,
  what: keyof typeof anHour,
): Promise<void> => counter.take(`document-${what}:${toNetwork(address)}`, anHour[what], 3600);

/** Loads the document for a link. Throws `invalid_link`; repeated misses are rate-limited. */
async function requireDocument(context: Context, request: CodeRequest): Promise<LinkedDocument> {
  await count(context, request, 'open');
  const opened = await lookUpCode(context, request.address, () =>
    openByLink(context, request.params.code, pagePath(request)),
  );
  if (opened !== undefined) return opened;
  throw new AppError('invalid_link');
}

const nothing = { notice: null, typed: { name: '', reason: '' }, errors: {} } as const;

async function showDocument(context: Context, request: CodeRequest): Promise<Outcome> {
  const opened = await requireDocument(context, request);
  return { opened, view: { step: 'document', document: opened.document, ...nothing } };
}

async function submitAnswer(context: Context, request: CodeRequest): Promise<Outcome> {
  requireOwnOrigin(request, context.config.publicUrl);
  await count(context, request, 'send');
  const opened = await requireDocument(context, request);
  const read = documentAnswer.safeParse(request.body);
  if (!read.success) return showErrors(opened, request, read.error.issues);
  if (read.data.do === 'apply') return { to: await toFinancing(context, opened, request) };
  return storeAnswer(context, request, read.data);
}

async function storeAnswer(
  context: Context,
  request: CodeRequest,
  form: Exclude<DocumentAnswer, { do: 'apply' }>,
): Promise<Outcome> {
  const result = await takeAnswer(context, request.params.code, form, {
    address: request.address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    language: resolveLanguage(request),
  });
  if (result === undefined) throw new AppError('invalid_link');
  // Accepted: redirect to the page, so that a reload sends nothing.
  if (result.notice === null) return { to: pagePath(request) };
  return showNotice(context, request, result.notice, {
    name: form.do === 'accept' ? form.name : '',
    reason: form.do === 'decline' ? form.reason : '',
  });
}

/** The current document with the outcome of the answer. */
async function showNotice(
  context: Context,
  request: CodeRequest,
  notice: CustomerNotice,
  typed: { name: string; reason: string },
): Promise<Outcome> {
  const opened = await requireDocument(context, request);
  const { document } = opened;
  return { opened, status: 409, view: { step: 'document', document, notice, typed, errors: {} } };
}

const inputText = (body: unknown, field: string): string => {
  const value = isRecord(body) ? body[field] : '';
  return typeof value === 'string' ? value.slice(0, 255) : '';
};

/** The page again, with errors and all input. */
function showErrors(
  opened: LinkedDocument,
  { body }: CodeRequest,
  issues: readonly { path: readonly PropertyKey[] }[],
): Outcome {
  const hasError = (field: string): boolean => issues.some(({ path }) => path[0] === field);
  const errors = {
    ...(hasError('name') && {
      name: isVisible(inputText(body, 'name')) ? ('letters' as const) : ('required' as const),
    }),
    ...(hasError('agreed') && { agreed: 'required' as const }),
  };
  const typed = { name: inputText(body, 'name'), reason: inputText(body, 'reason') };
  const { document } = opened;
  return {
    opened,
    status: 422,
    view: { step: 'document', document, notice: null, typed, errors },
  };
}

/** Where the customer applies: the page, with a code that prefills the form if possible. */
async function toFinancing(
  context: Context,
  { key, customerId, document, page }: LinkedDocument,
  request: CodeRequest,
): Promise<string> {
  if (page === undefined) throw new AppError('invalid_link');
  await noteViewed(context, request.params.code);
  const { contractorId } = key;
  const amountCents = document.sums.total - document.paidCents;
  const code = await applyCode(context, { contractorId, customerId, amountCents });
  await insertEvent(context.db, key, {
    kind: 'financing-opened',
    at: context.clock.now(),
    actorId: null,
  });
  const place = `/p/${page.pageName}${invoiceSource}${code === null ? '' : `#link=${code}`}`;
  return withQuery(place, passedOn(request));
}

async function send(
  context: Context,
  request: CodeRequest,
  reply: FastifyReply,
  outcome: Outcome,
): Promise<FastifyReply> {
  void reply.headers(common);
  if ('to' in outcome) return reply.redirect(outcome.to, 303);
  const language = resolveLanguage(request);
  const { renderer } = context;
  const timeZone = outcome.opened?.timeZone ?? context.config.BUSINESS_TIME_ZONE;
  const drawing = { language, timeZone, view: outcome.view };
  const html = await drawDocumentPage(context, outcome.opened?.page, drawing);
  setContentLanguage(request, reply, language);
  return reply
    .status(outcome.status ?? 200)
    .headers({ 'content-security-policy': pagePolicy("'none'", [renderer.documentScript]) })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** A refusal as a page; other errors go to the server's error handler. */
function refusal(reply: FastifyReply, error: unknown): Exclude<Outcome, { to: string }> {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
  if (error.status === 404) return { status: 404, view: { step: 'invalid' } };
  return { status: error.status, view: { step: 'busy' } };
}
