import { keysOf, nonEmpty } from '../core/map-values.ts';
import type { ConsentKind } from './consent-kinds.ts';

export { consentKinds, type ConsentKind } from './consent-kinds.ts';

/** Constants of legal texts without schemas, for pages that must stay small. */

interface LegalKind {
  /** The label for staff. */
  label: string;
  /** Its purpose and legal requirements. */
  help: string;
  /** A consent appears next to a checkbox of the application form; a notice is a separate page. */
  use: 'consent' | 'notice';
  /** The application can't be sent without this consent. */
  required?: true;
}

const kinds = {
  sharing: {
    label: 'Sharing with lenders and soft inquiry',
    help: 'Written instructions to look at the credit report (15 USC 1681b), and consent to pass the application on.',
    use: 'consent',
    required: true,
  },
  'e-sign': {
    label: 'Electronic records and signatures',
    help: 'The right to paper, how to withdraw, and what hardware and software is needed (ESIGN, 15 USC 7001(c)).',
    use: 'consent',
    required: true,
  },
  contact: {
    label: 'Automated calls and texts',
    help: 'Prior express written consent (TCPA, 47 CFR 64.1200). It is never a condition of anything.',
    use: 'consent',
  },
  privacy: {
    label: 'Privacy notice',
    help: 'What is collected, who gets it, how long it is kept, and what homeowners may ask for.',
    use: 'notice',
  },
  terms: {
    label: 'Terms of use',
    help: 'What the service is, what it is not, and who is responsible for what.',
    use: 'notice',
  },
} as const satisfies Record<string, LegalKind>;

export type LegalKindName = keyof typeof kinds;
export const legalKinds: Readonly<Record<LegalKindName, LegalKind>> = kinds;
export const legalKindNames = nonEmpty(keysOf(kinds));

/** Each consent's subject in a few words. */
export const consentWords: Readonly<Record<ConsentKind, string>> = {
  sharing: kinds.sharing.label,
  'e-sign': kinds['e-sign'].label,
  contact: kinds.contact.label,
};

/** The provider's lists that public pages show with its texts. */
export const providerLists = ['licenses', 'lenders'] as const;

/** The form's messages for missing required consents. */
export const consentMissing = {
  sharing: 'Please agree, so that lenders may look at your application.',
  'e-sign': 'Please agree, so that you can get your offers and documents here.',
} as const;

export const consentChanged = 'The text has changed. Please reload the page and read it again.';

/** A homeowner's answers to a consent. */
export const consentAnswers = ['given', 'declined', 'withdrawn'] as const;
export type ConsentAnswer = (typeof consentAnswers)[number];

/** The most characters of a text. */
export const maxLegalText = 40_000;

/** Placeholders in braces, and the values that replace them in the displayed text. */
export const placeholders = {
  company: 'The contractor, as named on its page',
  brand: 'Your brand',
  provider: 'Your legal name, or your brand',
  contact: 'Your e-mail, phone and postal address',
  email: 'Your e-mail address',
  phone: 'Your phone number',
  privacyPage: 'Address of the privacy notice',
  termsPage: 'Address of the terms of use',
  lendersPage: 'Address of the list of lenders',
  dataPage: 'Address of the page where homeowners ask for their data',
} as const;
export type Placeholder = keyof typeof placeholders;
