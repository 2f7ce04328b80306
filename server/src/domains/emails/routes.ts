import type { Route } from '../../platform/http/route.ts';
import { draftRoutes } from './draft-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { failedRoutes } from './failed-routes.ts';
import type { NamesOf } from './present.ts';
import { notificationRoutes } from './notification-routes.ts';
import type { EmailDeps } from './queue.ts';
import { templateRoutes } from './template-routes.ts';
import type { TemplateDeps } from './templates.ts';
import { unsubscriberRoutes } from './unsubscriber-routes.ts';
import { versionRoutes } from './version-routes.ts';

export const emailRoutes = (deps: TemplateDeps & EmailDeps & { namesOf: NamesOf }): Route[] =>
  [
    templateRoutes,
    versionRoutes,
    draftRoutes,
    eventRoutes,
    unsubscriberRoutes,
    failedRoutes,
    notificationRoutes,
  ].flatMap((routes) => routes(deps));
