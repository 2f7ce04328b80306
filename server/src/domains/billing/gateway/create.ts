import { testCards } from '@lintel/contract/billing/test-cards';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { closedGateway } from './closed.ts';
import type { PaymentGateway } from './port.ts';
import { sandboxGateway } from './sandbox.ts';

/** The secret shared by the sandbox and our webhook. */
export const sandboxSecret = (keys: Keys): string =>
  Buffer.from(keys.derive('sandbox payments')).toString('hex');

/** Stripe when its keys are set, else the sandbox. */
export async function openGateway(
  config: Config,
  { db, clock, keys }: { db: Database; clock: Clock; keys: Keys },
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
export const shownGateway = (gateway: PaymentGateway, publishableKey: string | undefined) => ({
  publishableKey: gateway.name === 'stripe' ? (publishableKey ?? null) : null,
  testCards:
    gateway.name === 'sandbox'
      ? testCards.map(({ number, description }) => ({ number, description }))
      : [],
});
export type ShownGateway = ReturnType<typeof shownGateway>;
