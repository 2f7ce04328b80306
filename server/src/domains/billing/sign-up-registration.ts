import type { SignUpDetails } from '@lintel/contract/billing-sign-up';
import { signUpMessages } from '@lintel/contract/billing-sign-up';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { claimEmail, correctRegistration, findReferrer, lockContractor, registerContractor } from '../contractors/index.ts';
import type { Registration } from '../contractors/index.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { findSignUp, hasFinishedSignUp, insertSignUp, type SignUpRow } from './sign-up-repository.ts';

type ContractorRow = Awaited<ReturnType<typeof lockContractor>>;

export interface Registered {
  contractorId: number;
  /** Somebody referred it: its first year costs less. */
  isReferred: boolean;
  /** It has paid, or has nothing to pay: there is nothing more to do. */
  isOver: boolean;
}

/** Somebody who never paid and has no account. */
const isLead = ({ ownerId, paymentStatus }: ContractorRow): boolean =>
  ownerId === null && (paymentStatus === 'Unpaid' || paymentStatus === 'Failed');

/**
 * Makes the contractor of a sign-up, or finds the one that it made before and puts down what is said now. A lead with the same e-mail
 * that never paid becomes this contractor. Throws `email_already_used`, and `invalid` for an unknown referral code.
 */
export async function register(
  tx: Database,
  deps: SignUpDeps,
  { details, tokenHash, address }: { details: SignUpDetails; tokenHash: string; address: string },
): Promise<Registered> {
  const signUp = await findSignUp(tx, tokenHash);
  const own = signUp && (await lockContractor(tx, signUp.contractorId));
  if (signUp && own && (signUp.finishedAt !== null || !isLead(own))) {
    return { contractorId: own.id, isReferred: own.referralId !== null, isOver: true };
  }
  const registration = await registrationOf(tx, details);
  const lead = await leadOf(tx, deps, details.email, own);
  if (lead !== undefined) requireReferable(lead, registration);
  const contractorId = lead?.id ?? (await registerContractor(tx, registration, deps.clock.now()));
  if (lead !== undefined) await correctRegistration(tx, lead, registration);
  if (signUp === undefined) await begin(tx, deps, { tokenHash, contractorId, details, address });
  const { referralId } = await lockContractor(tx, contractorId);
  return { contractorId, isReferred: referralId !== null, isOver: false };
}

async function registrationOf(tx: Database, details: SignUpDetails): Promise<Registration> {
  const { referralCode, ...facts } = details;
  if (referralCode === '') return { ...facts, referralId: null };
  const referrer = await findReferrer(tx, referralCode);
  if (referrer === null) throw invalidField('referralCode', signUpMessages.referral);
  return { ...facts, referralId: referrer.id };
}

/** Nobody refers oneself, or is referred besides being a partner's. */
function requireReferable({ id, partnerId }: ContractorRow, { referralId }: Registration): void {
  if (referralId === null || (referralId !== id && partnerId === null)) return;
  throw invalidField('referralCode', 'This referral code cannot be used with this e-mail.');
}

/** The contractor to go on with: the sign-up's own, else a lead with this e-mail; undefined for a new one. */
async function leadOf(
  tx: Database,
  deps: SignUpDeps,
  email: string,
  own: ContractorRow | undefined,
): Promise<ContractorRow | undefined> {
  const known = await claimEmail(tx, email);
  const other = known && known.id !== own?.id ? await lockContractor(tx, known.id) : undefined;
  const isTaken = other !== undefined && (!isLead(other) || (await hasFinishedSignUp(tx, other.id)));
  if (isTaken || (await deps.accounts.isEmailUsed(tx, email))) {
    throw new AppError('email_already_used', { fields: { email: signUpMessages.registered } });
  }
  return own ?? other;
}

/** Writes the sign-up down and tells of it. */
async function begin(
  tx: Database,
  deps: SignUpDeps,
  {
    tokenHash,
    contractorId,
    details,
    address,
  }: Pick<SignUpRow, 'tokenHash' | 'contractorId'> & { details: SignUpDetails; address: string },
): Promise<void> {
  const isNew = await insertSignUp(tx, { tokenHash, contractorId, startedAt: deps.clock.now() });
  if (!isNew) throw new AppError('in_progress');
  const entry = { action: 'contractor.signed-up', entity: 'contractor', entityId: contractorId, contractorId, address };
  await recordAudit(tx, deps.clock, null, entry);
  const { companyName, firstName, lastName, email, phone } = details;
  await deps.announce(tx, { contractorId, companyName, name: `${firstName} ${lastName}`, email, phone });
}
