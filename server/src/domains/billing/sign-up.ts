import type { CardForm, HandedCard } from '@lintel/contract/billing-cards';
import type { SignUpDetails } from '@lintel/contract/billing-sign-up';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { toCents } from '../../platform/money.ts';
import { payFirst, type Retried } from './retry.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { bindCard, sourceOfCard } from './sign-up-card.ts';
import { wasPaid } from './sign-up-earlier.ts';
import { findPublicPlan, type PlanRow } from './sign-up-plans.ts';
import { register, type Registered } from './sign-up-registration.ts';
import { finishSignUp } from './sign-up-repository.ts';
import { beginSubscription, discountOf, dueTodayOf } from './sign-up-subscription.ts';

export interface SignUpRequest {
  details: SignUpDetails;
  card: CardForm | HandedCard | undefined;
  /** The secret of the visitor's browser. */
  token: string;
  /** What the visitor was told is due today, in dollars. */
  dueToday: number | undefined;
  /** The same for a repeated call, so that the gateway keeps the card once. */
  idempotencyKey: string;
  address: string;
}

const finished: Retried = { status: 'succeeded', message: 'You are signed up' };

/**
 * Signs a contractor up: it exists from the first try on, without an account, and is Paid once its first payment came through. The same
 * token with another card goes on with it. Nothing is charged twice: what was paid is answered with the same success. Throws
 * `invalid`, `email_already_used`, `in_progress` while a payment is under way, `conflict` when the price is higher than
 * what the visitor was told, `gateway_unavailable`.
 */
export async function signUp(deps: SignUpDeps, request: SignUpRequest): Promise<Retried> {
  const { details, card, token, dueToday, idempotencyKey, address } = request;
  const plan = await findPublicPlan(deps.db, details.planId);
  if (plan === undefined) throw invalidField('planId', 'This plan is no longer offered. Please choose another one.');
  const source = plan.priceCents === 0 ? null : sourceOfCard(deps, card);
  const tokenHash = hashSecret(token);
  const registered = await deps.db.transaction(async (tx) => {
    const made = await register(tx, deps, { details, tokenHash, address });
    if (!made.isOver) requireTold(dueTodayOf(plan, discountOf(made)), dueToday);
    return made;
  });
  if (registered.isOver) return finished;
  if (await wasPaid(deps, registered.contractorId)) return finished;
  if (source === null || card === undefined) return finishFree(deps, plan, registered, tokenHash);
  const paymentId = await bindCard(deps, { plan, registered, source, card, email: details.email, idempotencyKey });
  if (paymentId === null) return finishFree(deps, plan, registered, tokenHash);
  return payFirst(deps, { paymentId, contractorId: registered.contractorId, returnUrl: `${deps.publicUrl}/get-started` });
}

function requireTold(dueCents: number, told: number | undefined): void {
  if (told === undefined || dueCents <= toCents(told)) return;
  throw new AppError('conflict', { message: 'The price of this plan has changed. Please look at your order again.' });
}

async function finishFree(deps: SignUpDeps, plan: PlanRow, registered: Registered, tokenHash: string): Promise<Retried> {
  await deps.db.transaction(async (tx) => {
    await beginSubscription(tx, deps, plan, registered);
    await finishSignUp(tx, tokenHash, deps.clock.now());
    await deps.accounts.openFree(tx, registered.contractorId);
  });
  return finished;
}
