import { testCards } from '@lintel/contract/billing/test-cards';
import type { Config } from '../../../platform/config.ts';
import type { Context } from '../../../platform/context.ts';
import { closedGateway } from './closed.ts';
import type { PaymentGateway } from './port.ts';
import { sandboxGateway } from './sandbox.ts';
import { sandboxSecret } from './sandbox-jobs.ts';

/** Stripe when its keys are set, else the sandbox. */
export async function openGateway(
  config: Config,
  { db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>,
): Promise<PaymentGateway> {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: apiUrl,
    publicUrl,
  } = config;
  if (config.RESTORE_REHEARSAL === '1')
    return closedGateway(secretKey === undefined ? 'sandbox' : 'stripe');
  if (secretKey === undefined || webhookSecret === undefined)
    return sandboxGateway({ db, clock, publicUrl, secret: sandboxSecret(keys) });
  // Loaded only when used.
  const { stripeGateway } = await import('./stripe.ts');
  return stripeGateway({ secretKey, webhookSecret, apiUrl, clock });
}

/** The public settings of the gateway, for browsers. */
export const shownGateway = ({ gateway, config }: Context) => ({
  gateway: gateway.name,
  publishableKey: gateway.name === 'stripe' ? (config.STRIPE_PUBLISHABLE_KEY ?? null) : null,
  testCards:
    gateway.name === 'sandbox'
      ? testCards.map(({ number, description }) => ({ number, description }))
      : [],
});
