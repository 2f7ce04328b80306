import type { SignUpStatus } from '@lintel/contract/billing-sign-up';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import { findOpenAttempt } from './attempt-repository.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { findFirstPayment, findSignUp, readApplicant } from './sign-up-repository.ts';
import { confirmPayment } from './confirm.ts';

const stateOfAttempt = { started: 'processing', requires_action: 'action' } as const;

/** How the sign-up of a browser stands. Throws `not_found` for an unknown token. */
export async function readSignUpStatus({ db }: Pick<SignUpDeps, 'db'>, token: string): Promise<SignUpStatus> {
  const signUp = await findSignUp(db, hashSecret(token));
  if (signUp === undefined) throw new AppError('not_found');
  const { ownerId, paymentStatus, planName, ...shown } = await readApplicant(db, signUp.contractorId);
  const facts = { ...shown, planName: planName ?? '', accountMade: ownerId !== null };
  const isOver = signUp.finishedAt !== null || ownerId !== null || (paymentStatus !== 'Unpaid' && paymentStatus !== 'Failed');
  if (isOver) return { ...facts, state: 'done', failureMessage: '' };
  const first = await findFirstPayment(db, signUp.contractorId);
  const open = first && (await findOpenAttempt(db, first.payment.id));
  const state = open?.state === 'started' || open?.state === 'requires_action' ? stateOfAttempt[open.state] : 'open';
  return { ...facts, state, failureMessage: first?.payment.state === 'Failed' ? first.payment.failureMessage : '' };
}

/** The same after the gateway was asked what became of a payment that waited for the bank. Throws likewise, or `gateway_unavailable`. */
export async function confirmSignUp(deps: SignUpDeps, token: string): Promise<SignUpStatus> {
  const signUp = await findSignUp(deps.db, hashSecret(token));
  const first = signUp && (await findFirstPayment(deps.db, signUp.contractorId));
  const open = first && (await findOpenAttempt(deps.db, first.payment.id));
  if (open?.state === 'requires_action' && open.intentId !== null) {
    await confirmPayment(deps, { intentId: open.intentId, contractorId: open.contractorId });
  }
  return readSignUpStatus(deps, token);
}
