import type { PlanChoice } from '@lintel/contract/billing/plan-change';
import type { TeamSection } from '@lintel/contract/identity/team';
import type { Database } from '../../../platform/db/connect.ts';
import { toDollars } from '../../../platform/money.ts';
import type { Context } from '../../../platform/context.ts';
import { planEffects } from '../../identity/index.ts';
import type { Payer } from '../payer-repository.ts';
import { findPlan, firstYearPrice, selectPublicPlans, type PlanRow } from '../plans/index.ts';
import {
  findSubscription,
  readReopening,
  unusedSum,
  type SubscriptionRow,
} from '../subscriptions/index.ts';

/** The facts that decide how a contractor can get a plan. */
interface ChoiceFacts {
  payer: Payer;
  /** The subscription that hasn't ended. */
  subscription: SubscriptionRow | undefined;
  /** A canceled subscription continues on its plan without a payment. */
  resumes: boolean;
  /** The unused part of what was paid for the current subscription, in cents. */
  unusedCents: number;
  team: Awaited<ReturnType<ReturnType<typeof planEffects>['team']>>;
  now: Date;
}

interface Choices {
  plans: PlanChoice[];
  blocked: 'owed' | 'pending' | null;
}

/** The public plans and the contractor's own, each with its price and date if chosen now. */
export async function readChoices(db: Database, context: Context, payer: Payer): Promise<Choices> {
  const subscription = await findSubscription(db, payer.id);
  const offered = await selectPublicPlans(db);
  const isOffered = offered.some(({ id }) => id === payer.planId);
  const own = isOffered || payer.planId === null ? undefined : await findPlan(db, payer.planId);
  const all = own === undefined ? offered : [own, ...offered];
  const effects = planEffects(context.clock);
  const sections = await effects.sections(db, all);
  const facts = {
    payer,
    subscription,
    resumes: (await readReopening(db, context, payer)).resumes !== null,
    unusedCents: subscription === undefined ? 0 : await unusedSum(db, context, subscription),
    team: await effects.team(db, payer.id),
    now: context.clock.now(),
  };
  const choices = all
    .map((plan) => toPlanChoice(facts, plan, sections.get(plan.id) ?? []))
    // A plan that isn't offered any more can be kept but not bought.
    .filter(({ id, kind }) => id !== own?.id || kind !== 'now');
  return { plans: choices, blocked: blockedBy(subscription) };
}

function blockedBy(subscription: SubscriptionRow | undefined): Choices['blocked'] {
  if (subscription === undefined || subscription.state === 'active') return null;
  return subscription.state === 'pending' && subscription.replaces !== null ? 'pending' : 'owed';
}

function choiceKind(
  { payer, subscription, resumes }: ChoiceFacts,
  plan: PlanRow,
): PlanChoice['kind'] {
  const isOwn = plan.id === payer.planId;
  if (subscription === undefined) {
    if (resumes && isOwn) return 'resume';
    return isOwn && plan.priceCents === 0 && payer.paymentStatus !== 'Canceled' ? 'current' : 'now';
  }
  if (isOwn) return 'current';
  return plan.priceCents > subscription.priceCents ? 'now' : 'next-year';
}

function toPlanChoice(
  facts: ChoiceFacts,
  plan: PlanRow,
  sections: readonly TeamSection[],
): PlanChoice {
  const { payer, subscription, unusedCents, team, now } = facts;
  const kind = choiceKind(facts, plan);
  const year = firstYearPrice(plan, 0, now);
  const isNow = kind === 'now';
  const limit = team.limits[plan.tier];
  const beyond = plan.id === payer.planId ? 0 : Math.max(0, team.active - limit);
  const from = kind === 'next-year' && subscription !== undefined ? subscription.termEnd : now;
  return {
    id: plan.id,
    name: plan.name,
    tier: plan.tier,
    price: toDollars(plan.priceCents),
    description: plan.description,
    kind,
    today: isNow ? year.today : 0,
    refund: isNow ? toDollars(unusedCents) : 0,
    later: isNow ? year.later : null,
    from: from.toISOString(),
    isNext: subscription?.nextPlanId === plan.id,
    opens: plan.tier === 'Free' ? [...sections] : [...sections, 'full-page-widget'],
    team: { limit, beyond },
  };
}
