import type { Cancellation } from '@lintel/contract/billing/cancellation';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import type { updateContractor } from '@lintel/contract/contractors/edit';
import { statusChoices } from '@lintel/contract/contractors/manage-constants';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Context } from '../../platform/context.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { hasProvenLately, type Caller } from '../../platform/http/caller.ts';
import { dollarsText, toCents } from '../../platform/money.ts';
import type { contractors } from './tables.ts';
import type { Database } from '../../platform/db/connect.ts';
import { plansWithIds } from './plan-repository.ts';
import { managersWithIds } from './repository.ts';

export type Change = RequestPart<typeof updateContractor, 'body'>;
export type ContractorRecord = typeof contractors.$inferSelect;

/** The editable columns. */
export type Editable = Pick<
  ContractorRecord,
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

/** A new partner replaces the referral and vice versa: a contractor takes part in one program. */
function changedProgram({ partnerId, referralId, noProgram }: Change): Partial<Editable> {
  if (partnerId !== undefined) return { partnerId, referralId: null };
  if (referralId !== undefined) return { partnerId: null, referralId };
  return noProgram ? { partnerId: null, referralId: null } : {};
}

/** The request as columns, without fields that weren't sent. */
export function requestedFields(change: Change): Partial<Editable> {
  const contact = contactFields
    .filter((field) => change[field] !== undefined)
    .map((field) => [field, change[field]]);
  return {
    ...Object.fromEntries(contact),
    ...(change.plan !== undefined && { planId: change.plan }),
    ...(change.paymentStatus !== undefined && { paymentStatus: change.paymentStatus }),
    ...(change.managerId !== undefined && { managerId: change.managerId }),
    ...changedProgram(change),
    ...(change.maxTeamUsers !== undefined && { maxTeamUsers: change.maxTeamUsers }),
  };
}

/** The part of `wanted` that differs from `stored`. */
export function findChanges(
  stored: ContractorRecord,
  wanted: Partial<Editable>,
): Partial<Editable> {
  const names = keysOf(wanted);
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== stored[name]).map((name) => [name, wanted[name]]),
  );
}

/** Throws `access_denied` when plan or team size changes without `plan_modify`. */
export function requireRights(caller: Caller, changes: Partial<Editable>): void {
  if ('planId' in changes || 'maxTeamUsers' in changes) requirePlanRight(caller);
}

function requirePlanRight({ authenticated }: Caller): void {
  const may = authenticated.privileges.some(
    ({ resource, code }) => resource === 'manage-contractors' && code === 'plan_modify',
  );
  if (!may) throw new AppError('access_denied');
}

/**
 * Throws `access_denied` for a refund without `plan_modify`, and `step_up_required` when the caller
 * hasn't recently confirmed their identity, as for any other refund.
 */
export function requireRefundRights(
  { clock }: Context,
  caller: Caller,
  decision: Cancellation | undefined,
): void {
  if (decision === undefined || decision.refund === 0) return;
  requirePlanRight(caller);
  if (!hasProvenLately(caller, clock.now())) throw new AppError('step_up_required');
}

/** The decision about a cancellation, for the history. */
export function decisionWords(decision: Cancellation | undefined): ChangedField[] {
  if (decision === undefined) return [];
  const { when, refund, reason } = decision;
  const end = when === 'now' ? 'Canceled now' : 'Canceled at the end of the paid year';
  const money = refund === 0 ? 'no refund' : `${dollarsText(toCents(refund))} refunded`;
  return [{ field: 'Cancellation', from: '', to: `${end}, ${money}. Reason: ${reason}` }];
}

/** Throws field errors for changes that staff can't make to this contractor. */
export function requireAllowed(stored: ContractorRecord, changes: Partial<Editable>): void {
  const contact = contactFields.find((field) => field in changes);
  if (stored.ownerId !== null && contact !== undefined) {
    throw invalidField(contact, 'Only the account owner can change this, in Personal Info.');
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
    throw invalidField(
      'paymentStatus',
      `The payment status can only change from ${from} to ${next}.`,
    );
}

/** A changed field, formatted for people. */
export interface ChangedField {
  field: string;
  from: string;
  to: string;
}

/** The manager's label in dialogs and histories. */
const managerLabel = 'Customer Success Manager';

/** The dialog's label of each column. */
const labels: Record<keyof Editable, string> = {
  companyName: 'Company Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone',
  email: 'E-mail',
  planId: 'Plan',
  paymentStatus: 'Payment Status',
  managerId: managerLabel,
  partnerId: 'Partner ID',
  referralId: 'Referral ID',
  maxTeamUsers: 'Multiple users',
};

/** The API name of a column. */
export const wireName = (column: keyof Editable): string => (column === 'planId' ? 'plan' : column);

/**
 * The changes from `stored` to `changes` as text: plan and manager by name, an unset team size as
 * `Auto`.
 */
export async function changedFields(
  db: Database,
  stored: Editable,
  changes: Partial<Editable>,
): Promise<ChangedField[]> {
  const idsIn = (column: 'planId' | 'managerId'): number[] =>
    column in changes
      ? [stored[column], changes[column]].filter((id) => typeof id === 'number')
      : [];
  const rows = await plansWithIds(db, idsIn('planId'));
  const people = await managersWithIds(db, idsIn('managerId'));
  const word = (column: keyof Editable, value: string | number | null | undefined): string => {
    if (column === 'planId') return rows.find(({ id }) => id === value)?.name ?? '';
    if (column === 'managerId') return people.find(({ id }) => id === value)?.fullName ?? '';
    return column === 'maxTeamUsers' ? String(value ?? 'Auto') : String(value ?? '');
  };
  const columns = keysOf(changes);
  return columns.map((column) => ({
    field: labels[column],
    from: word(column, stored[column]),
    to: word(column, changes[column]),
  }));
}
