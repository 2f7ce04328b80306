import { dayText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { RowKey } from '../../../platform/db/queries.ts';
import { dollarsText } from '../../../platform/money.ts';
import { lockContractor, setPaymentStatus, setPlan } from '../../contractors/index.ts';
import type { EmailContent } from '../../messaging/index.ts';
import { readCardDetails } from '../cards/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Charge } from '../gateway/index.ts';
import { billingLink, cardData, recipient, type CardMailData } from '../mails.ts';
import type { Payer } from '../payer-repository.ts';
import {
  afterFailure,
  wantsConfirmation,
  whatNext,
  whatNextUnconfirmed,
  type AttemptKind,
  bookEntry,
  chargeSource,
  openDuplicateRefund,
  readAttempt,
  updateAttempt,
  type AttemptRow,
  readPayment,
  updatePayment,
  type PaymentRow,
} from '../payments/index.ts';
import { readPlanName } from '../plans/index.ts';
import {
  activate,
  completeChange,
  refreshState,
  undoChange,
  findSubscription,
  readSubscription,
  type SubscriptionRow,
} from '../subscriptions/index.ts';
import { notify } from '../../messaging/index.ts';

/** Why an attempt failed: the gateway's code, and a message for people. */
export interface Failure {
  code: string;
  message: string;
}

/**
 * Books the state of a charge, in the caller's transaction. Received money is booked once, from any
 * source and however late. A success is final, and other reports after the end of an attempt change
 * nothing.
 */
export async function bookCharge(
  tx: Database,
  context: Context,
  { contractorId, id }: RowKey,
  charge: Charge,
): Promise<void> {
  const payer = await lockContractor(tx, contractorId);
  const attempt = await readAttempt(tx, { contractorId, id });
  if (charge.status === 'succeeded') return bookSuccess(tx, context, { payer, attempt, charge });
  const isOpen = attempt.state === 'started' || attempt.state === 'requires_action';
  if (!isOpen) return;
  if (charge.status === 'requires_action') {
    await updateAttempt(tx, attempt, { state: 'requires_action', intentId: charge.id });
    return;
  }
  const failure = { code: charge.failureCode, message: charge.failureMessage };
  await updateAttempt(tx, attempt, { intentId: charge.id });
  await closeAttempt(tx, context, payer, attempt, failure);
}

interface ReceivedCharge {
  payer: Payer;
  attempt: AttemptRow;
  charge: Charge;
}

async function bookSuccess(tx: Database, context: Context, taken: ReceivedCharge): Promise<void> {
  const { attempt, charge } = taken;
  const { contractorId, paymentId } = attempt;
  const isNew = await bookEntry(tx, context.clock, {
    source: chargeSource(context, charge.id),
    contractorId,
    account: 'subscription',
    kind: 'charge',
    amountCents: charge.amountCents,
    reference: charge.id,
    happenedAt: charge.createdAt,
  });
  if (!isNew) return;
  const ended = {
    state: 'succeeded',
    intentId: charge.id,
    endedAt: context.clock.now(),
    failureCode: '',
    failureMessage: '',
  } as const;
  await updateAttempt(tx, attempt, ended);
  const payment = await readPayment(tx, { contractorId, id: paymentId });
  if (payment.state === 'Succeeded') return openDuplicateRefund(tx, context, payment, charge);
  await settlePayment(tx, context, payment, taken);
  await context.emit(tx, 'payment.succeeded', {
    paymentId,
    contractorId,
    amountCents: charge.amountCents,
    at: charge.createdAt,
  });
}

async function settlePayment(
  tx: Database,
  context: Context,
  payment: PaymentRow,
  taken: ReceivedCharge,
): Promise<void> {
  const { payer, attempt, charge } = taken;
  const paid = { state: 'Succeeded', paidAt: charge.createdAt, chargeId: charge.id } as const;
  await updatePayment(tx, payment, {
    ...paid,
    failureCode: '',
    failureMessage: '',
    nextTryAt: null,
    voidedAt: null,
  });
  const subscription = await readPaidSubscription(tx, payment);
  await refreshState(tx, await activate(tx, subscription, payment, charge.createdAt));
  await completeChange(tx, context, payer, await readPaidSubscription(tx, payment));
  // A canceled contractor stays canceled: the money is booked, and staff decide.
  if (payer.paymentStatus !== 'Canceled') {
    await setPaymentStatus(tx, payer, 'Paid');
    if (attempt.kind === 'sign_up') await setPaidPlan(tx, payer, subscription);
  }
  const [planName, card] = [
    await readPlanName(tx, subscription),
    await readCardDetails(tx, attempt),
  ];
  await mailSucceeded(tx, context, {
    payer,
    payment,
    planName,
    card,
    key: charge.id,
    at: charge.createdAt,
  });
}

/**
 * A sign-up gets the paid plan, whatever was requested later. A late payment for a canceled order
 * changes nothing once another subscription is paid.
 */
async function setPaidPlan(tx: Database, payer: Payer, paid: SubscriptionRow): Promise<void> {
  const current = await findSubscription(tx, payer.id);
  const isOther = current !== undefined && current.id !== paid.id && current.state !== 'pending';
  if (!isOther) await setPlan(tx, payer, paid.planId);
}

const readPaidSubscription = (
  tx: Database,
  { contractorId, subscriptionId: id }: PaymentRow,
): Promise<SubscriptionRow> => readSubscription(tx, { contractorId, id });

/** Closes a failed attempt. `payer` is locked. */
export async function closeAttempt(
  tx: Database,
  context: Context,
  payer: Payer,
  attempt: AttemptRow,
  failure: Failure,
): Promise<void> {
  const ended = {
    state: 'failed',
    endedAt: context.clock.now(),
    failureCode: failure.code,
    failureMessage: failure.message,
  } as const;
  await updateAttempt(tx, attempt, ended);
  const { contractorId, paymentId: id } = attempt;
  const payment = await readPayment(tx, { contractorId, id });
  const { kind } = attempt;
  await bookFailure(tx, context, {
    payer,
    payment,
    kind,
    failure,
    card: await readCardDetails(tx, attempt),
    key: String(attempt.id),
  });
}

interface FailedAttempt {
  payer: Payer;
  payment: PaymentRow;
  kind: AttemptKind;
  failure: Failure;
  card: CardMailData | undefined;
  /** Unique per attempt. */
  key: string;
}

/**
 * Books a failed attempt: the next automatic try, the contractor's payment status, and the e-mail.
 */
export async function bookFailure(
  tx: Database,
  context: Context,
  failed: FailedAttempt,
): Promise<void> {
  const { payer, payment, kind, failure, card, key } = failed;
  if (payment.state === 'Succeeded') return;
  const now = context.clock.now();
  const isOwed = payment.voidedAt === null;
  const tries = isOwed
    ? afterFailure(payment, kind, now)
    : { automaticTries: payment.automaticTries, nextTryAt: null };
  const { automaticTries, nextTryAt } = tries;
  const reported = { failureCode: failure.code, failureMessage: failure.message };
  await updatePayment(tx, payment, { state: 'Failed', ...reported, automaticTries, nextTryAt });
  if (!isOwed) return;
  const subscription = await readPaidSubscription(tx, payment);
  if (await undoChange(tx, context, payer, subscription)) return;
  await refreshState(tx, subscription);
  if (payer.paymentStatus !== 'Canceled') await setPaymentStatus(tx, payer, 'Failed');
  // A visitor who signs up sees it on the page.
  if (kind === 'sign_up') return;
  const dayOf = (at: Date): string => dayText(at, context.config.BUSINESS_TIME_ZONE);
  const mail = {
    payer,
    payment,
    planName: await readPlanName(tx, subscription),
    card,
    key,
    at: now,
  };
  if (wantsConfirmation(failure.code))
    return mailConfirm(tx, context, mail, whatNextUnconfirmed(tries, dayOf));
  const next = whatNext(tries, { code: failure.code, dayOf });
  const reason = card === undefined ? '' : failure.message.replace(/\.$/, '');
  await mailFailed(tx, context, mail, { reason, next });
}

interface PaymentMail {
  payer: Payer;
  payment: PaymentRow;
  planName: string;
  card: CardMailData | undefined;
  /** Unique per attempt. */
  key: string;
  at: Date;
}

const mailSucceeded = (tx: Database, context: Context, mail: PaymentMail): Promise<void> =>
  sendPaymentMail(tx, context, mail, ({ payment, ...common }) => ({
    event: 'payment-succeeded',
    data: {
      ...common,
      payment: { ...payment, receipt: `${common.link}?receipt=${mail.payment.id}` },
    },
  }));

/** Queues the e-mail about a failed attempt: the reason, and what happens next. */
const mailFailed = (
  tx: Database,
  context: Context,
  mail: PaymentMail,
  more: { reason: string; next: string },
): Promise<void> =>
  sendPaymentMail(tx, context, mail, ({ payment, ...common }) => ({
    event: 'payment-failed',
    data: { ...common, payment: { ...payment, ...more } },
  }));

/** Queues the e-mail that asks the cardholder to confirm a payment at the bank, with a link. */
const mailConfirm = (
  tx: Database,
  context: Context,
  mail: PaymentMail,
  next: string,
): Promise<void> =>
  sendPaymentMail(tx, context, mail, ({ payment, ...common }) => ({
    event: 'payment-confirm',
    data: {
      ...common,
      payment: { ...payment, next },
      link: `${common.link}?confirm=${mail.payment.id}`,
    },
  }));

const paymentData = (context: Context, { payer, payment, planName, card, at }: PaymentMail) => ({
  ...recipient(payer),
  payment: {
    number: payment.number,
    amount: dollarsText(payment.amountCents),
    plan: planName,
    date: dayText(at, context.config.BUSINESS_TIME_ZONE),
  },
  ...(card && { card: cardData(card) }),
  link: billingLink(context),
});

async function sendPaymentMail(
  tx: Database,
  context: Context,
  mail: PaymentMail,
  compose: (
    common: ReturnType<typeof paymentData>,
  ) => EmailContent<'payment-succeeded' | 'payment-failed' | 'payment-confirm'>,
): Promise<void> {
  const { payer, payment, key } = mail;
  if (payer.email === '') return;
  const email = compose(paymentData(context, mail));
  await notify(tx, context, {
    ...email,
    key: `${email.event}:${payment.id}:${key}`,
    contractorId: payer.id,
  });
}
