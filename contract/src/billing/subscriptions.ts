import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, messages, outcome, text } from '../core/fields.ts';
import { hasMisplacedComma, readHundredths, readNumber } from '../core/numbers.ts';
import { anyContractor } from '../core/owner.ts';

const access = staffWithAll(
  ['manage-contractors', 'access'],
  ['manage-contractors', 'plan_modify'],
);
const byContractor = z.object({ contractorId: id() });

export const cancelSubscription = endpoint({
  name: 'billing.cancel-subscription',
  method: 'POST',
  path: '/subscription/{contractorId}/cancel',
  summary: "End a contractor's subscription now, or with its current year",
  access,
  owner: anyContractor,
  params: byContractor,
  encoding: 'form',
  body: z.object({
    /**
     * `1`: active until the end of the agreed year; `0`: ends now. Required, so leaving it out
     * can't end a subscription.
     */
    atTermEnd: z.enum(['0', '1'], messages.required),
  }),
  response: outcome,
  errors: ['not_found'],
  idempotent: true,
  noStepUp: 'The contractor can be reopened. A refund has an endpoint of its own, with a step-up.',
});

export const reopenSubscription = endpoint({
  name: 'billing.reopen-subscription',
  method: 'POST',
  path: '/subscription/{contractorId}/reopen',
  summary:
    "Reopen a canceled contractor's subscription: it continues within its paid period, and otherwise restarts and waits for its first payment",
  access,
  owner: anyContractor,
  params: byContractor,
  encoding: 'form',
  body: z.object({}),
  response: outcome,
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});

export const reopening = z.object({
  /** The end of the paid period; null when none is left. */
  paidUntil: instant().nullable(),
  /** The subscription continues where it ended; false when it restarts with a payment. */
  resumes: z.boolean(),
});
export type Reopening = z.output<typeof reopening>;

export const readReopening = endpoint({
  name: 'billing.reopening',
  method: 'GET',
  path: '/subscription/{contractorId}/reopening',
  summary: "How a canceled contractor's subscription would continue if it were reopened now",
  access: staffWith(['manage-contractors', 'access']),
  owner: anyContractor,
  params: byContractor,
  response: reopening,
  errors: ['not_found'],
});

/** Up to eight digits before the decimal point and two after it, without a minus sign. */
const isAmount = (typed: string): boolean => {
  const cents = readHundredths(typed);
  return cents !== null && cents >= 0 && cents < 10 ** 10;
};

/** Dollars above zero with at most two decimals, as a number or text. */
export const amount = () =>
  z
    .union([z.string(), z.number()], messages.required)
    .transform((value) => String(value).trim())
    .pipe(
      z
        .string()
        .min(1, { message: messages.required, abort: true })
        .refine((typed) => !hasMisplacedComma(typed), { message: messages.comma, abort: true })
        .refine(isAmount, { message: 'Please enter an amount such as 99 or 99.50.', abort: true })
        .transform(readNumber)
        .refine((value) => value > 0, 'Please enter an amount above zero.'),
    );

export const refundPayment = endpoint({
  name: 'billing.refund',
  method: 'POST',
  path: '/payment/{id}/refund',
  summary: 'Refund a payment or a part of it',
  access,
  owner: anyContractor,
  params: z.object({ id: id() }),
  encoding: 'form',
  body: z.object({
    amount: amount(),
    reason: text(250),
  }),
  response: outcome.extend({
    status: z.enum(['succeeded', 'pending', 'failed']),
    refundId: z.number(),
    /** Total refunded so far, in dollars. */
    refundedAmount: dollars(),
  }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});
