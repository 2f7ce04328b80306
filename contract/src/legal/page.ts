import type { Language } from '../core/language.ts';
import type { UsState } from '../core/us-states.ts';
import type { ConsentAnswer, ConsentKind, LegalKindName, providerLists } from './constants.ts';
import type { Block, Inline } from './markup.ts';
import type { PublicProvider } from './provider.ts';

/** A text on a page: its title, its first paragraph, and the rest. */
export interface PageText {
  title: string;
  lead: Inline[];
  rest: Block[];
}

/** A consent checkbox of the application form with its text. */
export interface ConsentBox extends PageText {
  kind: ConsentKind;
  /** Sent back with the answer, so that people agree only to texts they were shown. */
  hash: string;
}

/** A state's disclosure on the application form. */
export interface StateText extends PageText {
  state: UsState;
  /** Sent back, to record what was shown. */
  hash: string;
}

/** A homeowner's answer to a text. Instants and days are text. */
export interface AgreedText extends PageText {
  answer: ConsentAnswer;
  at: string;
  /** When it was withdrawn; null otherwise. */
  withdrawnAt: string | null;
  version: string;
  /** The language it was shown in. */
  language: Language;
  hash: string;
}

/** A notice of adverse action; its day is text. */
export interface NoticeText extends PageText {
  id: number;
  lender: string;
  sent: string;
  language: Language;
  hash: string;
}

/** The views of the public legal pages. Days are text. */
export type LegalView =
  | {
      step: 'text';
      kind: LegalKindName;
      text: PageText;
      version: number;
      since: string;
      isCurrent: boolean;
      /** All published versions, newest first. */
      versions: { version: number; since: string }[];
    }
  | { step: (typeof providerLists)[number]; provider: PublicProvider }
  /** A homeowner's consents, and whether calls and texts can be withdrawn there. */
  | {
      step: 'agreed';
      number: number;
      texts: AgreedText[];
      mayWithdraw: boolean;
      justNow: boolean;
      /**
       * The application's secret, to send with the form; null where this browser's cookie has it,
       * and the return link leads there.
       */
      secret: string | null;
    }
  /** The last digits of the phone number open the notices of adverse action. */
  | { step: 'notice-ask'; isWrong: boolean }
  | {
      step: 'notices';
      number: number;
      /** What the forms send again; null where this browser's cookie is enough. */
      proof: { kind: 'ending'; ending: string } | { kind: 'secret'; token: string } | null;
      notices: NoticeText[];
    }
  | { step: 'missing' };

/** The provider's details in the footer. */
export interface ProviderLine {
  nmlsId: string;
  /** The names of states with a license. */
  states: string[];
  hasLenders: boolean;
}
