import { z } from 'zod';
import { accessTo } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { id, instant } from './core/fields.ts';
import { opportunities, paymentStatuses, tiers } from './billing.ts';

export const plan = z.object({
  id: z.number(),
  name: z.string(),
  tier: z.enum(tiers),
  opportunities: z.array(z.enum(opportunities)),
});

/** The customer success manager of a contractor. */
export const manager = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  additionalContacts: z.object({ phones: z.array(z.string()) }),
});

/** The contractor whose account is looked at. */
export const contractor = z.object({
  id: z.number(),
  companyName: z.string(),
  companyAddress: z.string(),
  websiteUrl: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  /** When the contractor was registered. */
  date: instant(),
  /** How many team users there may be: the own number overrides the tier's; null where none is set. */
  contractorMaxTeamUsers: z.number().nullable(),
  tierMaxTeamUsers: z.number().nullable(),
  plan: plan.nullable(),
  paymentStatus: z.enum(paymentStatuses),
  managerCSO: manager.nullable(),
  hasPage: z.boolean(),
  pages: z.array(z.object({ id: z.number(), pageName: z.string() })),
  needConfirmServiceAgreement: z.boolean(),
  needQuiz: z.boolean(),
});
export type Contractor = z.output<typeof contractor>;

/** The plan and its opportunities, asked for by the co-branded page's form. */
export const readContractorPlan = endpoint({
  name: 'contractors.plan',
  method: 'GET',
  path: '/contractor/{id}/plan',
  summary: 'The plan of a contractor and the opportunities it includes',
  access: accessTo('co-branded'),
  params: z.object({ id: id() }),
  response: z.object({ plan: plan.nullable() }),
  errors: ['not_found'],
});
