import { createHash } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sources, type Source } from '@lintel/contract/applications-constants';
import type { Brand } from '@lintel/contract/brand';
import { pageName, type PublicPage } from '@lintel/contract/pages';
import type { Database } from '../../platform/db/connect.ts';
import { contractorPlan } from '../contractors/index.ts';
import { logoUrlOf } from './present.ts';
import { findPublicPage, type PageRow } from './repository.ts';

/** Draws the public pages as whole HTML documents. */
export interface PageRenderer {
  /** `alive` is false for a picture of the page: it gets no scripts. */
  renderPage(input: { page: PublicPage; brand: Brand; source: Source; pageUrl: string; alive: boolean }): string;
  renderNotFound(brand: Brand): string;
}

export interface PublicPageDeps {
  db: Database;
  publicUrl: string;
  brand: Brand;
  renderer: PageRenderer;
  /** The built scripts of the public page. */
  clientFolder: string;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** `GET /p/{pageName}`, for anybody: it holds nothing personal, so a CDN may keep it. And the scripts it needs. */
export const publicPageRoutes =
  (deps: PublicPageDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(fastifyStatic, {
      root: deps.clientFolder,
      prefix: '/homeowner/',
      decorateReply: false,
      index: false,
      schemaHide: true,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    app.get<{ Params: { pageName: string } }>('/p/:pageName', { schema: { hide: true } }, async (request, reply) => {
      const { data: tidy } = pageName.safeParse(request.params.pageName);
      const page = tidy === undefined ? undefined : await findPublicPage(deps.db, tidy);
      if (page !== undefined && tidy === request.params.pageName)
        return sendDocument(request, reply, await draw(deps, page, request.query as Record<string, unknown>));
      if (page !== undefined) return reply.redirect(`/p/${tidy}${new URL(request.url, deps.publicUrl).search}`, 301);
      return sendDocument(request, reply.status(404), deps.renderer.renderNotFound(deps.brand));
    });
  };

async function draw(deps: PublicPageDeps, row: PageRow, query: Record<string, unknown>): Promise<string> {
  const { contractor } = await contractorPlan(deps.db, row.contractorId);
  const source = sources.find((one) => one === query['source']) ?? 'page';
  return deps.renderer.renderPage({
    page: presentPublicPage(row, contractor.phone),
    brand: deps.brand,
    source,
    pageUrl: `${deps.publicUrl}/p/${row.pageName}`,
    alive: query['preview'] !== '1',
  });
}

const presentPublicPage = (row: PageRow, phone: string): PublicPage => ({
  pageName: row.pageName,
  companyName: row.companyName,
  title: row.title,
  logoUrl: logoUrlOf(row.logoKey),
  logoLinkUrl: row.logoLinkUrl,
  phone,
  helocOffer: row.helocOffer,
  fdAgreement: row.fdAgreement,
  creditCards: row.ccAcceptance === 'Yes',
  concierge: row.concierge,
});

function sendDocument(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  const found = reply.statusCode === 200;
  void reply.headers({
    'content-security-policy': policy,
    'cache-control': found ? 'public, max-age=60, stale-while-revalidate=300' : 'no-store',
    ...(found && { etag }),
  });
  if (found && holdsTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}

/** Whether a list of entity tags names this one; a cache on the way may have made it weak. */
const holdsTag = (list: string | undefined, etag: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
