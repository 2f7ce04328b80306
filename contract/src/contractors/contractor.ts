import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, instant } from '../core/fields.ts';
import { contractorAt } from '../core/owner.ts';
import { timeZoneChoices } from '../core/time-zones.ts';
import { opportunities, paymentStatuses, tiers } from '../billing/tiers.ts';
import { w9Statuses } from '../payouts/constants.ts';

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

const page = z.object({ id: z.number(), pageName: z.string() });

/** The contractor whose account is looked at. */
export const contractor = z.object({
  id: z.number(),
  companyName: z.string(),
  companyAddress: z.string(),
  websiteUrl: z.string(),
  /** Of the state or town that licenses the trade; empty where there is none. */
  licenseNumber: z.string(),
  /** The time zone the contractor chose; empty where its address decides. */
  timeZone: z.enum(timeZoneChoices),
  /** The zone in force: chosen, of the address, or the provider's. */
  effectiveTimeZone: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  /** When the contractor was registered. */
  date: instant(),
  /**
   * How many team users there may be: the own number overrides the tier's; null where none is set.
   */
  contractorMaxTeamUsers: z.number().nullable(),
  tierMaxTeamUsers: z.number().nullable(),
  plan: plan.nullable(),
  paymentStatus: z.enum(paymentStatuses),
  managerCSO: manager.nullable(),
  hasPage: z.boolean(),
  pages: z.array(page),
  /**
   * The page that is shown first where one of several is chosen: the oldest; null without pages.
   */
  selectedPage: page.nullable(),
  /** Whether the contractor takes credit cards, as that page says; empty without pages. */
  ccAccept: z.string(),
  /** The current tax form: how it stands and whose names are on it. */
  w9: z.object({
    status: z.enum(w9Statuses),
    skipDifferences: z.boolean(),
    fullName: z.string(),
    companyName: z.string(),
    isEIN: z.boolean(),
    isSSN: z.boolean(),
  }),
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
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  response: z.object({ plan: plan.nullable() }),
  errors: ['not_found'],
});
