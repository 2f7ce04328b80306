import { dayMs } from '@lintel/contract/core/durations';
import type { Context } from '../../platform/context.ts';
import type { SetupSources } from '../../platform/setup.ts';
import { selectPublicPlans } from './plans/index.ts';

/** The steps Payments and Plans. */
export const billingSteps = (context: Context): SetupSources => ({
  payments: {
    state: async () => ({
      ...(await context.liveConfig.groupState('payments')),
      testMode: isTest(context)
        ? ['Payments are simulated: test cards work, and no money moves.']
        : [],
    }),
    check: () => checkPayments(context),
  },
  plans: {
    state: async () => {
      const plans = await selectPublicPlans(context.db);
      return {
        isStarted: plans.length > 0,
        problems: plans.length > 0 ? [] : ['Add at least one plan that contractors can choose.'],
      };
    },
  },
});

const isTest = ({ gateway, config }: Context): boolean =>
  gateway.name === 'sandbox' || config.STRIPE_SECRET_KEY?.includes('_test_') === true;

async function checkPayments({ gateway, clock }: Context): Promise<string> {
  if (gateway.name === 'sandbox') return 'The built-in test gateway works.';
  const to = clock.now();
  // The first charge, if there is one, proves that the key may read.
  for await (const _charge of gateway.listCharges({ from: new Date(Number(to) - dayMs), to }))
    break;
  return 'Stripe accepted the secret key.';
}
