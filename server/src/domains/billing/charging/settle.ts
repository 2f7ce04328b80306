import { dayMs, minuteMs } from '@lintel/contract/core/durations';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { Charge } from '../gateway/index.ts';
import {
  carryOutRefund,
  readAttempt,
  selectOpenSince,
  updateAttempt,
  type AttemptRow,
  readPayment,
  updatePayment,
  selectUnanswered,
} from '../payments/index.ts';
import { clockChargesAfter } from '../plans/index.ts';
import { enqueueCharge } from '../queue-jobs.ts';
import { bookCharge, closeAttempt, type Failure } from './booking.ts';
import { selectWaiting } from './event-repository.ts';
import { settleEvent } from './events.ts';

/** After this long, no process is still waiting for the gateway's answer. */
const answerMs = minuteMs;

/** After this long, the cardholder won't return from the bank. */
const abandonedMs = dayMs;

const notSent: Failure = { code: 'not_sent', message: 'The payment could not be sent.' };

const abandoned: Failure = {
  code: 'abandoned',
  message: 'The payment was not confirmed at the bank.',
};

/**
 * Settles started work without an answer: attempts, refunds, and waiting events. May run at any
 * time, even in parallel. Failures are logged and retried next time.
 */
export async function settleAll(context: Context): Promise<void> {
  const { db, gateway } = context;
  const since = (ms: number): Date => new Date(context.clock.now().getTime() - ms);
  const open = (state: 'started' | 'requires_action', ms: number) =>
    selectOpenSince(db, { gateway: gateway.name, state, before: since(ms) });
  await each(context, await open('started', answerMs), ({ attempt, customerId }) =>
    settleStarted(context, attempt, customerId),
  );
  await each(context, await open('requires_action', abandonedMs), ({ attempt }) =>
    settleAbandoned(context, attempt),
  );
  await each(context, await selectUnanswered(db, gateway.name, since(answerMs)), (refund) =>
    carryOutRefund(context, refund),
  );
  await each(context, await selectWaiting(db, gateway.name, since(answerMs)), ({ id }) =>
    settleEvent(context, id),
  );
}

async function each<Row>(
  { log }: Context,
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> {
  await oneByOne(rows, { log, work, failed: () => 'A payment is not settled yet' });
}

/**
 * Looks up an unanswered attempt at the gateway by its key. One that never arrived is closed, and
 * the payment can be attempted again.
 */
async function settleStarted(
  context: Context,
  attempt: AttemptRow,
  customerId: string | null,
): Promise<void> {
  const { idempotencyKey } = attempt;
  // Without a customer id the gateway can't be queried; an event may still arrive.
  const isYoung = context.clock.now().getTime() - attempt.startedAt.getTime() < abandonedMs;
  if (customerId === null && isYoung) return;
  const charge =
    customerId === null ? null : await context.gateway.findCharge({ customerId, idempotencyKey });
  if (charge !== null) return bookReported(context, attempt, charge);
  await context.db.transaction(async (tx) => {
    await lockContractor(tx, attempt.contractorId);
    const current = await readAttempt(tx, attempt);
    if (current.state === 'started') await closeUnsent(tx, context, current);
  });
}

/**
 * Nothing was charged, so it isn't a failure: an automatic attempt is repeated at once. A visitor
 * who is signing up may be choosing another card or plan, and gets time first.
 */
async function closeUnsent(tx: Database, context: Context, attempt: AttemptRow): Promise<void> {
  const now = context.clock.now();
  const { code: failureCode, message: failureMessage } = notSent;
  await updateAttempt(tx, attempt, {
    state: 'failed',
    endedAt: now,
    failureCode,
    failureMessage,
  });
  const { contractorId, paymentId: id } = attempt;
  const payment = await readPayment(tx, { contractorId, id });
  const isOwed = payment.state !== 'Succeeded' && payment.voidedAt === null;
  if (!isOwed || attempt.kind === 'manual') return;
  if (attempt.kind === 'sign_up')
    return updatePayment(tx, payment, { nextTryAt: clockChargesAfter(now) });
  await updatePayment(tx, payment, { nextTryAt: now });
  await enqueueCharge(tx, payment);
}

/**
 * Cancels an attempt that waits too long for the cardholder; books it if it succeeded after all.
 */
async function settleAbandoned(context: Context, attempt: AttemptRow): Promise<void> {
  const { intentId } = attempt;
  const charge = intentId === null ? null : await context.gateway.cancelCharge(intentId);
  if (charge?.status === 'succeeded') return bookReported(context, attempt, charge);
  await context.db.transaction(async (tx) => {
    const payer = await lockContractor(tx, attempt.contractorId);
    const current = await readAttempt(tx, attempt);
    if (current.state === 'requires_action')
      await closeAttempt(tx, context, payer, current, abandoned);
  });
}

const bookReported = (context: Context, attempt: AttemptRow, charge: Charge): Promise<void> =>
  context.db.transaction((tx) => bookCharge(tx, context, attempt, charge));
