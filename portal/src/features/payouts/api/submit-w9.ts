import type { submitW9 as endpoint } from '@lintel/contract/payouts-w9';
import type { W9Form } from '@lintel/contract/payouts-w9-form';
import { call } from '../../../lib/api/call.ts';

const post = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}/w9', encoding: 'multipart' },
  { handles: [403, 429, 500] },
);

/** Hands in what was typed; the PDF is made of it on the server. */
export function submitW9(id: number, { fullName, companyName, ...form }: W9Form) {
  const isSSN = form.ssn !== '';
  return post({ params: { id }, body: { id, fullName, companyName, isSSN, isEIN: !isSSN, form } });
}
