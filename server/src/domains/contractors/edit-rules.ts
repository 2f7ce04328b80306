import type { Received } from '@lintel/contract/core/endpoint';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import type { updateContractor } from '@lintel/contract/contractors/edit';
import { statusChoices } from '@lintel/contract/contractors/manage-constants';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { contractors } from './tables.ts';

export type Change = Received<typeof updateContractor, 'body'>;
export type Stored = typeof contractors.$inferSelect;

/** What the dialog can change, by its column. */
export type Editable = Pick<
  Stored,
  | 'companyName'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'email'
  | 'planId'
  | 'paymentStatus'
  | 'managerId'
  | 'partnerId'
  | 'referralId'
  | 'maxTeamUsers'
>;

const contactFields = ['companyName', 'firstName', 'lastName', 'phone', 'email'] as const;

/**
 * A new partner takes the place of the referral and the other way around: a contractor takes part
 * in one program.
 */
function programOf({ partnerId, referralId, noProgram }: Change): Partial<Editable> {
  if (partnerId !== undefined) return { partnerId, referralId: null };
  if (referralId !== undefined) return { partnerId: null, referralId };
  return noProgram ? { partnerId: null, referralId: null } : {};
}

/** What is asked for, as columns; what is not sent is not there. */
export function wantedOf(change: Change): Partial<Editable> {
  const contact = contactFields
    .filter((field) => change[field] !== undefined)
    .map((field) => [field, change[field]]);
  return {
    ...Object.fromEntries(contact),
    ...(change.plan !== undefined && { planId: change.plan }),
    ...(change.paymentStatus !== undefined && { paymentStatus: change.paymentStatus }),
    ...(change.managerId !== undefined && { managerId: change.managerId }),
    ...programOf(change),
    ...(change.maxTeamUsers !== undefined && { maxTeamUsers: change.maxTeamUsers }),
  };
}

/** The part of `wanted` that is not as it is stored. */
export function changesOf(stored: Stored, wanted: Partial<Editable>): Partial<Editable> {
  const names = Object.keys(wanted) as (keyof Editable)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== stored[name]).map((name) => [name, wanted[name]]),
  );
}

/** Throws `access_denied` for another plan or team size without `plan_modify`. */
export function requireRights({ authenticated }: Caller, changes: Partial<Editable>): void {
  if (!('planId' in changes) && !('maxTeamUsers' in changes)) return;
  const may = authenticated.privileges.some(
    ({ resource, code }) => resource === 'manage-contractors' && code === 'plan_modify',
  );
  if (!may) throw new AppError('access_denied');
}

/** Throws field errors for what staff may not make of this contractor. */
export function requireAllowed(stored: Stored, changes: Partial<Editable>): void {
  const contact = contactFields.find((field) => field in changes);
  if (stored.ownerId !== null && contact !== undefined) {
    throw invalidField(contact, "This is the account owner's own and is changed in Personal Info.");
  }
  const { paymentStatus } = changes;
  if (paymentStatus !== undefined) requireTransition(stored.paymentStatus, paymentStatus);
  for (const field of ['partnerId', 'referralId'] as const) {
    if (changes[field] === stored.id)
      throw invalidField(field, 'A contractor cannot be its own partner or referral.');
  }
}

function requireTransition(from: PaymentStatus, to: PaymentStatus): void {
  const [, next] = statusChoices(from);
  if (to !== next)
    throw invalidField('paymentStatus', `From ${from} the payment status can only become ${next}.`);
}
