import type { Database } from '../../platform/db/connect.ts';
import type { JobHandler } from '../../platform/jobs/job.ts';
import type { Route } from '../../platform/http/route.ts';
import { flyerJobs } from './flyer/jobs.ts';
import { flyerRoutes } from './flyer/routes.ts';
import type { FlyerDeps } from './flyer/service.ts';
import { socialRoutes } from './social/routes.ts';
import { flyerTemplateRoutes } from './templates/flyer-template-routes.ts';
import { findTemplate } from './templates/repository.ts';
import { socialTemplateRoutes } from './templates/social-template-routes.ts';
import { Studio, type StudioDeps } from './templates/studio.ts';
import type { VersionDeps } from './templates/present.ts';

type MaterialDeps = StudioDeps & VersionDeps & Omit<FlyerDeps, 'studio'>;

/** Flyers, social media images and their templates. */
export function materials(deps: MaterialDeps): { routes: Route[]; jobs: JobHandler[] } {
  const whole = { ...deps, studio: new Studio(deps) };
  return {
    routes: [
      ...flyerRoutes(whole),
      ...socialRoutes(whole),
      ...flyerTemplateRoutes(whole),
      ...socialTemplateRoutes(whole),
    ],
    jobs: flyerJobs(whole),
  };
}

/** Whether there is such a flyer template. */
export const isFlyerTemplate = async (db: Database, id: number): Promise<boolean> =>
  (await findTemplate(db, 'flyer', id)) !== undefined;
