import * as contract from '@lintel/contract/billing/events';
import { AppError } from '../../../platform/errors.ts';
import { handle, type Route } from '../../../platform/http/route.ts';
import type { GatewayEvent, PaymentGateway } from './port.ts';

export interface WebhookDeps {
  gateway: PaymentGateway;
  /** Books an event; the same one again is a duplicate. */
  receive(event: GatewayEvent): Promise<{ duplicate: boolean }>;
}

/**
 * Takes an event in a signed body, from wherever it comes. Throws `unauthorized` when the signature
 * is wrong or too old.
 */
export async function receiveSigned(
  { gateway, receive }: WebhookDeps,
  body: string,
  signature: string | undefined,
): Promise<{ duplicate: boolean }> {
  const event = gateway.readEvent(body, signature);
  if (event === null) throw new AppError('unauthorized');
  return receive(event);
}

export const webhookRoutes = (deps: WebhookDeps): Route[] => [
  handle(contract.receivePaymentEvent, async ({ request: { rawBody, headers } }) => {
    const signature = headers['stripe-signature'];
    const { duplicate } = await receiveSigned(
      deps,
      rawBody,
      typeof signature === 'string' ? signature : undefined,
    );
    return { received: true as const, duplicate };
  }),
];
