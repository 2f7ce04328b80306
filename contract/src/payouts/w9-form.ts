import { z } from 'zod';
import { hasLetter, isVisible } from '../core/field-rules.ts';
import { messages, optionalText } from '../core/fields.ts';
import { stripSeparators, isEin, isItin, isSsn } from './numbers.ts';
import { taxClassifications, w9Limits as limits, w9Messages } from './w9-text.ts';

/** A required line. */
const line = (max: number) =>
  optionalText(max).pipe(z.string().refine(isVisible, w9Messages.required));

const classifications = taxClassifications.map(({ value }) => value);
const code = (pattern: RegExp, message: string) =>
  z
    .string()
    .transform((typed) => typed.trim().toUpperCase())
    .pipe(z.string().regex(pattern, message))
    .default('');
const tin = () => z.string().transform(stripSeparators).default('');

/** A name or a signature. */
const nameLine = (max: number) => line(max).pipe(z.string().refine(hasLetter, messages.letters));

/** The person or company on lines 1 and 2. */
export const w9Names = {
  fullName: nameLine(limits.fullName),
  companyName: optionalText(limits.companyName).default(''),
};

const details = z.object({
  /** The checked boxes. */
  taxClassification: z
    .array(z.enum(classifications))
    .min(1, w9Messages.required)
    .max(1, w9Messages.oneBox),
  /** The company's tax classification: C, S, or P. */
  llcClassification: code(/^[CSP]?$/, w9Messages.llc),
  otherClassification: optionalText(limits.otherClassification).default(''),
  exemptPayeeCode: code(/^([1-9]|1[0-3])?$/, w9Messages.payeeCode),
  fatcaCode: code(/^[A-M]?$/, w9Messages.fatcaCode),
  address: line(limits.address),
  city: line(limits.city),
  /** One of the two, with or without dashes; an ITIN goes in place of the SSN. */
  ssn: tin(),
  ein: tin(),
  /** The second item of the certification is crossed out. */
  subjectToWithholding: z.boolean().default(false),
  /** The signer's name, typed as the signature. */
  signature: nameLine(limits.signature),
});

interface W9Input {
  taxClassification?: readonly string[];
  llcClassification?: string;
  otherClassification?: string;
  ssn?: string;
  ein?: string;
}

/** Rules that span several fields. Each names the field of its message. */
const rules: readonly {
  path: keyof W9Input;
  message: string;
  holds: (form: W9Input) => boolean;
}[] = [
  {
    path: 'llcClassification',
    message: w9Messages.required,
    holds: ({ taxClassification = [], llcClassification }) =>
      !taxClassification.includes('llc') || Boolean(llcClassification),
  },
  {
    path: 'otherClassification',
    message: w9Messages.required,
    holds: ({ taxClassification = [], otherClassification }) =>
      !taxClassification.includes('other') || Boolean(otherClassification),
  },
  { path: 'ein', message: w9Messages.oneTin, holds: ({ ssn, ein }) => !(ssn && ein) },
  {
    path: 'ssn',
    message: w9Messages.tin,
    holds: ({ ssn, ein }) => (ssn ? isSsn(ssn) || isItin(ssn) : Boolean(ein)),
  },
  {
    path: 'ein',
    message: w9Messages.tin,
    holds: ({ ssn, ein }) => !ein || Boolean(ssn) || isEin(ein),
  },
];

/** The rules also run when single fields are invalid, so that all problems are reported at once. */
const always = { when: () => true };

const withRules = <Schema extends z.ZodType<W9Input>>(schema: Schema): Schema =>
  rules.reduce<Schema>(
    (checked, { path, message, holds }) =>
      checked.refine((form) => holds(form), { path: [path], message, ...always }),
    schema,
  );

/** The typed fields except both names. */
export const w9Details = withRules(details);
export type W9Details = z.output<typeof w9Details>;

/** The whole form. */
export const w9Form = withRules(details.extend(w9Names));
export type W9Form = z.output<typeof w9Form>;
