import { createHash } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sources } from '@lintel/contract/applications/constants';
import { pageName } from '@lintel/contract/pages/page';
import { isLanguage, languageParameter, type Language } from '@lintel/contract/core/language';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import { computeEtag, holdsTag } from '../../platform/http/etag.ts';
import { resolveLanguage, setContentLanguage } from '../../platform/http/language.ts';
import type { Objective } from '../../platform/http/objectives.ts';
import { readLegalView, versionIn } from './legal-view.ts';
import { drawLegalPage, drawPage } from './present.ts';
import { findClosedPage, findPublicPage, type PageRow } from './repository.ts';

const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The `frame-ancestors` directive for these sources; empty when any document may frame a page. */
export const ancestorsDirective = (ancestors: string | null): string[] =>
  ancestors === null ? [] : [`frame-ancestors ${ancestors}`];

/**
 * Content Security Policy of a public page: it loads only its own resources. `ancestors` are the
 * sources of `frame-ancestors`, null when any document may frame it; `inline` are the inline
 * scripts.
 */
export const pagePolicy = (ancestors: string | null, inline: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inline.map(hashSource)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    ...ancestorsDirective(ancestors),
  ].join('; ');

/** `GET /p/{pageName}` and its scripts. Public and without personal data, so a CDN may cache it. */
export const publicPageRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    await app.register(fastifyStatic, {
      root: join(context.appFolder, 'homeowner/dist/client'),
      prefix: '/homeowner/',
      decorateReply: false,
      index: false,
      schemaHide: true,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    app.get<{ Params: { pageName: string }; Querystring: Record<string, unknown> }>(
      '/p/:pageName',
      { schema: { hide: true }, config: { objective: 'reads' satisfies Objective } },
      async (request, reply) => {
        const { data: tidy } = pageName.safeParse(request.params.pageName);
        const page = tidy === undefined ? undefined : await findPublicPage(context.db, tidy);
        const language = resolveLanguage(request);
        if (page === undefined) return sendMissing(context, request, reply, tidy);
        if (page.pageName === request.params.pageName) {
          const html = await draw(context, page, language, request.query);
          return sendDocument(context, { request, reply, language, html });
        }
        return leadTo(page, reply, {
          isTidied: page.pageName === tidy,
          search: new URL(request.url, context.config.publicUrl).search,
        });
      },
    );
    app.get<{
      Params: { pageName: string; kind: string };
      Querystring: Record<string, unknown>;
    }>('/p/:pageName/legal/:kind', { schema: { hide: true } }, async (request, reply) => {
      const { data: tidy } = pageName.safeParse(request.params.pageName);
      const page = tidy === undefined ? undefined : await findPublicPage(context.db, tidy);
      const language = resolveLanguage(request);
      if (page === undefined) return sendMissing(context, request, reply, tidy);
      const { kind } = request.params;
      if (page.pageName !== request.params.pageName)
        return leadTo(page, reply, {
          isTidied: page.pageName === tidy,
          search: `/legal/${encodeURIComponent(kind)}${new URL(request.url, context.config.publicUrl).search}`,
        });
      const version = versionIn(request.query['version']);
      const view = await readLegalView(context, page, { kind, version, language });
      const query = version === undefined ? {} : { version: String(version) };
      const html = await drawLegalPage(context, page, { language, view, query });
      void reply.status(view.step === 'missing' ? 404 : 200);
      return sendDocument(context, { request, reply, language, html });
    });
  };

/** A closed page shows who to call; an unknown name is not found. */
async function sendMissing(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string | undefined,
): Promise<FastifyReply> {
  const { db, config, renderer } = context;
  const brand = brandFromConfig(config);
  const language = resolveLanguage(request);
  const closed = name === undefined ? undefined : await findClosedPage(db, name);
  const html =
    closed === undefined
      ? renderer.renderNotFound({ brand, language })
      : renderer.renderClosed({ ...closed, brand, language });
  void reply.status(closed === undefined ? 404 : 410);
  return sendDocument(context, { request, reply, language, html });
}

/** Redirects to the canonical URL. Not cacheable, because a former name may be used again. */
function leadTo(
  { pageName: current }: PageRow,
  reply: FastifyReply,
  { isTidied, search }: { isTidied: boolean; search: string },
): FastifyReply {
  if (!isTidied) void reply.header('cache-control', 'no-store');
  return reply.redirect(`/p/${current}${search}`, isTidied ? 301 : 308);
}

function draw(
  context: Context,
  row: PageRow,
  language: Language,
  query: Record<string, unknown>,
): Promise<string> {
  const source = sources.find((one) => one === query['source']) ?? 'page';
  const sourceQuery = source === 'page' ? {} : { source };
  return drawPage(context, row, {
    language,
    query: sourceQuery,
    source,
    isNamed: isLanguage(query[languageParameter]),
    alive: query['preview'] !== '1',
  });
}

interface Sending {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  html: string;
}

function sendDocument(
  { renderer }: Context,
  { request, reply, language, html }: Sending,
): FastifyReply {
  const isOwn = setContentLanguage(request, reply, language);
  const etag = computeEtag(html);
  const found = reply.statusCode === 200;
  void reply.headers({
    'content-security-policy': pagePolicy("'self'", renderer.inlineScripts),
    'cache-control': !found
      ? 'no-store'
      : isOwn
        ? 'private, no-cache'
        : 'public, max-age=60, stale-while-revalidate=300',
    ...(found && { etag }),
  });
  if (found && holdsTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}
