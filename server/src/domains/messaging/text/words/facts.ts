import type { DocumentKind } from '@lintel/contract/documents/constants';
import type { TextKind } from '@lintel/contract/texts/constants';

/** Who writes, and the link that the text is about. */
interface WithLink {
  company: string;
  link: string;
}
interface OfLender extends WithLink {
  lender: string;
}
interface Request extends OfLender {
  /** Of the lender, as people write it; empty where it isn't known. */
  phone: string;
  /** The last day; empty where there is none. */
  until: string;
}

/** What the words of each text use. */
export interface TextFacts extends Record<TextKind, { company: string }> {
  'homeowner-received': WithLink;
  'homeowner-confirm': WithLink;
  'homeowner-offers': WithLink;
  'homeowner-no-offers': WithLink;
  'homeowner-choice': OfLender;
  'homeowner-taken-back': OfLender;
  'homeowner-information': Request;
  'homeowner-approved': OfLender;
  'homeowner-funded': OfLender;
  'homeowner-expiring': Request;
  'homeowner-withdrawn': { company: string };
  /** `amount` is `$12,000`, or empty. */
  'link-apply': WithLink & { amount: string };
  'link-reminder': WithLink;
  /** `total` is `$12,000.00`. */
  document: WithLink & { kind: DocumentKind; number: number; total: string };
}

/** The texts of one language, and what they call a sender whose name has no letter for phones. */
export interface TextWords {
  unnamed: { company: string; lender: string };
  texts: { [Kind in TextKind]: (facts: TextFacts[Kind]) => string };
}
