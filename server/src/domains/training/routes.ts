import type { Route } from '../../platform/http/route.ts';
import { categoryRoutes } from './category-routes.ts';
import type { TrainingDeps } from './deps.ts';
import { fileRoutes } from './file-routes.ts';
import { materialRoutes } from './material-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { watchingRoutes } from './watching-routes.ts';

/** Training and FAQs: what contractors see, and what staff make. */
export const trainingRoutes = (deps: TrainingDeps): Route[] => [
  ...watchingRoutes(deps),
  ...fileRoutes(deps),
  ...categoryRoutes(deps),
  ...materialRoutes(deps),
  ...reportRoutes(deps.db),
];
