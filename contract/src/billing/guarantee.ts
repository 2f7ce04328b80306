import { z } from 'zod';
import { applicationFlags } from '../applications/flags.ts';
import { companyAccessTo, staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, optionalText, outcome } from '../core/fields.ts';
import { limit, listSchema, page } from '../core/list.ts';
import { anyContractor, contractorAt } from '../core/owner.ts';

const access = companyAccessTo('card-payments');
const byContractor = z.object({ id: id() });

export const claimStates = ['open', 'approved', 'declined'] as const;
export type ClaimState = (typeof claimStates)[number];
export const claimPageSizes = [10, 25, 50, 100] as const;

const day = z.string();

/** A contractor's progress toward the guarantee. */
export const guarantee = z.object({
  /**
   * Applications in a row without a loan option, and how many of them are waiting for lenders;
   * `needed` within `days` days.
   */
  count: z.number(),
  waiting: z.number(),
  needed: z.number(),
  days: z.number(),
  from: day.nullable(),
  to: day.nullable(),
  /** The day of the application with a loan option that restarted the count. */
  endedOn: day.nullable(),
  /** The last day to claim the refund; null when it can't be claimed. */
  claimUntil: day.nullable(),
  /** The amount of the refund. */
  refund: dollars(),
  /** The last claim. */
  claim: z
    .object({
      state: z.enum(claimStates),
      openedAt: instant(),
      decidedAt: instant().nullable(),
      note: z.string(),
    })
    .nullable(),
});
export type Guarantee = z.output<typeof guarantee>;

export const readGuarantee = endpoint({
  name: 'billing.guarantee',
  method: 'GET',
  path: '/contractor/{id}/guarantee',
  summary: "A contractor's progress toward the refund promised in the service agreement",
  access,
  owner: contractorAt('id'),
  params: byContractor,
  response: guarantee,
  errors: ['not_found'],
});

export const claimGuarantee = endpoint({
  name: 'billing.claim-guarantee',
  method: 'POST',
  path: '/contractor/{id}/guarantee',
  summary: 'Claim the refund: opens a case for staff',
  access,
  owner: contractorAt('id'),
  params: byContractor,
  response: outcome,
  errors: ['not_found', 'conflict'],
  idempotent: true,
  limit: { max: 20, seconds: 3600, by: 'account' },
  noStepUp: 'Staff decide the claim, after a step-up.',
});

export const claim = z.object({
  id: z.number(),
  contractorId: z.number(),
  companyName: z.string(),
  state: z.enum(claimStates),
  from: instant(),
  to: instant(),
  openedAt: instant(),
  decidedAt: instant().nullable(),
  note: z.string(),
  /** The amount refunded on approval. */
  refund: dollars(),
  applications: z.array(
    z.object({
      id: z.number(),
      applicantName: z.string(),
      applicantEmail: z.string(),
      completedAt: instant(),
      flags: z.array(z.enum(applicationFlags)),
    }),
  ),
});
export type Claim = z.output<typeof claim>;

export const listClaims = endpoint({
  name: 'billing.claims',
  method: 'GET',
  path: '/manage/guarantee-claims',
  summary: 'Guarantee claims, oldest open one first',
  access: staffWith(['manage-contractors', 'access']),
  query: z.object({
    state: z.enum(claimStates).optional(),
    page: page(),
    limit: limit(claimPageSizes, 25),
  }),
  response: listSchema(claim),
});

export const decideClaim = endpoint({
  name: 'billing.decide-claim',
  method: 'POST',
  path: '/manage/guarantee-claims/{id}',
  summary:
    "Approve a claim, which refunds the year's payments and ends the plan, or decline it with a reason",
  access: staffWithAll(['manage-contractors', 'access'], ['manage-contractors', 'plan_modify']),
  owner: anyContractor,
  params: byContractor,
  body: z
    .object({ decision: z.enum(['approve', 'decline']), note: optionalText(500).default('') })
    .refine(({ decision, note }) => decision === 'approve' || note !== '', {
      message: 'Please say why, so that the contractor understands it.',
      path: ['note'],
    }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  idempotent: true,
  stepUp: true,
});
