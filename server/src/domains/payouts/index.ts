import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { payoutListeners } from './examine.ts';
import { payoutSchedules } from './jobs.ts';
import { getPaper } from './w9/paper/open-paper.ts';
import { payoutData } from './own-data.ts';
import { payoutRoutes } from './routes.ts';
import { w9Files } from './w9/repository.ts';

export { payoutListeners } from './examine.ts';
export { isToPrepare } from './payout-repository.ts';
export {
  selectYearTotals,
  sumYearTotals,
  type ContractorYear,
  type YearFilter,
} from './year-totals/index.ts';
export { countReleasable } from './reads.ts';
export { taxFormRetention } from './w9/retention.ts';
export { openPaper } from './w9/paper/open-paper.ts';

/** The routing number of the sandbox bank. */
const sandboxBank = '999999992';

/** Bank details, tax forms, and payouts. */
export function part(context: Context): Part {
  // An invalid form or map stops the start.
  getPaper(context);
  return {
    routes: payoutRoutes(context),
    setup: {
      bank: {
        state: async () => ({
          ...(await context.liveConfig.groupState('bank')),
          testMode:
            context.config.NACHA_DESTINATION === sandboxBank
              ? ['Payout files are made for a sandbox bank, and no bank accepts them.']
              : [],
        }),
      },
    },
    schedules: payoutSchedules(context),
    files: [w9Files],
    ownData: payoutData(context),
    listeners: payoutListeners(context),
  };
}
