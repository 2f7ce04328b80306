import { setTimeout as sleep } from 'node:timers/promises';
import type { SignUpDetails } from '@lintel/contract/billing/sign-up';
import { errorCatalog, type ErrorCode } from '@lintel/contract/core/errors';
import { sign } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockContractor } from '../../contractors/index.ts';
import type { PlanRow } from '../plans/index.ts';
import type { Context } from '../../../platform/context.ts';
import { sendLink } from './links.ts';
import {
  signUpEnded,
  paymentUnderWay,
  register,
  toRegistration,
  emailStatus,
  announceSignUp,
  type Applicant,
} from './registration.ts';
import {
  closeSignUpAttempt,
  findSignUp,
  insertSignUp,
  orderedPlanName,
  updateSignUp,
  type SignUpRow,
} from './repository.ts';
import type { SignUpOutcome } from './tables.ts';

/** One call of a sign-up. Its input, especially the card, isn't used by any other call. */
export interface Attempt extends Applicant {
  tokenHash: string;
  attempt: number;
}

interface SignUpCall {
  details: SignUpDetails;
  plan: PlanRow;
  tokenHash: string;
  /** Identifies equal calls of one sign-up. */
  requestHash: string;
  address: string;
  /** Throws when the visitor saw a lower price. */
  requirePriceShown(registered: Applicant): void;
}

type AttemptStart =
  /** The call continues. */
  | { kind: 'begun'; attempt: Attempt }
  /** There is nothing more to pay for the plan of this name. */
  | { kind: 'over'; planName: string }
  /** The owner of the e-mail must open the link that was sent. */
  | { kind: 'link-sent' }
  /** The same call was made in parallel, with this outcome. */
  | { kind: 'twin'; outcome: SignUpOutcome };

/** An attempt without an outcome after this long belonged to a crashed process. */
const deadAfterMs = 120_000;

/** How often a call checks whether the previous one has ended. */
const lookEveryMs = 125;

const patienceMs = 30_000;

export const isBusy = ({ busySince }: SignUpRow, now: Date): boolean =>
  busySince !== null && now.getTime() - busySince.getTime() < deadAfterMs;

/** A keyed hash of a call, which doesn't reveal its input. */
export const hashCall = (secret: Uint8Array, call: unknown): string =>
  sign(secret, JSON.stringify(call));

/**
 * Begins an attempt. Calls of one sign-up are serialized: an identical parallel call gets the first
 * one's outcome, a different one continues after it. Throws the errors of `emailStatus` and
 * `register`, and `in_progress` after waiting half a minute in total, however many calls were
 * first.
 */
export async function beginAttempt(
  context: Context,
  call: SignUpCall,
  waitMs = patienceMs,
): Promise<AttemptStart> {
  const deadline = performance.now() + waitMs;
  let awaited: number | null = null;
  for (;;) {
    const begun = await context.db.transaction((tx) => begin(tx, context, call, awaited));
    if (begun.kind !== 'busy') return begun;
    awaited = begun.isTwin ? begun.attempt : null;
    await untilFree(context, call.tokenHash, deadline);
  }
}

/** Throws `in_progress` at the deadline, a time of `performance.now()`. */
async function untilFree(
  { db, clock }: Context,
  tokenHash: string,
  deadline: number,
): Promise<void> {
  while (performance.now() < deadline) {
    const signUp = await findSignUp(db, tokenHash);
    if (signUp === undefined || !isBusy(signUp, clock.now())) return;
    await sleep(lookEveryMs);
  }
  throw paymentUnderWay();
}

type Busy = { kind: 'busy'; attempt: number; isTwin: boolean };

async function begin(
  tx: Database,
  context: Context,
  call: SignUpCall,
  awaited: number | null,
): Promise<AttemptStart | Busy> {
  const { details, plan, tokenHash, requestHash } = call;
  const registration = await toRegistration(tx, details);
  const find = () => findSignUp(tx, tokenHash);
  const status = await emailStatus(tx, context, { email: details.email, find });
  const { signUp } = status;
  if (signUp && isBusy(signUp, context.clock.now())) {
    return { kind: 'busy', attempt: signUp.attempt, isTwin: signUp.requestHash === requestHash };
  }
  if (signUp && signUp.attempt === awaited && signUp.outcome !== null)
    return { kind: 'twin', outcome: signUp.outcome };
  if (status.kind === 'over') return overOr(tx, status.signUp, requestHash);
  const startedAt = context.clock.now();
  if (signUp === undefined) {
    const isNew = await insertSignUp(tx, { tokenHash, email: details.email, startedAt });
    if (!isNew) throw signUpEnded();
  }
  if (status.kind === 'known') {
    await sendLink(tx, context, { details, tokenHash });
    return { kind: 'link-sent' };
  }
  const registered = await register(tx, context, { registration, contractor: status.contractor });
  call.requirePriceShown(registered);
  const { contractorId } = registered;
  if ((signUp?.attempt ?? 0) === 0)
    await announceSignUp(tx, context, { contractorId, details, address: call.address });
  const attempt = (signUp?.attempt ?? 0) + 1;
  await updateSignUp(tx, tokenHash, {
    contractorId,
    companyName: details.companyName,
    planName: plan.name,
    attempt,
    busySince: startedAt,
    requestHash,
    outcome: null,
  });
  return { kind: 'begun', attempt: { ...registered, tokenHash, attempt } };
}

/**
 * After full payment there is nothing more to do; a repetition of the paying call gets that call's
 * answer, however late.
 */
async function overOr(tx: Database, signUp: SignUpRow, requestHash: string): Promise<AttemptStart> {
  const outcome = signUp.requestHash === requestHash ? signUp.outcome : null;
  const isPaid = outcome?.kind === 'answer' && outcome.redirectUrl === undefined;
  if (isPaid) return { kind: 'twin', outcome };
  return { kind: 'over', planName: await orderedPlanName(tx, signUp) };
}

/**
 * Locks the contractor of an attempt for the caller's transaction. Throws `conflict` when another
 * attempt began later, the e-mail's link was opened elsewhere, or staff changed the contractor's
 * e-mail.
 */
export async function requireCurrent(
  tx: Database,
  { tokenHash, attempt, contractorId }: Attempt,
): Promise<void> {
  const contractor = await lockContractor(tx, contractorId);
  const signUp = await findSignUp(tx, tokenHash);
  const isCurrent =
    signUp?.attempt === attempt && signUp.endedAt === null && signUp.contractorId === contractorId;
  if (
    !isCurrent ||
    contractor.ownerId !== null ||
    contractor.email.toLowerCase() !== signUp.email.toLowerCase()
  )
    throw signUpEnded();
}

/**
 * Runs `work` and stores the attempt's outcome, for an identical parallel call. An unknown result
 * isn't stored.
 */
export async function carryAttempt<Answer extends { message: string; redirectUrl?: string }>(
  context: Context,
  attempt: Attempt,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await work();
    const { message, redirectUrl } = answer;
    await closeSignUpAttempt(context.db, attempt, {
      kind: 'answer',
      message,
      ...(redirectUrl !== undefined && { redirectUrl }),
    });
    return answer;
  } catch (error) {
    await closeSignUpAttempt(context.db, attempt, toRefusal(error));
    throw error;
  }
}

function toRefusal(error: unknown): SignUpOutcome | null {
  if (!(error instanceof AppError) || error.status >= 500 || error.code === 'in_progress')
    return null;
  const { error: code, message, fields } = error.toBody();
  return { kind: 'refusal', code, message, ...(fields && { fields }) };
}

const isCode = (code: string): code is ErrorCode => code in errorCatalog;

/** Returns the stored outcome of an identical call. Throws its error. */
export function replay(outcome: SignUpOutcome): { message: string; redirectUrl?: string } {
  if (outcome.kind === 'answer') return outcome;
  const { code, message, fields } = outcome;
  throw new AppError(isCode(code) ? code : 'unexpected', { message, ...(fields && { fields }) });
}
