import { z } from 'zod';
import { job, onJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { PaymentGateway } from '../gateway/index.ts';

/**
 * Detaches a replaced card from its customer at the gateway, so that nothing can charge it any
 * more.
 */
export const detachCard = job({
  id: 'billing.detach-card',
  payload: z.object({ gateway: z.string(), paymentMethodId: z.string() }),
  maxAttempts: 12,
  calls: 'payments',
});

export const cardJobs = ({ gateway }: { gateway: PaymentGateway }): JobHandler[] => [
  // A card of another gateway, used before, cannot be detached by this one.
  onJob(detachCard, async (card) => {
    if (card.gateway === gateway.name) await gateway.detachCard(card.paymentMethodId);
  }),
];
