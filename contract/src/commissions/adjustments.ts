import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, messages, optionalText, outcome, text } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { anyContractor, inBody, sharedAt } from '../core/owner.ts';
import { adjustmentTypes, commissionPageSizes } from './constants.ts';
import { commissionAccess } from './access.ts';

/**
 * An adjustment is `proposed` by one person and `approved` or `rejected` by another. The proposer
 * can cancel it (`canceled`) until then.
 */
export const adjustmentStates = ['proposed', 'approved', 'rejected', 'canceled'] as const;
export type AdjustmentState = (typeof adjustmentStates)[number];

const amountMessage = 'Please enter an amount such as 250 or -75.50, up to 100,000.00.';
/** In dollars. */
const amount = z
  .number(amountMessage)
  .multipleOf(0.01, amountMessage)
  .min(-100_000, amountMessage)
  .max(100_000, amountMessage)
  .refine((value) => value !== 0, amountMessage);

export const adjustmentForm = z
  .object({
    contractorId: id(),
    kind: z.enum(adjustmentTypes, messages.required),
    /** A negative adjustment reduces what the contractor is owed. */
    amount,
    /** The contractor sees it. */
    reason: text(500),
    /**
     * The day it counts for, today at the latest. A day in a month that is over at the approval
     * becomes the day of the approval.
     */
    effectiveOn: z.iso.date('Please enter a date as yyyy-mm-dd.'),
  })
  .refine(({ kind, amount: value }) => kind !== 'bonus' || value > 0, {
    path: ['amount'],
    message: 'A bonus is above zero. Choose “Adjustment” for a negative amount.',
  });
export type AdjustmentForm = z.output<typeof adjustmentForm>;

const adjustment = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  kind: z.enum(adjustmentTypes),
  amount: dollars(),
  reason: z.string(),
  effectiveOn: z.iso.date(),
  state: z.enum(adjustmentStates),
  proposedBy: z.string(),
  proposedAt: instant(),
  decidedBy: z.string(),
  decidedAt: instant().nullable(),
  /** Why it was rejected. */
  note: z.string(),
  /** The day of the commission; null unless it is approved. */
  bookedOn: z.iso.date().nullable(),
  /** The caller proposed it. */
  isOwn: z.boolean(),
});
export type Adjustment = z.output<typeof adjustment>;

export const listAdjustments = endpoint({
  name: 'commissions.adjustments',
  method: 'GET',
  path: '/manage/commission-adjustments',
  summary: 'Adjustments and bonuses of all contractors',
  access: commissionAccess.reading,
  query: z.object({
    page: page(),
    limit: limit(commissionPageSizes, 25),
    order: order(['proposedAt', 'amount'], '-proposedAt'),
    filters: filters({
      state: z.enum(['', ...adjustmentStates]).default(''),
      searchText: z.string().trim().max(250).default(''),
    }),
  }),
  response: listSchema(adjustment),
});

export const findContractors = endpoint({
  name: 'commissions.find-contractors',
  method: 'GET',
  path: '/manage/commission-contractors',
  summary: 'The first ten contractors whose company name contains a text, for a new adjustment',
  access: commissionAccess.changing,
  query: z.object({ search: z.string().trim().min(2).max(250) }),
  response: z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) }),
});

export const proposeAdjustment = endpoint({
  name: 'commissions.propose-adjustment',
  method: 'POST',
  path: '/manage/commission-adjustments',
  summary: 'Propose an adjustment or a bonus, for another person to approve',
  access: commissionAccess.changing,
  owner: sharedAt(inBody('contractorId'), 'Staff with this privilege work on every contractor.'),
  body: adjustmentForm,
  response: outcome.extend({ adjustment }),
  errors: ['not_found'],
  idempotent: true,
  stepUp: true,
});

const one = z.object({ id: id(), adjustmentId: id() });
const decision = {
  access: commissionAccess.changing,
  owner: anyContractor,
  params: one,
  response: outcome.extend({ adjustment }),
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
} as const;

export const approveAdjustment = endpoint({
  ...decision,
  name: 'commissions.approve-adjustment',
  method: 'POST',
  path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/approve',
  summary: 'Approve an adjustment that another person proposed, and book it',
});

export const rejectAdjustment = endpoint({
  ...decision,
  name: 'commissions.reject-adjustment',
  method: 'POST',
  path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/reject',
  summary: 'Reject an adjustment that another person proposed',
  body: z.object({ note: optionalText(500).default('') }),
});

export const cancelAdjustment = endpoint({
  ...decision,
  name: 'commissions.cancel-adjustment',
  method: 'POST',
  path: '/manage/contractor/{id}/commission-adjustment/{adjustmentId}/cancel',
  summary: 'Cancel an adjustment that the caller proposed',
});
