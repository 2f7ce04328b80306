import { useState } from 'react';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { submitW9 as endpoint } from '@lintel/contract/payouts/w9';
import type { W9Form } from '@lintel/contract/payouts/w9-form';
import { w9Messages, type TaxClassification } from '@lintel/contract/payouts/w9-text';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';

const post = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}/w9', encoding: 'multipart' },
  { handles: [403, 429, 500] },
);

/** Submits the form; the server renders the PDF. */
function submitW9(id: number, { fullName, companyName, ...form }: W9Form) {
  const isSSN = form.ssn !== '';
  return post({ params: { id }, body: { id, fullName, companyName, isSSN, isEIN: !isSSN, form } });
}

export interface W9Values {
  fullName: string;
  companyName: string;
  taxClassification: TaxClassification[];
  llcClassification: string;
  otherClassification: string;
  exemptPayeeCode: string;
  fatcaCode: string;
  address: string;
  city: string;
  ssn: string;
  ein: string;
  subjectToWithholding: boolean;
  signature: string;
}

/** Splits a company address at the first comma into street and city. */
function splitAddress(address: string): { address: string; city: string } {
  const [street = '', ...rest] = address.split(',');
  return { address: street.trim(), city: rest.join(',').trim() };
}

/** Known values are prefilled; anything the signer certifies stays empty. */
const initialValues = ({ companyName, companyAddress }: Contractor, payee: string): W9Values => ({
  fullName: payee,
  companyName,
  taxClassification: [],
  llcClassification: '',
  otherClassification: '',
  exemptPayeeCode: '',
  fatcaCode: '',
  ...splitAddress(companyAddress),
  ssn: '',
  ein: '',
  subjectToWithholding: false,
  signature: '',
});

/** Marks a missing field without a message; its section shows the message once. */
export const errorOn = (message: string | undefined): string | boolean | undefined =>
  message === w9Messages.required ? true : message;

/** The W-9 form: fields, errors, and submission. */
export function useW9Form(contractor: Contractor, onSubmitted: () => void) {
  const { user } = useSession();
  const [initial] = useState(() =>
    initialValues(contractor, `${user.firstname} ${user.lastname}`.trim()),
  );
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm({
    initial,
    rules: () => import('@lintel/contract/payouts/w9-form').then((w9) => w9.w9Form),
    onSubmit: async (sent) => {
      setFailure(null);
      const { error, message } = await submitW9(contractor.id, sent);
      if (error !== undefined) return setFailure(message);
      showToast(message, 'success', toastLife.long);
      return onSubmitted();
    },
    onFailure: (error) => setFailure(errorMessage(error)),
    fieldFor: (name) => name.replace(/^form\./, ''),
  });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial);
  return { ...form, failure, isChanged };
}
export type W9FormState = ReturnType<typeof useW9Form>;
