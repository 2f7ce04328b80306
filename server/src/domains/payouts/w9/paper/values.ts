import type { W9Details } from '@lintel/contract/payouts/w9-form';
import type { TaxClassification } from '@lintel/contract/payouts/w9-text';
import type { lines } from './geometry.ts';

/** What stands on a form. */
export interface PaperValues {
  lines: Record<keyof typeof lines, string>;
  ticked: TaxClassification[];
  /** Nine digits, or dots in their place; one of both is empty. */
  ssn: string;
  ein: string;
  crossedOut: boolean;
  /** How it was signed, in lines below the signature. */
  record: string[];
}

export const noValues: PaperValues = {
  lines: {
    fullName: '',
    companyName: '',
    llcClassification: '',
    otherClassification: '',
    exemptPayeeCode: '',
    fatcaCode: '',
    address: '',
    city: '',
    signature: '',
    date: '',
  },
  ticked: [],
  ssn: '',
  ein: '',
  crossedOut: false,
  record: [],
};

/** A number of which the last four digits are told. */
const dotted = (digits: string): string => (digits === '' ? '' : `•••••${digits.slice(-4)}`);

/** The same without the tax number: for everybody but the reviewer. */
export const withoutTin = (values: PaperValues): PaperValues => ({
  ...values,
  ssn: dotted(values.ssn),
  ein: dotted(values.ein),
});

/** What was typed and signed, as it stands on the form. */
export function valuesOf(
  names: { fullName: string; companyName: string },
  form: W9Details,
  signed: { date: string; record: string[] },
): PaperValues {
  const { taxClassification, ssn, ein, subjectToWithholding, ...written } = form;
  const ticked = taxClassification;
  return {
    lines: {
      ...names,
      ...written,
      llcClassification: ticked.includes('llc') ? written.llcClassification : '',
      otherClassification: ticked.includes('other') ? written.otherClassification : '',
      signature: written.signature,
      date: signed.date,
    },
    ticked,
    ssn,
    ein,
    crossedOut: subjectToWithholding,
    record: signed.record,
  };
}

/** A W-9 on paper: the project's own, or the one that the deployer has put in its place. */
export interface W9Paper {
  /** The form to be filled in, as a PDF with fields. */
  blank(at: Date): Promise<Buffer>;
  /** The form with what was typed, which nobody can change any more. */
  filled(values: PaperValues, at: Date): Promise<Buffer>;
}
