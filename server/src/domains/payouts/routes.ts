import type { Route } from '../../platform/http/route.ts';
import { methodRoutes } from './method-routes.ts';
import { payoutListRoutes } from './payout-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import type { RunDeps } from './run-file.ts';
import { runRoutes } from './run-routes.ts';
import { w9ReviewRoutes, w9Routes, type W9RouteDeps } from './w9-routes.ts';

export const payoutRoutes = (deps: RunDeps & W9RouteDeps): Route[] => [
  ...methodRoutes(deps),
  ...w9Routes(deps),
  ...w9ReviewRoutes(deps),
  ...payoutListRoutes(deps),
  ...preferenceRoutes(deps),
  ...runRoutes(deps),
];
