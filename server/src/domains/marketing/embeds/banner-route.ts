import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';
import { findBanner, bannerPicture, type BannerPicturesDeps } from '../banners/banner-html.ts';
import { sendContent } from './answers.ts';
import { visitOf, type EmbedRequest, type VisitDeps } from './visit.ts';

export type BannerDeps = VisitDeps & BannerPicturesDeps;

/**
 * `/embeds/banner/{id}/{pageId}-{width}x{height}.png`. A picture cannot say where it stands; the
 * browser's Referer does. It leads to nothing that a site that is not listed could misuse, so it is
 * shown everywhere.
 */
export function bannerRoute(app: FastifyInstance, deps: BannerDeps): void {
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
