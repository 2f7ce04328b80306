import type { Database } from '../../platform/db/connect.ts';
import type { Editable } from './edit-rules.ts';
import { plansWithIds } from './plan-repository.ts';
import { managersWithIds } from './repository.ts';

/** A changed field as people read it. */
export interface WordedChange {
  field: string;
  from: string;
  to: string;
}

/** What the customer success manager is called in dialogs and histories. */
export const managerLabel = 'Customer Success Manager';

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

/** The names that the API has for columns of another name. */
export const wireName = (column: keyof Editable): string => (column === 'planId' ? 'plan' : column);

/**
 * What changes from `stored` to `changes`, in words: plan and manager by their names, no own team
 * size as `Auto`.
 */
export async function inWords(
  db: Database,
  stored: Editable,
  changes: Partial<Editable>,
): Promise<WordedChange[]> {
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
  const columns = Object.keys(changes) as (keyof Editable)[];
  return columns.map((column) => ({
    field: labels[column],
    from: word(column, stored[column]),
    to: word(column, changes[column]),
  }));
}
