import type { ContractorRow, createAccount as endpoint } from '@lintel/contract/contractors-manage';
import { accepted } from '../../../lib/api/accepted.ts';
import { call } from '../../../lib/api/call.ts';

const create = call<typeof endpoint>(
  { method: 'POST', path: '/manage/contractor/{id}/account', encoding: 'form' },
  { handles: [500] },
);

/**
 * Makes the account of a contractor's owner from the contact that is known, and sends the
 * confirmation e-mail.
 */
export const createAccount = async (row: ContractorRow, managerId: string) => {
  const { id, email, firstName: firstname, lastName: lastname, plan } = row;
  const body = { email, firstname, lastname, ...(plan && { planId: plan.id }), managerId };
  return accepted(await create({ params: { id }, body }));
};
