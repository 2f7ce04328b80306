import type { Language } from '../core/language.ts';
import type { ConsentAnswer, ConsentKind, LegalKindName, providerLists } from './constants.ts';
import type { Block, Inline } from './markup.ts';
import type { ProviderFacts } from './provider.ts';

/** A text on a page: its title, its first paragraph, and the rest. */
export interface PageText {
  title: string;
  lead: Inline[];
  rest: Block[];
}

/** A box of the application form with its text. */
export interface ConsentBox extends PageText {
  kind: ConsentKind;
  /** Sent back, so that nobody agrees to a text that was not shown. */
  hash: string;
}

/** What the homeowner of an application did with a text. Moments and days are texts. */
export interface AgreedText extends PageText {
  answer: ConsentAnswer;
  at: string;
  /** When it was withdrawn, if it was. */
  withdrawnAt: string | null;
  version: string;
  /** In which it was shown. */
  language: Language;
  hash: string;
}

/** What the public legal pages show. Days are texts. */
export type LegalView =
  | {
      step: 'text';
      kind: LegalKindName;
      text: PageText;
      version: number;
      since: string;
      isCurrent: boolean;
      /** All that were shown, the newest first. */
      versions: { version: number; since: string }[];
    }
  | { step: (typeof providerLists)[number]; provider: ProviderFacts }
  /** What a homeowner agreed to, and whether calls and texts can be withdrawn there. */
  | {
      step: 'agreed';
      number: number;
      texts: AgreedText[];
      mayWithdraw: boolean;
      justNow: boolean;
      /**
       * The application's secret, for the form to send again; null where it is open in this
       * browser's cookie, and the way back leads there.
       */
      secret: string | null;
    }
  | { step: 'missing' };

/** What pages say of the provider at their end. */
export interface ProviderLine {
  nmlsId: string;
  /** Names of the states with a license. */
  states: string[];
  hasLenders: boolean;
}
