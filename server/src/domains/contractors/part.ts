import type { Edges, PartWithRows } from '../../platform/part.ts';
import type { ManageDeps } from './manage-deps.ts';
import { manageRoutes } from './manage-routes.ts';
import { contractorRoutes } from './routes.ts';
import { isViewOf } from './views.ts';

type Deps = Pick<Edges, 'config' | 'database' | 'clock'> &
  Pick<ManageDeps, 'createOwner' | 'namesOf' | 'team' | 'subscription'>;

/** Contractors, for themselves and for staff. */
export function part({ config, database, clock, ...others }: Deps): PartWithRows<'contractorView'> {
  const { db } = database;
  return {
    routes: [
      ...contractorRoutes({ db, clock }),
      ...manageRoutes({ db, clock, leadTemplate: config.crmLeadUrl, ...others }),
    ],
    finders: { contractorView: ({ authenticated }, id) => isViewOf(db, authenticated.id, id) },
  };
}
