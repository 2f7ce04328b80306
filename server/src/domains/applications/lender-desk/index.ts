import type { Context } from '../../../platform/context.ts';
import type { PartWithRows } from '../../../platform/part.ts';
import { findDeskRow } from './repository.ts';
import { lenderDeskRoutes } from './routes.ts';

/** The desk where a lender's people answer applications. */
export const lenderDesk = (context: Context): PartWithRows<'lenderApplication'> => ({
  routes: lenderDeskRoutes(context),
  finders: {
    lenderApplication: async ({ user: { lender } }, reference) =>
      lender !== null &&
      (await findDeskRow(context.db, lender.id, reference, context.clock.now())) !== undefined,
  },
});
