import type { W9Details } from '@lintel/contract/payouts/w9-form';
import type { TaxClassification } from '@lintel/contract/payouts/w9-text';

/** A box on the form's page, in points from its top left corner. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const page = { width: 612, height: 792 } as const;

export const lines = {
  fullName: { x: 52, y: 111, w: 516, h: 17 },
  companyName: { x: 52, y: 145, w: 516, h: 17 },
  llcClassification: { x: 344, y: 200.5, w: 22, h: 15 },
  otherClassification: { x: 104, y: 222, w: 262, h: 16 },
  exemptPayeeCode: { x: 528, y: 183, w: 36, h: 16 },
  fatcaCode: { x: 528, y: 221, w: 36, h: 16 },
  address: { x: 52, y: 263, w: 516, h: 17 },
  city: { x: 52, y: 297, w: 516, h: 17 },
  signature: { x: 104, y: 616, w: 300, h: 22 },
  date: { x: 440, y: 616, w: 128, h: 22 },
} as const satisfies Record<string, Box>;

const tick = (x: number, y: number): Box => ({ x, y, w: 10, h: 10 });

/** The check boxes of the tax classification. */
export const ticks = {
  individual: tick(54, 184),
  'c-corporation': tick(196, 184),
  's-corporation': tick(286, 184),
  partnership: tick(54, 203),
  'trust-estate': tick(130, 203),
  llc: tick(206, 203),
  other: tick(54, 225),
} as const satisfies Record<string, Box>;

const cellWidth = 17;
const group = (x: number, y: number, digits: number) => ({
  x,
  y,
  w: cellWidth * digits,
  h: 20,
  digits,
});

/** Cells for the digits of both numbers, in their usual groups. */
export const numbers = {
  ssn: [group(381, 362, 3), group(446, 362, 2), group(494, 362, 4)],
  ein: [group(381, 406, 2), group(429, 406, 7)],
} as const;

/** The values of a form. */
export interface PaperValues {
  lines: Record<keyof typeof lines, string>;
  ticked: TaxClassification[];
  /** Nine digits, or dots that mask them; one of the two is empty. */
  ssn: string;
  ein: string;
  crossedOut: boolean;
  /** The signature record, in lines below the signature. */
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

/** A number masked except for its last four digits. */
const dotted = (digits: string): string => (digits === '' ? '' : `•••••${digits.slice(-4)}`);

/** The same without the tax number, for everyone but the reviewer. */
export const withoutTin = (values: PaperValues): PaperValues => ({
  ...values,
  ssn: dotted(values.ssn),
  ein: dotted(values.ein),
});

/** The entered and signed values of the form. */
export function paperValues(
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

/** A printed W-9: the project's own, or the deployer's replacement. */
export interface W9Paper {
  /** The blank form, as a fillable PDF. */
  blank(at: Date): Promise<Buffer>;
  /** The form with its values, no longer editable. */
  filled(values: PaperValues, at: Date): Promise<Buffer>;
}
