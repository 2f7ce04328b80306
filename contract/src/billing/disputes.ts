import { z } from 'zod';
import { disputeStates } from './constants.ts';
import { reconciliationPageSizes } from './reconcile-constants.ts';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, instant } from '../core/fields.ts';
import { filters, limit, listOf, page } from '../core/list.ts';

/** A payment that the cardholder disputes at the bank, for staff. */
export const dispute = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  paymentId: z.number(),
  /** The invoice number of the payment. */
  paymentNumber: z.string(),
  state: z.enum(disputeStates),
  /** The bank asks only; no money was withdrawn. */
  isInquiry: z.boolean(),
  /** In dollars, as all amounts here. */
  amount: dollars(),
  /** What the provider took back and hasn't returned. */
  withdrawn: dollars(),
  /** What the provider charged for it. */
  fee: dollars(),
  /** The bank's reason, in words. */
  reason: z.string(),
  openedAt: instant(),
  /** Until when evidence can be submitted; null when it can't. */
  respondBy: instant().nullable(),
  decidedAt: instant().nullable(),
  /** The dispute at the payment provider. */
  url: z.string(),
});
export type Dispute = z.output<typeof dispute>;

export const listDisputes = endpoint({
  name: 'billing.disputes',
  method: 'GET',
  path: '/dispute',
  summary: 'Disputed payments of all contractors, open ones first',
  access: staffWith(['manage-plans', 'access']),
  query: z.object({
    page: page(),
    limit: limit(reconciliationPageSizes, 10),
    filters: filters({ state: z.enum(['', ...disputeStates]).default('') }),
  }),
  response: listOf(dispute),
});
