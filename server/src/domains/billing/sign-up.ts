import type { CardForm, HandedCard } from '@lintel/contract/billing-cards';
import type { SignUpDetails } from '@lintel/contract/billing-sign-up';
import { messages } from '@lintel/contract/core/fields';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { toCents } from '../../platform/money.ts';
import { findOpenAttempt } from './attempt-repository.ts';
import { bookCharge } from './booking.ts';
import { keepCard, sourceOf } from './cards.ts';
import { ensureCustomer } from './customers.ts';
import { askGateway } from './gateway-calls.ts';
import type { CardSource } from './gateway/port.ts';
import { payFirst, type Retried } from './retry.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { findPublicPlan } from './sign-up-plans.ts';
import { register, type Registered } from './sign-up-registration.ts';
import { findFirstPayment, finishSignUp } from './sign-up-repository.ts';
import { beginSubscription, discountOf, dueTodayOf } from './sign-up-subscription.ts';
import type { plans } from './tables.ts';

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
  const { details, card, token, dueToday, address } = request;
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
  const paymentId = await bindCard(deps, { plan, registered, source, card, request });
  if (paymentId === null) return finishFree(deps, plan, registered, tokenHash);
  return payFirst(deps, { paymentId, contractorId: registered.contractorId, returnUrl: `${deps.publicUrl}/get-started` });
}

type PlanRow = typeof plans.$inferSelect;

function sourceOfCard(deps: SignUpDeps, card: SignUpRequest['card']): CardSource {
  if (card === undefined) throw invalidField('card.number', messages.required);
  return sourceOf(deps, card);
}

function requireTold(dueCents: number, told: number | undefined): void {
  if (told === undefined || dueCents <= toCents(told)) return;
  throw new AppError('conflict', { message: 'The price of this plan has changed. Please look at your order again.' });
}

async function finishFree(deps: SignUpDeps, plan: PlanRow, registered: Registered, tokenHash: string): Promise<Retried> {
  await deps.db.transaction(async (tx) => {
    await beginSubscription(tx, deps, plan, registered);
    await finishSignUp(tx, tokenHash, deps.clock.now());
    await deps.accounts.openUnasked(tx, registered.contractorId);
  });
  return finished;
}

/**
 * Looks after an earlier try of the first payment: one that waits for the bank is called off, because something else was chosen. True
 * when it came through after all. Throws `in_progress` while the gateway is asked: its answer decides what there is to do.
 */
async function wasPaid(deps: SignUpDeps, contractorId: number): Promise<boolean> {
  const first = await findFirstPayment(deps.db, contractorId);
  const open = first && (await findOpenAttempt(deps.db, first.payment.id));
  if (open === undefined) return false;
  const { intentId } = open;
  if (open.state === 'started' || intentId === null) {
    throw new AppError('in_progress', { message: 'Your payment is being made right now.' });
  }
  const charge = await askGateway(deps.warn, () => deps.gateway.cancelCharge(intentId));
  await deps.db.transaction((tx) => bookCharge(tx, deps, open.id, charge));
  return charge.status === 'succeeded';
}

/** Has the gateway keep the card and begins the subscription that it pays. Returns its first payment. */
async function bindCard(
  deps: SignUpDeps,
  bound: { plan: PlanRow; registered: Registered; source: CardSource; card: CardForm | HandedCard; request: SignUpRequest },
): Promise<number | null> {
  const { plan, registered, source, card, request } = bound;
  const { contractorId } = registered;
  const kept = await askGateway(deps.warn, async () => {
    const customerId = await ensureCustomer(deps, contractorId, request.details.email);
    return deps.gateway.attachCard(customerId, source, `card:${contractorId}:${request.idempotencyKey}`);
  });
  return deps.db.transaction(async (tx) => {
    await keepCard(tx, deps, null, { contractorId, kept, card });
    return beginSubscription(tx, deps, plan, registered);
  });
}
