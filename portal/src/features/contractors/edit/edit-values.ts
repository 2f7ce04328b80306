import * as m from '#messages';
import { paymentStatuses } from '@lintel/contract/billing/tiers';
import type { ManagedContractor } from '@lintel/contract/contractors/edit';
import { mapValues } from '@lintel/contract/core/map-values';
import { isOneOf } from '@lintel/contract/core/narrow';
import type { ContractorChange } from '../requests.ts';

/** What the form holds; numbers are the texts that are typed or chosen. */
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
  /** How many team users in the mode Manual. */
  size: string;
}

const idText = (id: number | null | undefined): string =>
  id === null || id === undefined ? '' : String(id);

/** What the form starts with. */
export const valuesOf = ({
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

/**
 * What the team size comes to: null leaves it to the tier, whatever number stands in the disabled
 * field.
 */
const teamSizeOf = ({ mode, size }: EditValues): number | null =>
  mode === 'Auto' ? null : Number(size);

const contactFields = ['companyName', 'firstName', 'lastName', 'phone', 'email'] as const;
const programFields = ['partnerId', 'referralId'] as const;

/**
 * What a form asks to be changed: only what differs. A partner or a referral that was taken out is
 * not sent as an empty id; when none is left, that is said on its own. The contact belongs to the
 * owner once there is one.
 */
export function changesOf(
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
  if (teamSizeOf(values) !== teamSizeOf(initial)) change.maxTeamUsers = teamSizeOf(values);
  return change;
}

/** Whether a form asks for anything. */
export const isDirty = (change: ContractorChange): boolean => Object.keys(change).length > 0;

/** What the fields are called. */
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
 * The form after somebody else was faster: what was typed here, and what is stored now in every
 * field that was left alone.
 */
export function rebased(initial: EditValues, values: EditValues, theirs: EditValues): EditValues {
  const merged = mapValues(labels, (_label, name) =>
    values[name] === initial[name] ? theirs[name] : values[name],
  );
  // Mode and number say one thing together: a half of each would be a third thing that nobody
  // chose.
  const { mode, size } = teamSizeOf(values) === teamSizeOf(initial) ? theirs : values;
  return { ...merged, mode, size };
}
