import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { dayText } from '../../../platform/days.ts';
import { lockContractor } from '../../contractors/index.ts';
import { payFirst } from '../charging/index.ts';
import type { Context } from '../../../platform/context.ts';
import { billingLink } from '../mails.ts';
import {
  chooseNextYearPlan,
  reopenSubscription,
  replaceSubscription,
} from '../subscriptions/index.ts';
import { readChoices } from './choices.ts';

interface PlanOrder {
  contractorId: number;
  planId: number;
  /** In dollars, as the person saw them. */
  today: number;
  refund: number;
  /** How many team users lose their access, as the person saw it. */
  teamBeyond: number;
}

interface Answer {
  message: string;
  redirectUrl?: string;
}

/**
 * Changes a contractor's plan, or reopens the canceled subscription. A plan that costs something
 * today is charged to the card on file: the old plan stays until the payment succeeds, and is
 * restored when it fails. Throws `not_found` for a plan that isn't offered, `conflict` when another
 * change or payment was first or the amounts or the team differ from what the person saw,
 * `no_card`, `payment_failed`, `in_progress`, `gateway_unavailable`.
 */
export async function choosePlan(context: Context, chosen: PlanOrder, by: Caller): Promise<Answer> {
  const { contractorId } = chosen;
  const settled = await context.db.transaction((tx) => settleUnpaid(tx, context, chosen, by));
  if (settled !== null) return settled;
  const { status, message, redirectUrl } = await payFirst(context, {
    contractorId,
    returnUrl: billingLink(context),
    write: (tx) => beginPaid(tx, context, chosen, by),
  });
  if (status === 'failed')
    throw new AppError('payment_failed', {
      message: `${message.replace(/\.$/, '')}. Your plan is unchanged.`,
    });
  return { message, ...(redirectUrl !== undefined && { redirectUrl }) };
}

/** The current choice, under the contractor's lock. */
async function requireChoice(
  tx: Database,
  context: Context,
  { contractorId, planId, today, refund, teamBeyond }: PlanOrder,
) {
  const payer = await lockContractor(tx, contractorId);
  const { plans, blocked } = await readChoices(tx, context, payer);
  const choice = plans.find(({ id }) => id === planId);
  if (choice === undefined) throw new AppError('not_found');
  if (blocked !== null)
    throw new AppError('conflict', {
      message:
        blocked === 'owed'
          ? 'Please pay what you owe first.'
          : 'A plan change is waiting for its payment.',
    });
  if (choice.today !== today || choice.refund !== refund)
    throw new AppError('conflict', {
      message: 'The amounts have changed. Please check them again.',
    });
  if (choice.team.beyond !== teamBeyond)
    throw new AppError('conflict', {
      message: 'Your team has changed. Please check again who can stay on this plan.',
    });
  return { payer, choice, hasOtherNext: plans.some(({ isNext }) => isNext) };
}

/** Applies a change that costs nothing today; null when there is something to pay. */
async function settleUnpaid(
  tx: Database,
  context: Context,
  chosen: PlanOrder,
  by: Caller,
): Promise<Answer | null> {
  const { payer, choice, hasOtherNext } = await requireChoice(tx, context, chosen);
  const { planId } = chosen;
  const { kind, name } = choice;
  if (kind === 'resume') {
    await reopenSubscription(tx, context, payer.id, by);
    return { message: `Your ${name} plan continues` };
  }
  if (kind === 'now') {
    if (choice.today > 0) return null;
    await replaceSubscription(tx, context, { payer, planId, by });
    return { message: `You're on the ${name} plan now` };
  }
  if (kind === 'current' && !hasOtherNext)
    throw new AppError('conflict', { message: 'You already have this plan.' });
  await chooseNextYearPlan(tx, context, { payer, planId, by });
  return {
    message:
      kind === 'current'
        ? `You’re keeping the ${name} plan`
        : `Your plan will change to ${name} on ${dayText(new Date(choice.from), context.config.BUSINESS_TIME_ZONE)}`,
  };
}

async function beginPaid(
  tx: Database,
  context: Context,
  chosen: PlanOrder,
  by: Caller,
): Promise<number> {
  const { payer } = await requireChoice(tx, context, chosen);
  const paymentId = await replaceSubscription(tx, context, { payer, planId: chosen.planId, by });
  if (paymentId === null)
    throw new AppError('conflict', {
      message: 'The amounts have changed. Please check them again.',
    });
  return paymentId;
}
