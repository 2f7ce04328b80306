import type { Contractor } from '@lintel/contract/contractors';
import { w9Messages, type TaxClassification } from '@lintel/contract/payouts-w9-text';

/** What is typed into the form. */
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

/** A company's address in one line, as street and city: parted at the first comma. */
function partsOf(address: string): { address: string; city: string } {
  const [street = '', ...rest] = address.split(',');
  return { address: street.trim(), city: rest.join(',').trim() };
}

/** What is known already; what has to be sworn to stays empty. */
export const initialOf = (
  { companyName, companyAddress }: Contractor,
  payee: string,
): W9Values => ({
  fullName: payee,
  companyName,
  taxClassification: [],
  llcClassification: '',
  otherClassification: '',
  exemptPayeeCode: '',
  fatcaCode: '',
  ...partsOf(companyAddress),
  ssn: '',
  ein: '',
  subjectToWithholding: false,
  signature: '',
});

/** A missing field is marked; what is wrong with it is said once for its section. */
export const errorOn = (message: string | undefined): string | boolean | undefined =>
  message === w9Messages.required ? true : message;
