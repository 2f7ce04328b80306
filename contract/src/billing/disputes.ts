import { z } from 'zod';
import { disputeStates } from './constants.ts';
import { reconciliationPageSizes } from './reconcile-constants.ts';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, instant } from '../core/fields.ts';
import { filters, limit, listSchema, page } from '../core/list.ts';

/** A payment that the cardholder disputed with the bank, for staff. */
export const dispute = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  paymentId: z.number(),
  /** The invoice number of the payment. */
  paymentNumber: z.string(),
  state: z.enum(disputeStates),
  /** An inquiry by the bank, without a withdrawal. */
  isInquiry: z.boolean(),
  /** In dollars, as all amounts here. */
  amount: dollars(),
  /** What the provider withdrew and hasn't returned. */
  withdrawn: dollars(),
  /** The provider's fee for it. */
  fee: dollars(),
  /** The bank's reason, in plain words. */
  reason: z.string(),
  openedAt: instant(),
  /** Deadline for evidence; null when evidence can't be submitted. */
  respondBy: instant().nullable(),
  decidedAt: instant().nullable(),
  /** The dispute's page at the payment provider. */
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
  response: listSchema(dispute),
});
