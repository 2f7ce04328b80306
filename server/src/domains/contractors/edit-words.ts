import type { Database } from '../../platform/db/connect.ts';
import type { Editable } from './edit-rules.ts';
import { plansWithIds } from './plan-repository.ts';

/** A changed field as people read it. */
export interface WordedChange {
  field: string;
  from: string;
  to: string;
}

/** The dialog's label of each column. */
const labels: Record<keyof Editable, string> = {
  companyName: 'Company Name',
  firstName: 'First Name',
  lastName: 'Last Name',
  phone: 'Phone',
  email: 'E-mail',
  planId: 'Plan',
  paymentStatus: 'Payment Status',
  partnerId: 'Partner ID',
  referralId: 'Referral ID',
  maxTeamUsers: 'Multiple users',
};

/** The names that the API has for columns of another name. */
export const wireName = (column: keyof Editable): string => (column === 'planId' ? 'plan' : column);

/** What changes from `stored` to `changes`, in words: a plan by its name, no own team size as `Auto`. */
export async function inWords(db: Database, stored: Editable, changes: Partial<Editable>): Promise<WordedChange[]> {
  const planIds = 'planId' in changes ? [stored.planId, changes.planId].filter((id) => typeof id === 'number') : [];
  const rows = await plansWithIds(db, planIds);
  const word = (column: keyof Editable, value: string | number | null | undefined): string => {
    if (column === 'planId') return rows.find(({ id }) => id === value)?.name ?? '';
    return column === 'maxTeamUsers' ? String(value ?? 'Auto') : String(value ?? '');
  };
  const columns = Object.keys(changes) as (keyof Editable)[];
  return columns.map((column) => ({
    field: labels[column],
    from: word(column, stored[column]),
    to: word(column, changes[column]),
  }));
}
