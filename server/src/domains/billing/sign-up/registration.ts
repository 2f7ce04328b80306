import { signUpMessages, type SignUpDetails } from '@lintel/contract/billing/sign-up';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import {
  claimEmail,
  correctRegistration,
  findReferrer,
  lockContractor,
  registerContractor,
  type Registration,
} from '../../contractors/index.ts';
import { isEmailUsed } from '../../identity/index.ts';
import { notify } from '../../messaging/index.ts';
import { findSubscription } from '../subscriptions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { findSignUpPayment, hasFinishedSignUp, type SignUpRow } from './repository.ts';

type ContractorRow = Awaited<ReturnType<typeof lockContractor>>;

export interface Applicant {
  contractorId: number;
  /** Whether it was referred: its first year costs less. */
  isReferred: boolean;
}

/** The state of an e-mail at sign-up. */
type EmailStatus =
  /** Everything is paid. */
  | { kind: 'over'; signUp: SignUpRow }
  /**
   * The e-mail is new, or the contractor belongs to the sign-up: it created the contractor, or its
   * link was opened.
   */
  | { kind: 'own'; contractor: ContractorRow | undefined; signUp: SignUpRow | undefined }
  /** Another sign-up began with this e-mail: its owner continues by a link. */
  | { kind: 'known'; signUp: SignUpRow | undefined };

/** Whether the contractor has no account, and never paid or finished anything. */
async function isUnpaid(
  tx: Database,
  { id, ownerId, paymentStatus }: ContractorRow,
): Promise<boolean> {
  if (ownerId !== null || (paymentStatus !== 'Unpaid' && paymentStatus !== 'Failed')) return false;
  const begun = await findSubscription(tx, id);
  return (begun === undefined || begun.state === 'pending') && !(await hasFinishedSignUp(tx, id));
}

export const signUpEnded = (): AppError =>
  new AppError('conflict', { message: signUpMessages.ended });

/** Nothing can be answered or changed before the open attempt has its outcome. */
export const paymentUnderWay = (): AppError =>
  new AppError('in_progress', { message: 'Your payment is already in progress.' });

const emailRegistered = (): AppError =>
  new AppError('email_already_used', { fields: { email: signUpMessages.registered } });

const isSameEmail = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();

/** Whether the sign-up is complete: it was for a free plan, or its payment succeeded. */
export async function isOver(db: Database, signUp: SignUpRow): Promise<boolean> {
  const { contractorId, subscriptionId, finishedAt, endedAt } = signUp;
  if (endedAt !== null) return false;
  if (finishedAt !== null) return true;
  if (contractorId === null || subscriptionId === null) return false;
  return ((await findSignUpPayment(db, contractorId, subscriptionId))?.paidAt ?? null) !== null;
}

/**
 * The state of an e-mail at sign-up. Locks the e-mail until the transaction ends. Throws
 * `email_already_used`, and `conflict` for a sign-up that has ended or was begun with another
 * e-mail.
 */
export async function emailStatus(
  tx: Database,
  context: Context,
  { email, find }: { email: string; find: () => Promise<SignUpRow | undefined> },
): Promise<EmailStatus> {
  const known = await claimEmail(tx, email);
  // Only after the lock: a call with the same token has ended by now, and its payment is booked.
  const contractorId = (await find())?.contractorId ?? null;
  const contractor = contractorId === null ? undefined : await lockContractor(tx, contractorId);
  const signUp = await find();
  if (signUp && !isSameEmail(signUp.email, email)) throw otherEmail();
  if (signUp && (await isOver(tx, signUp))) return { kind: 'over', signUp };
  const own = signUp && (await ensureContractor(tx, signUp, contractor));
  await requireFree(tx, context, { email, known: known?.id === own?.id ? undefined : known });
  if (known === undefined || own !== undefined) return { kind: 'own', contractor: own, signUp };
  const isConfirmed = (signUp?.confirmedAt ?? null) !== null;
  return isConfirmed
    ? { kind: 'own', contractor: await lockContractor(tx, known.id), signUp }
    : { kind: 'known', signUp };
}

/**
 * The contractor that a sign-up continues with. Throws `conflict` when the sign-up has ended, or
 * its contractor has changed: staff changed the e-mail, or something was paid elsewhere.
 */
async function ensureContractor(
  tx: Database,
  signUp: SignUpRow,
  own: ContractorRow | undefined,
): Promise<ContractorRow | undefined> {
  if (signUp.endedAt !== null) throw signUpEnded();
  if (own !== undefined && (!isSameEmail(own.email, signUp.email) || !(await isUnpaid(tx, own))))
    throw signUpEnded();
  return own;
}

const otherEmail = (): AppError =>
  new AppError('conflict', {
    message: signUpMessages.otherEmail,
    fields: { email: signUpMessages.otherEmail },
  });

/** Throws `email_already_used` when an account, or a contractor who paid, has the e-mail. */
export async function requireFree(
  tx: Database,
  context: Context,
  { email, known }: { email: string; known: { id: number } | undefined },
): Promise<void> {
  const other = known && (await lockContractor(tx, known.id));
  const isPaying = other !== undefined && !(await isUnpaid(tx, other));
  if (isPaying || (await isEmailUsed(tx, email, context.clock.now()))) throw emailRegistered();
}

/**
 * Creates the contractor of a sign-up, or replaces its data. The e-mail doesn't change. Throws
 * `invalid` for a referral that isn't allowed.
 */
export async function register(
  tx: Database,
  context: Context,
  {
    registration,
    contractor,
  }: { registration: Registration; contractor: ContractorRow | undefined },
): Promise<Applicant> {
  if (contractor === undefined) {
    const contractorId = await registerContractor(tx, registration, context.clock.now());
    return { contractorId, isReferred: registration.referralId !== null };
  }
  requireReferable(contractor, registration);
  await correctRegistration(tx, contractor, registration);
  return {
    contractorId: contractor.id,
    isReferred: (registration.referralId ?? contractor.referralId) !== null,
  };
}

/**
 * The sign-up's contractor data, with its referral code resolved. Throws `invalid` for an unknown
 * code.
 */
export async function toRegistration(tx: Database, details: SignUpDetails): Promise<Registration> {
  const { referralCode, ...facts } = details;
  if (referralCode === '') return { ...facts, referralId: null };
  const referrer = await findReferrer(tx, referralCode);
  if (referrer === null) throw invalidField('referralCode', signUpMessages.referral);
  return { ...facts, referralId: referrer.id };
}

/** Rejects referring oneself, and a referral of a partner's contractor. */
function requireReferable({ id, partnerId }: ContractorRow, { referralId }: Registration): void {
  if (referralId === null || (referralId !== id && partnerId === null)) return;
  throw invalidField('referralCode', 'This referral code cannot be used with this e-mail.');
}

/** Records a new contractor's sign-up and notifies the staff who handle new contractors. */
export async function announceSignUp(
  tx: Database,
  context: Context,
  {
    contractorId,
    details,
    address,
  }: { contractorId: number; details: SignUpDetails; address: string },
): Promise<void> {
  const entry = {
    action: 'contractor.signed-up',
    entity: 'contractor',
    entityId: contractorId,
    contractorId,
  } as const;
  await recordAudit(tx, context.clock, { address }, entry);
  const { companyName: company, firstName, lastName, email, phone } = details;
  await notify(tx, context, {
    event: 'lead-created',
    key: `lead-created:${contractorId}`,
    contractorId,
    data: {
      lead: { company, name: `${firstName} ${lastName}`, email, phone, state: '' },
      link: `${context.config.publicUrl}/manage/contractors?search=${encodeURIComponent(email)}`,
    },
  });
}
