import type { SignUpStatus } from '@lintel/contract/billing/sign-up';
import { hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { confirmPayment } from '../charging/index.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { isBusy } from './attempts.ts';
import type { Context } from '../../../platform/context.ts';
import { isOver } from './registration.ts';
import {
  findSignUpPayment,
  findSignUp,
  orderedPlanName,
  readApplicant,
  type SignUpRow,
} from './repository.ts';

type Progress = Pick<SignUpStatus, 'state'> & Partial<SignUpStatus>;

const attemptStates = { started: 'processing', requires_action: 'action' } as const;

/**
 * The state of a browser's sign-up, without any data of other visitors with the same e-mail. Throws
 * `not_found` for an unknown token.
 */
export const readSignUpStatus = ({ db, clock }: Context, token: string): Promise<SignUpStatus> =>
  db.transaction(
    async (tx) => {
      const signUp = await findSignUp(tx, hashSecret(token));
      if (signUp === undefined) throw new AppError('not_found');
      const { email, companyName, planName } = signUp;
      const common = { email, companyName, planName, accountMade: false, failureMessage: '' };
      return { ...common, ...(await readProgress(tx, signUp, clock.now())) };
    },
    // All reads use one snapshot, so a payment booked in parallel is seen completely or not at all.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

async function readProgress(db: Database, signUp: SignUpRow, now: Date): Promise<Progress> {
  const { contractorId, confirmedAt, endedAt, subscriptionId } = signUp;
  if (endedAt !== null) return { state: 'ended', companyName: '', planName: '' };
  if (contractorId === null) return { state: confirmedAt === null ? 'waiting' : 'open' };
  const { email, ownerId, paymentStatus } = await readApplicant(db, contractorId);
  const isSame = email.toLowerCase() === signUp.email.toLowerCase();
  const planName = await orderedPlanName(db, signUp);
  if (await isOver(db, signUp)) return { state: 'done', planName, accountMade: ownerId !== null };
  if (!isSame || ownerId !== null || (paymentStatus !== 'Unpaid' && paymentStatus !== 'Failed')) {
    return { state: 'ended', companyName: '', planName: '' };
  }
  if (isBusy(signUp, now)) return { state: 'processing' };
  if (subscriptionId === null) return { state: 'open' };
  const payment = await readPaymentProgress(db, contractorId, subscriptionId);
  return payment.state === 'open' ? payment : { ...payment, planName };
}

async function readPaymentProgress(
  db: Database,
  contractorId: number,
  subscriptionId: number,
): Promise<Progress> {
  const payment = await findSignUpPayment(db, contractorId, subscriptionId);
  const open = payment && (await findOpenAttempt(db, payment));
  const state =
    open?.state === 'started' || open?.state === 'requires_action'
      ? attemptStates[open.state]
      : 'open';
  return { state, failureMessage: payment?.state === 'Failed' ? payment.failureMessage : '' };
}

/**
 * The same after querying the gateway about a payment that waited for the bank. Throws the same
 * errors, or `gateway_unavailable`.
 */
export async function confirmSignUp(context: Context, token: string): Promise<SignUpStatus> {
  const signUp = await findSignUp(context.db, hashSecret(token));
  const isOpen = signUp !== undefined && signUp.endedAt === null;
  if (isOpen && signUp.contractorId !== null && signUp.subscriptionId !== null) {
    const payment = await findSignUpPayment(context.db, signUp.contractorId, signUp.subscriptionId);
    const open = payment && (await findOpenAttempt(context.db, payment));
    if (open?.state === 'requires_action' && open.intentId !== null) {
      await confirmPayment(context, { intentId: open.intentId, contractorId: open.contractorId });
    }
  }
  return readSignUpStatus(context, token);
}
