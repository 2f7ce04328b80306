import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { unowned } from '../core/owner.ts';

export const receivePaymentEvent = endpoint({
  name: 'billing.payment-event',
  method: 'POST',
  path: '/integrations/payments/events',
  summary:
    'Events of the payment gateway, in its own form. Header `Stripe-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`',
  access: { kind: 'signature', by: 'payments' },
  owner: unowned('The signature of the payment provider decides.'),
  // The gateway adapter reads the rest from the signed text.
  body: z.looseObject({ id: z.string().min(1).max(255), type: z.string().min(1).max(255) }),
  response: z.object({ received: z.literal(true), duplicate: z.boolean() }),
  errors: ['unauthorized'],
});
