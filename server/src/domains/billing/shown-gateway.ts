import { testCards } from '@lintel/contract/billing/test-cards';
import type { PaymentGateway } from './gateway/port.ts';

/** What a browser may know of the gateway that takes the cards. */
export const shownGateway = (gateway: PaymentGateway, publishableKey: string | undefined) => ({
  publishableKey: gateway.name === 'stripe' ? (publishableKey ?? null) : null,
  testCards:
    gateway.name === 'sandbox'
      ? testCards.map(({ number, description }) => ({ number, description }))
      : [],
});
