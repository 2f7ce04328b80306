import type { DocumentKind } from '@lintel/contract/documents/constants';
import type { TextKind } from '@lintel/contract/texts/constants';

/** The sender, and the link that the text is about. */
interface WithLink {
  company: string;
  link: string;
}
interface WithLender extends WithLink {
  lender: string;
}
interface Request extends WithLender {
  /** The lender's formatted phone number; empty if unknown. */
  phone: string;
  /** The deadline; empty without one. */
  until: string;
}

/** The data of each text. */
export interface TextFacts extends Record<TextKind, { company: string }> {
  'homeowner-received': WithLink;
  'homeowner-confirm': WithLink;
  'homeowner-offers': WithLink;
  'homeowner-no-offers': WithLink;
  'homeowner-choice': WithLender;
  'homeowner-taken-back': WithLender;
  'homeowner-information': Request;
  'homeowner-approved': WithLender;
  'homeowner-funded': WithLender;
  'homeowner-reversed': { company: string; lender: string };
  'homeowner-expiring': Request;
  'homeowner-withdrawn': { company: string };
  /** `amount` is `$12,000`, or empty. */
  'link-apply': WithLink & { amount: string };
  'link-reminder': WithLink;
  /** `total` is `$12,000.00`. */
  document: WithLink & { kind: DocumentKind; number: number; total: string };
}

/** The texts of one language, and its name for a sender without letters in the GSM alphabet. */
export interface TextWords {
  unnamed: { company: string; lender: string };
  texts: { [Kind in TextKind]: (facts: TextFacts[Kind]) => string };
}
