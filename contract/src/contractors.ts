import { z } from 'zod';
import { accessTo, staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { id, instant } from './core/fields.ts';
import { filters, limit, listOf, order, page } from './core/list.ts';
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

export const contractorPageSizes = [10, 25, 50, 100] as const;
export const contractorOrders = [
  'hasUser',
  'companyName',
  'email',
  'plan',
  'registrationDate',
  'paymentStatus',
  'contractorId',
] as const;

export const contractorRow = z.object({
  id: z.number(),
  hasUser: z.boolean(),
  /** The owner's user id: the account that staff switch into. */
  userId: z.number().nullable(),
  companyName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  plan: plan.pick({ id: true, name: true, tier: true }).nullable(),
  paymentStatus: z.enum(paymentStatuses),
  registrationDate: instant(),
});
export type ContractorRow = z.output<typeof contractorRow>;

export const listContractors = endpoint({
  name: 'contractors.list',
  method: 'GET',
  path: '/manage/contractors',
  summary: 'Contractors, for staff',
  access: staffWith(['manage-contractors', 'access']),
  query: z.object({
    page: page(),
    limit: limit(contractorPageSizes, 25),
    order: order(contractorOrders, '+hasUser'),
    filters: filters({ searchText: z.string().trim().max(250).default('') }),
  }),
  response: listOf(contractorRow),
});
