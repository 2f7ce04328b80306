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

/** A contractor's customer success manager. */
export const manager = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  additionalContacts: z.object({ phones: z.array(z.string()) }),
});

const page = z.object({ id: z.number(), pageName: z.string() });

/** The contractor whose account is being viewed. */
export const contractor = z.object({
  id: z.number(),
  companyName: z.string(),
  companyAddress: z.string(),
  websiteUrl: z.string(),
  /** The state or local trade license; empty without one. */
  licenseNumber: z.string(),
  /** The time zone the contractor chose; empty when its address decides. */
  timeZone: z.enum(timeZoneChoices),
  /** The effective zone: chosen, from the address, or the provider's. */
  effectiveTimeZone: z.string(),
  /** Ten digits, or empty. */
  phone: z.string(),
  date: instant(),
  /**
   * Most team users allowed: the contractor's own number overrides the tier's; null when neither is
   * set.
   */
  contractorMaxTeamUsers: z.number().nullable(),
  tierMaxTeamUsers: z.number().nullable(),
  plan: plan.nullable(),
  paymentStatus: z.enum(paymentStatuses),
  managerCSO: manager.nullable(),
  hasPage: z.boolean(),
  pages: z.array(page),
  /** The default page among several: the oldest; null without pages. */
  selectedPage: page.nullable(),
  /** Whether the contractor accepts credit cards, according to that page; empty without pages. */
  ccAccept: z.string(),
  /** The current tax form: its status and its names. */
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

/** The plan and its opportunities, for the co-branded page's form. */
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
