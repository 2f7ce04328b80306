import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { connectionRoutes } from './connections/routes.ts';
import { contractorRoutes } from './contractors.ts';
import { lenderRoutes } from './routes.ts';

/** The lenders that applications go to: their rules, connections, and how they are doing. */
export const part = (context: Context): Part => ({
  routes: [...lenderRoutes(context), ...connectionRoutes(context), ...contractorRoutes(context)],
});
