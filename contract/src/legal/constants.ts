import type { UsState } from '../core/us-states.ts';
import { keysOf, nonEmpty } from '../core/map-values.ts';
import type { ConsentKind } from './consent-kinds.ts';

export { consentKinds, type ConsentKind } from './consent-kinds.ts';

/** Constants of legal texts without schemas, for pages that must stay small. */

interface LegalKind {
  /** The label for staff. */
  label: string;
  /** Its purpose and legal requirements. */
  help: string;
  /**
   * A consent appears next to a checkbox of the application form; a notice is a separate page; a
   * state's disclosure appears with the consents of applicants in that state.
   */
  use: 'consent' | 'notice' | 'state';
  /** The state of a disclosure. */
  state?: UsState;
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
  'state-ca': {
    label: 'Disclosure for California',
    help: 'Married applicants and negative credit reports (Cal. Civ. Code 1812.30, 1785.26). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'CA',
  },
  'state-nj': {
    label: 'Disclosure for New Jersey',
    help: 'Provisions that may not apply (N.J. Stat. 56:12-16). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'NJ',
  },
  'state-ny': {
    label: 'Disclosure for New York',
    help: 'Consumer reports (N.Y. Gen. Bus. Law 380-b). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'NY',
  },
  'state-oh': {
    label: 'Disclosure for Ohio',
    help: 'Laws against discrimination (Ohio Rev. Code 4112.021). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'OH',
  },
  'state-ri': {
    label: 'Disclosure for Rhode Island',
    help: 'Credit reports (R.I. Gen. Laws 6-13.1-21). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'RI',
  },
  'state-vt': {
    label: 'Disclosure for Vermont',
    help: 'Authorization of credit reports (Vt. Stat. tit. 9, 2480e). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'VT',
  },
  'state-wi': {
    label: 'Disclosure for Wisconsin',
    help: 'Marital property (Wis. Stat. 766.56). Shown to applicants in this state, with the consents. Have your counsel review it.',
    use: 'state',
    state: 'WI',
  },
} as const satisfies Record<string, LegalKind>;

export type LegalKindName = keyof typeof kinds;
export const legalKinds: Readonly<Record<LegalKindName, LegalKind>> = kinds;
export const legalKindNames = nonEmpty(keysOf(kinds));

export type StateKind = Extract<LegalKindName, `state-${string}`>;
const isStateKind = (kind: LegalKindName): kind is StateKind => legalKinds[kind].use === 'state';
export const stateKinds: readonly StateKind[] = legalKindNames.filter(isStateKind);
/** The disclosure of a state; undefined for states without one. */
export const stateKindOf = (state: string): StateKind | undefined =>
  stateKinds.find((kind) => legalKinds[kind].state === state);

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
