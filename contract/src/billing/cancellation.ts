import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, messages, outcome, text } from '../core/fields.ts';
import { anyContractor } from '../core/owner.ts';

const access = staffWith(['manage-contractors', 'access']);
const byContractor = z.object({ contractorId: id() });

/** How staff cancel a contractor with a subscription. */
export const cancellation = z.object({
  /** `term-end`: the plan stays active until the end of the agreed year. */
  when: z.enum(['now', 'term-end'], messages.required),
  /**
   * The refund that staff saw, in dollars: the unused part of the payments; 0 refunds nothing. A
   * different current amount is a conflict.
   */
  refund: z.number().min(0).max(1_000_000).multipleOf(0.01),
  /** Internal, for staff. */
  reason: text(500),
});
export type Cancellation = z.output<typeof cancellation>;

export const cancellationPreview = z.object({
  /** The contractor has a paid subscription, so staff must decide how it ends. */
  isPaying: z.boolean(),
  planName: z.string(),
  /** The end of the agreed year; null without a subscription. */
  termEnd: instant().nullable(),
  /** The subscription is already set to end with its year. */
  endsAtTermEnd: z.boolean(),
  /** The unused part of the payments, prorated by day, in dollars. */
  refundable: dollars(),
});
export type CancellationPreview = z.output<typeof cancellationPreview>;

export const readCancellation = endpoint({
  name: 'billing.cancellation',
  method: 'GET',
  path: '/subscription/{contractorId}/cancellation',
  summary: "What canceling a contractor's subscription would end and could refund now",
  access,
  owner: anyContractor,
  params: byContractor,
  response: cancellationPreview,
  errors: ['not_found'],
});

export const keepSubscription = endpoint({
  name: 'billing.keep-subscription',
  method: 'POST',
  path: '/subscription/{contractorId}/keep',
  summary: 'Undo a scheduled cancellation: the subscription renews after its year',
  access,
  owner: anyContractor,
  params: byContractor,
  body: z.object({}),
  response: outcome,
  errors: ['not_found', 'conflict'],
  idempotent: true,
  noStepUp: 'It moves no money now. The contractor gets an e-mail and can cancel again.',
});
