import * as m from '#messages';
import { paymentStatuses } from '@lintel/contract/billing/tiers';
import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import { mapValues } from '@lintel/contract/core/map-values';
import { isOneOf } from '@lintel/contract/core/narrow';
import type { ContractorChange } from '../requests.ts';

/** The form's values; numbers are text, as typed or chosen. */
export interface EditValues {
  companyName: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  plan: string;
  paymentStatus: string;
  managerId: string;
  partnerId: string;
  referralId: string;
  mode: 'Auto' | 'Manual';
  /** The number of team users in Manual mode. */
  size: string;
}

const idText = (id: number | null | undefined): string =>
  id === null || id === undefined ? '' : String(id);

/** The form's initial values. */
export const toEditValues = ({
  contractor: row,
  manager,
}: Pick<ManagedContractor, 'contractor' | 'manager'>): EditValues => ({
  companyName: row.companyName,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  email: row.email,
  plan: idText(row.plan?.id),
  paymentStatus: row.paymentStatus,
  managerId: idText(manager?.id),
  partnerId: idText(row.partnerId),
  referralId: idText(row.referralId),
  mode: row.maxTeamUsers === null ? 'Auto' : 'Manual',
  size: String(row.maxTeamUsers ?? 0),
});

/** The resulting team size: null uses the tier's, ignoring the number in the disabled field. */
const teamSize = ({ mode, size }: EditValues): number | null =>
  mode === 'Auto' ? null : Number(size);

const contactFields = ['companyName', 'firstName', 'lastName', 'phone', 'email'] as const;
const programFields = ['partnerId', 'referralId'] as const;

/**
 * The form's changes only. A removed partner or referral is not sent as an empty id; a separate
 * flag reports that neither is left. Once there is an owner, the contact is theirs and is omitted.
 */
export function editChanges(
  initial: EditValues,
  values: EditValues,
  hasUser: boolean,
): ContractorChange {
  const isChanged = (name: keyof EditValues): boolean => values[name] !== initial[name];
  const change: ContractorChange = {};
  if (!hasUser) for (const name of contactFields) if (isChanged(name)) change[name] = values[name];
  if (isChanged('plan') && values.plan !== '') change.plan = Number(values.plan);
  if (isChanged('paymentStatus') && isOneOf(paymentStatuses, values.paymentStatus))
    change.paymentStatus = values.paymentStatus;
  if (isChanged('managerId'))
    change.managerId = values.managerId === '' ? null : Number(values.managerId);
  for (const name of programFields)
    if (isChanged(name) && values[name] !== '') change[name] = values[name];
  const had = programFields.some((name) => initial[name] !== '');
  if (had && programFields.every((name) => values[name] === '')) change.noProgram = true;
  if (teamSize(values) !== teamSize(initial)) change.maxTeamUsers = teamSize(values);
  return change;
}

/** Whether the form has changes. */
export const isDirty = (change: ContractorChange): boolean => Object.keys(change).length > 0;

/** The fields' labels. */
export const labels: Record<keyof EditValues, string> = {
  companyName: m.contractors_edit_companyName(),
  firstName: m.contractors_edit_firstName(),
  lastName: m.contractors_edit_lastName(),
  phone: m.common_phone(),
  email: m.common_email(),
  plan: m.common_plan(),
  paymentStatus: m.contractors_paymentStatus(),
  managerId: m.shell_successManager(),
  partnerId: m.contractors_edit_partnerId(),
  referralId: m.contractors_edit_referralId(),
  mode: m.contractors_edit_multipleUsers(),
  size: m.contractors_edit_multipleUsers(),
};

/**
 * The form after another user saved first: this form's changes, and the stored values of all other
 * fields.
 */
export function rebased(initial: EditValues, values: EditValues, stored: EditValues): EditValues {
  const merged = mapValues(labels, (_label, name) =>
    values[name] === initial[name] ? stored[name] : values[name],
  );
  // The mode and the number belong together: mixing halves would give a value that neither user
  // chose.
  const { mode, size } = teamSize(values) === teamSize(initial) ? stored : values;
  return { ...merged, mode, size };
}
