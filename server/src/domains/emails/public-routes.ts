import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { isFromThisMachine, isLoopbackName } from '../../platform/http/caller-address.ts';
import { outboxPages, type OutboxDeps } from './pages/outbox.ts';
import { unsubscribePage, type UnsubscribePageDeps } from './pages/unsubscribe.ts';

/** Pages outside the portal: the way to unsubscribe, and on a developer's machine the outbox. */
export const publicEmailRoutes =
  (deps: UnsubscribePageDeps & OutboxDeps & { config: Config }): FastifyPluginAsync =>
  async (app) => {
    unsubscribePage(app, deps);
    if (showsOutbox(deps.config)) await app.register(outbox(deps));
  };

const outbox =
  (deps: OutboxDeps): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async ({ raw }, reply) =>
      isFromThisMachine(raw) ? undefined : reply.callNotFound(),
    );
    outboxPages(app, deps);
  };

/**
 * Whoever reads the outbox can reset any password, so it is there only where nobody else should
 * come, and answers only requests that come from this machine: a proxy on it may bring in others.
 */
export const showsOutbox = ({ NODE_ENV, SMTP_URL, publicUrl }: Config): boolean =>
  NODE_ENV !== 'production' &&
  SMTP_URL === undefined &&
  isLoopbackName(new URL(publicUrl).hostname);
