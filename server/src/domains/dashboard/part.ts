import type { Edges, Part } from '../../platform/part.ts';
import { dashboardRoutes } from './routes.ts';

/** What waits for staff. */
export const part = ({ database, clock }: Pick<Edges, 'database' | 'clock'>): Part => ({
  routes: dashboardRoutes({ db: database.db, clock }),
});
