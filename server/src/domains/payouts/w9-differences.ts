import type { ReviewedW9 } from '@lintel/contract/payouts-w9';
import { payeeName } from './present-method.ts';

type Difference = ReviewedW9['differences'][number];

/** Letter case and white space do not count, as in the contractors' own column that flags them. */
const bare = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Where the names on a form are others than the contractor's; a business name that the form leaves
 * empty is none.
 */
export function differencesOf(
  form: { fullName: string; companyName: string },
  contractor: { firstName: string; lastName: string; companyName: string },
): Difference[] {
  const own = payeeName(contractor);
  const name: Difference = { field: 'name', form: form.fullName, contractor: own };
  const company: Difference = {
    field: 'company',
    form: form.companyName,
    contractor: contractor.companyName,
  };
  return [
    ...(bare(form.fullName) === bare(own) ? [] : [name]),
    ...(form.companyName === '' || bare(form.companyName) === bare(contractor.companyName)
      ? []
      : [company]),
  ];
}
