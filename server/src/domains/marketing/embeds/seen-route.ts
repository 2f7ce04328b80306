import type { FastifyInstance } from 'fastify';
import { visitOf, type EmbedRequest, type VisitDeps } from './visit.ts';

/** A transparent picture of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * `/embeds/seen/{pageId}`: the button has no frame until it is clicked, so it says by a picture
 * where it stands.
 */
export function seenRoute(app: FastifyInstance, deps: VisitDeps): void {
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
