import type { FastifyPluginAsync } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { outboxPages, type OutboxDeps } from './pages/outbox.ts';
import { unsubscribePage, type UnsubscribePageDeps } from './pages/unsubscribe.ts';

/** Pages outside the portal: the way to unsubscribe, and on a developer's machine the outbox. */
export const publicEmailRoutes =
  (deps: UnsubscribePageDeps & OutboxDeps & { config: Config }): FastifyPluginAsync =>
  async (app) => {
    unsubscribePage(app, deps);
    if (showsOutbox(deps.config)) outboxPages(app, deps);
  };

/** Whoever reads the outbox can reset any password, so it is there only where nobody else can reach it. */
export const showsOutbox = ({ NODE_ENV, SMTP_URL, publicUrl }: Config): boolean =>
  NODE_ENV !== 'production' &&
  SMTP_URL === undefined &&
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname);
