import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { frameRoutes, type FrameDeps } from './frame-routes.ts';
import { scriptRoutes } from './scripts.ts';
import { AppError } from '../../../platform/errors.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import { bannerPicture, findBanner, type BannerPicturesDeps } from '../banners/banner-html.ts';
import { sendContent } from './answers.ts';
import { visitOf, type EmbedRequest, type VisitDeps } from './visit.ts';

type EmbedDeps = FrameDeps & BannerDeps;

/**
 * Everything below `/embeds/`: what other people's websites load. No cookie is read, and any origin
 * may ask.
 */
export const embedRoutes =
  (deps: EmbedDeps): FastifyPluginAsync =>
  async (app) => {
    scriptRoutes(app, deps.embeds);
    frameRoutes(app, deps);
    seenRoute(app, deps);
    bannerRoute(app, deps);
  };

type BannerDeps = VisitDeps & BannerPicturesDeps;

/**
 * `/embeds/banner/{id}/{pageId}-{width}x{height}.png`. A picture cannot say where it stands; the
 * browser's Referer does. It leads to nothing that a site that is not listed could misuse, so it is
 * shown everywhere.
 */
function bannerRoute(app: FastifyInstance, deps: BannerDeps): void {
  app.get<{ Params: { id: string; pageId: string; size: string } }>(
    String.raw`/embeds/banner/:id/:pageId(^\d{1,9})-:size(^\d{2,4}x\d{2,4}).png`,
    { schema: { hide: true } },
    async (request, reply) => {
      const kind = findBanner(request.params.id, request.params.size);
      const visit =
        kind &&
        (await visitOf(deps, request as unknown as EmbedRequest, 'banner', refererOf(request)));
      if (!kind || !visit) throw new AppError('not_found');
      const body = await bannerPicture(deps, kind, visit.page).catch(asAnswer);
      return sendContent(request, reply, {
        type: 'image/png',
        body,
        cache: 'public, max-age=3600, stale-while-revalidate=86400',
      });
    },
  );
}

const refererOf = ({ headers: { referer } }: FastifyRequest): string | undefined =>
  referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;

function asAnswer(error: unknown): never {
  if (error instanceof RenderError)
    throw new AppError(isBusy(error) || error.code === 'timeout' ? 'busy' : 'unexpected');
  throw error;
}

/** A transparent picture of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * `/embeds/seen/{pageId}`: the button has no frame until it is clicked, so it says by a picture
 * where it stands.
 */
function seenRoute(app: FastifyInstance, deps: VisitDeps): void {
  app.get(
    '/embeds/seen/:pageId',
    { schema: { hide: true } },
    async (request: EmbedRequest, reply) => {
      await visitOf(deps, request, 'real-widget', request.query['site']);
      void reply.headers({
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=3600',
      });
      return reply.type('image/gif').send(pixel);
    },
  );
}
