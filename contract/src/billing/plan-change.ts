import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, instant, outcome, wholeNumber } from '../core/fields.ts';
import { contractorAt } from '../core/owner.ts';
import { teamSections } from '../identity/team.ts';
import { firstYear } from './sign-up.ts';
import { tiers } from './tiers.ts';

const access = companyAccessTo('card-payments');
const byId = z.object({ id: id() });

/**
 * How a contractor gets a plan. `current`: already has it. `now`: it starts with a payment today.
 * `next-year`: it starts when the current year ends. `resume`: the canceled subscription continues
 * because its time is paid for.
 */
export const choiceKinds = ['current', 'now', 'next-year', 'resume'] as const;

/** What a plan can open: the menu's sections, and the widget included in every tier except Free. */
export const planPlaces = [...teamSections, 'full-page-widget'] as const;
export type PlanPlace = (typeof planPlaces)[number];

export const planChoice = z.object({
  id: z.number(),
  name: z.string(),
  tier: z.enum(tiers),
  /** Per year, in dollars. */
  price: dollars(),
  /** Bullet lines. */
  description: z.array(z.string()),
  kind: z.enum(choiceKinds),
  /** Charged to the card today, in dollars. */
  today: dollars(),
  /**
   * Refunded today: the unused part of what was paid for the current plan, prorated by day, in
   * dollars.
   */
  refund: dollars(),
  /** The installments after today's; null when there are none, or when the plan begins later. */
  later: firstYear.shape.later,
  from: instant(),
  /** Already chosen for the next year. */
  isNext: z.boolean(),
  /** What the plan opens in full. */
  opens: z.array(z.enum(planPlaces)),
  team: z.object({
    /** How many active team users the plan allows. */
    limit: z.number(),
    /**
     * How many current team users exceed the limit: the newest are deactivated when the plan
     * begins.
     */
    beyond: z.number(),
  }),
});
export type PlanChoice = z.output<typeof planChoice>;

export const readPlanChoices = endpoint({
  name: 'billing.plan-choices',
  method: 'GET',
  path: '/contractor/{id}/plan-choices',
  summary: 'The plans that a contractor can change to, each with its price and start date',
  access,
  owner: contractorAt('id'),
  params: byId,
  response: z.object({
    plans: z.array(planChoice),
    /** Why no plan can be chosen: a payment is owed, or a first payment is in progress. */
    blocked: z.enum(['owed', 'pending']).nullable(),
  }),
  errors: ['not_found'],
});

export const choosePlan = endpoint({
  name: 'billing.choose-plan',
  method: 'POST',
  path: '/contractor/{id}/plan-choices',
  summary:
    'Change to another plan, or reopen a canceled subscription. With `redirectUrl`, the cardholder must confirm at the bank first.',
  access,
  owner: contractorAt('id'),
  params: byId,
  body: z.object({
    plan: id(),
    /** The amounts shown to the person; different amounts are a conflict. */
    today: dollars(),
    refund: dollars(),
    /**
     * How many team users lose access, as shown to the person; a different number is a conflict.
     */
    teamBeyond: wholeNumber(z.number().int().min(0)).default(0),
  }),
  response: outcome.extend({ redirectUrl: z.string().optional() }),
  errors: ['not_found', 'payment_failed', 'no_card', 'conflict', 'gateway_unavailable'],
  idempotent: true,
  limit: { max: 20, seconds: 3600, by: 'account' },
  stepUp: true,
});
