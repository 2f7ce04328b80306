/** The boxes for the federal tax classification, in the form's order. */
export const taxClassifications = [
  { value: 'individual', label: 'Individual/sole proprietor' },
  { value: 'c-corporation', label: 'C corporation' },
  { value: 's-corporation', label: 'S corporation' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'trust-estate', label: 'Trust/estate' },
  { value: 'llc', label: 'Limited liability company (LLC)' },
  { value: 'other', label: 'Other' },
] as const;
export type TaxClassification = (typeof taxClassifications)[number]['value'];

/**
 * The signed certification, as the Internal Revenue Service requires of a substitute form; its text
 * is a work of the United States government. Changing it needs a new version.
 */
export const w9Certification = {
  version: '2024-03',
  intro: 'Under penalties of perjury, I certify that:',
  items: [
    'The number shown on this form is my correct taxpayer identification number (or I am waiting for a number to be issued to me); and',
    'I am not subject to backup withholding because (a) I am exempt from backup withholding, or (b) I have not been notified by the Internal Revenue Service (IRS) that I am subject to backup withholding as a result of a failure to report all interest or dividends, or (c) the IRS has notified me that I am no longer subject to backup withholding; and',
    'I am a U.S. citizen or other U.S. person; and',
    'The FATCA code(s) entered on this form (if any) indicating that I am exempt from FATCA reporting is correct.',
  ],
  instruction:
    'Item 2 is crossed out when the IRS has notified you that you are currently subject to backup withholding because you have failed to report all interest and dividends on your tax return.',
  notice:
    'The Internal Revenue Service does not require your consent to any provision of this document other than the certifications required to avoid backup withholding.',
} as const;

/** The item that is crossed out for backup withholding, counted from 0. */
export const withholdingItem = 1;

export const w9Limits = {
  fullName: 255,
  companyName: 250,
  address: 255,
  city: 255,
  otherClassification: 50,
  signature: 255,
} as const;

export const w9Messages = {
  required: 'These fields are required.',
  oneBox: 'Please check only one box.',
  tin: 'Please enter a valid 9-digit TIN number.',
  oneTin: 'Please enter one TIN option only (SSN or EIN).',
  llc: 'Please enter C, S or P.',
  payeeCode: 'Please enter a code from 1 to 13.',
  fatcaCode: 'Please enter a letter from A to M.',
  differences:
    'The name or the company on the form differs from the contractor’s. Check “Skip all differences” to verify it anyway.',
} as const;
