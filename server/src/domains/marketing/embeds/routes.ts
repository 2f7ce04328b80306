import type { FastifyPluginAsync } from 'fastify';
import { bannerRoute, type BannerDeps } from './banner-route.ts';
import { frameRoutes, type FrameDeps } from './frame-routes.ts';
import { scriptRoutes } from './script-routes.ts';
import { seenRoute } from './seen-route.ts';

export type EmbedDeps = FrameDeps & BannerDeps;

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
