import type { CardForm, HandedCard } from '@lintel/contract/billing/cards';
import type { SignUpDetails } from '@lintel/contract/billing/sign-up';
import { messages } from '@lintel/contract/core/fields';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { toNetwork } from '../../../platform/http/caller-address.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { toCents } from '../../../platform/money.ts';
import {
  detachCard,
  ensureCustomer,
  storeCard,
  toCardSource,
  findCard,
  findCardById,
} from '../cards/index.ts';
import { bookCharge, payFirst } from '../charging/index.ts';
import { callGateway, type CardSource, type GatewayCard } from '../gateway/index.ts';
import { findOpenAttempt, readPayment } from '../payments/index.ts';
import { findPublicPlan, readPlanName, type PlanRow } from '../plans/index.ts';
import {
  beginAttempt,
  carryAttempt,
  hashCall,
  replay,
  requireCurrent,
  type Attempt,
} from './attempts.ts';
import type { Context } from '../../../platform/context.ts';
import { beginSubscription, signUpDiscount, amountDueToday } from './order.ts';
import { paymentUnderWay } from './registration.ts';
import { findFirstPayment, updateSignUp } from './repository.ts';

interface SignUpRequest {
  details: SignUpDetails;
  card: CardForm | HandedCard | undefined;
  /** The secret of the visitor's browser. */
  token: string;
  /** The amount due today that the visitor saw, in dollars. */
  dueToday: number | undefined;
  /** The gateway's idempotency key: a repeated call with it stores the card once. */
  idempotencyKey: string;
  address: string;
}

/**
 * The answer. With `redirectUrl` the bank requires the cardholder's confirmation; with `linkSent`
 * the e-mail must be confirmed first.
 */
interface Answer {
  message: string;
  redirectUrl?: string;
  linkSent?: true;
}

const finished: Answer = { message: "You're signed up" };

/** Names the paid plan, because this call may have requested another one. */
const finishedWith = (planName: string): Answer => ({
  message: `You're signed up for the ${planName} plan`,
});

/**
 * Signs a contractor up. The contractor exists from the first call on, without an account, and is
 * Paid once its first payment succeeds. The same token with another card continues it. Nothing is
 * charged twice: a paid sign-up returns the same success. A sign-up begun by another visitor with
 * this e-mail is neither read nor changed: the e-mail's owner continues by a link. Throws
 * `invalid`, `email_already_used`, `payment_failed`, `in_progress` during a payment, `conflict`
 * when the price is higher than the visitor saw or the sign-up continues elsewhere,
 * `gateway_unavailable`, `too_many_requests`.
 */
export async function signUp(context: Context, request: SignUpRequest): Promise<Answer> {
  const { details, card, token, dueToday, address } = request;
  const settled = await countSignUpCall(context, { address, email: details.email });
  const plan = await findPublicPlan(context.db, details.planId);
  if (plan === undefined)
    throw invalidField('planId', 'This plan is no longer offered. Please choose another one.');
  const typed = plan.priceCents === 0 ? null : typedCard(context, card);
  const begun = await beginAttempt(context, {
    details,
    plan,
    tokenHash: hashSecret(token),
    requestHash: hashCall(context.keys.derive('sign-up'), [details, card, dueToday]),
    address,
    requirePriceShown: (registered) =>
      requirePriceShown(amountDueToday(plan, signUpDiscount(registered)), dueToday),
  });
  if (begun.kind === 'link-sent') {
    return {
      message: `We sent a link to ${details.email}. Please open it to continue.`,
      linkSent: true,
    };
  }
  const answer = await answerTo(context, request, { begun, plan, typed });
  await settled();
  return answer;
}

type CurrentAttempt = Exclude<Awaited<ReturnType<typeof beginAttempt>>, { kind: 'link-sent' }>;

async function answerTo(
  context: Context,
  request: SignUpRequest,
  { begun, plan, typed }: { begun: CurrentAttempt; plan: PlanRow; typed: TypedCard | null },
): Promise<Answer> {
  if (begun.kind === 'over') return finishedWith(begun.planName);
  if (begun.kind === 'twin') return replay(begun.outcome);
  const { attempt } = begun;
  return carryAttempt(context, attempt, async () => {
    const paid = await paidBefore(context, attempt);
    if (paid !== null) return finishedWith(paid);
    return typed === null
      ? finishFree(context, plan, attempt)
      : pay(context, request, { plan, attempt, typed });
  });
}

interface TypedCard {
  card: CardForm | HandedCard;
  source: CardSource;
}

function typedCard(context: Context, card: CardForm | HandedCard | undefined): TypedCard {
  if (card === undefined) throw invalidField('card.number', messages.required);
  return { card, source: toCardSource(context, card) };
}

function requirePriceShown(dueCents: number, shownDollars: number | undefined): void {
  if (shownDollars !== undefined && dueCents > toCents(shownDollars)) throw priceChanged();
}

const priceChanged = (): AppError =>
  new AppError('conflict', {
    message: 'The price of this plan has changed. Please review your order again.',
  });

/**
 * Settles an earlier attempt at the first payment. Cancels one that waits for the bank, because the
 * visitor chose something else. Returns the name of the plan when it succeeded after all, else
 * null. Throws `in_progress` during the gateway query, whose answer decides the next step.
 */
async function paidBefore(
  context: Context,
  { contractorId, tokenHash }: Attempt,
): Promise<string | null> {
  const first = await findFirstPayment(context.db, contractorId);
  const open = first && (await findOpenAttempt(context.db, first.payment));
  if (first === undefined || open === undefined) return null;
  const { intentId } = open;
  if (open.state === 'started' || intentId === null) throw paymentUnderWay();
  const charge = await callGateway(context.log, () => context.gateway.cancelCharge(intentId));
  return context.db.transaction(async (tx) => {
    await bookCharge(tx, context, open, charge);
    if (charge.status !== 'succeeded') return null;
    const planName = await readPlanName(tx, first.subscription);
    await updateSignUp(tx, tokenHash, { subscriptionId: first.subscription.id, planName });
    return planName;
  });
}

interface CardPayment {
  plan: PlanRow;
  attempt: Attempt;
  typed: TypedCard;
}

/** Attaches the card at the gateway, and charges the plan's first payment to it. */
async function pay(
  context: Context,
  request: SignUpRequest,
  { plan, attempt, typed }: CardPayment,
): Promise<Answer> {
  const { contractorId, tokenHash } = attempt;
  // The key includes the sign-up's token: the same key from another sign-up means another card.
  const key = `card:${contractorId}:${tokenHash.slice(0, 16)}:${request.idempotencyKey}`;
  const attached = await callGateway(context.log, async () => {
    const customerId = await ensureCustomer(context, contractorId, request.details.email);
    return context.gateway.attachCard(customerId, typed.source, key);
  });
  const returnUrl = `${context.config.publicUrl}/get-started`;
  const write = (tx: Database) =>
    writeOrder(tx, context, {
      plan,
      attempt,
      card: typed.card,
      attached,
      shownDollars: request.dueToday,
    });
  const { status, message, redirectUrl } = await payFirst(context, {
    contractorId,
    returnUrl,
    write,
  }).catch(async (error: unknown) => {
    await detachUnstoredCard(context, contractorId, attached);
    throw error;
  });
  if (status === 'failed') throw new AppError('payment_failed', { message });
  return { message, ...(redirectUrl !== undefined && { redirectUrl }) };
}

interface Order {
  plan: PlanRow;
  attempt: Attempt;
  card: CardForm | HandedCard;
  attached: GatewayCard;
  shownDollars: number | undefined;
}

/** Stores the card and starts the subscription it pays for. Returns the first payment. */
async function writeOrder(
  tx: Database,
  context: Context,
  { plan, attempt, card, attached, shownDollars }: Order,
): Promise<number> {
  await requireCurrent(tx, attempt);
  await storeCard(tx, context, null, { contractorId: attempt.contractorId, attached, card });
  const current = await findCard(tx, attempt.contractorId);
  // An earlier call stored it, and it was replaced since.
  if (current?.paymentMethodId !== attached.id)
    throw invalidField('card.number', 'Please enter the card again.');
  const paymentId = await beginSubscription(tx, context, plan, attempt);
  if (paymentId === null) throw priceChanged();
  // Staff may have just changed the plan.
  const { contractorId } = attempt;
  requirePriceShown(
    (await readPayment(tx, { contractorId, id: paymentId })).amountCents,
    shownDollars,
  );
  return paymentId;
}

/** Detaches a card that was attached at the gateway but not stored here. */
async function detachUnstoredCard(
  { db, gateway }: Context,
  contractorId: number,
  { id: paymentMethodId }: GatewayCard,
): Promise<void> {
  if ((await findCardById(db, contractorId, paymentMethodId)) !== undefined) return;
  await enqueue(db, detachCard, { gateway: gateway.name, paymentMethodId });
}

async function finishFree(context: Context, plan: PlanRow, attempt: Attempt): Promise<Answer> {
  await context.db.transaction(async (tx) => {
    await requireCurrent(tx, attempt);
    await beginSubscription(tx, context, plan, attempt);
    await updateSignUp(tx, attempt.tokenHash, { finishedAt: context.clock.now() });
    await context.emit(tx, 'free-sign-up.finished', { contractorId: attempt.contractorId });
  });
  return finished;
}

const hour = 3600;

/** For one e-mail from one address: enough to try another card, but not a list of stolen ones. */
const forEmail = 10;

/** Failed calls from one address: trying many e-mails or cards fails often. */
const failed = 30;

/**
 * Counts a sign-up call. Limits failed calls per address, to prevent trying many e-mails or cards;
 * successful ones aren't limited here, because a whole office may share an address. Also counts by
 * address and e-mail together, so that an attacker can't exhaust another visitor's calls. Throws
 * `too_many_requests`; the returned function reports that the call succeeded.
 */
async function countSignUpCall(
  { counter }: Context,
  { address, email }: { address: string; email: string },
): Promise<() => Promise<void>> {
  const from = toNetwork(address);
  const key = `sign-up-failed:${from}`;
  await counter.takeAll([
    { key: `sign-up:${from}:${hashSecret(email.toLowerCase())}`, max: forEmail, seconds: hour },
    { key, max: failed, seconds: hour },
  ]);
  return () => counter.giveBack(key);
}
