import type { Language } from '../core/language.ts';
import type { CalculatorRates } from './calculator.ts';

/**
 * What passes between a website, the loader on it and the frames from our origin. No schemas: the
 * loader must stay tiny.
 */

/**
 * What a frame sends to the loader: the height of its content, a part of it that the reader has to
 * see (`top` from the frame's upper edge), or that its dialog closes. Lengths are pixels.
 */
export type FrameMessage =
  | { lintel: 'height'; height: number }
  | { lintel: 'show'; top: number; height: number }
  | { lintel: 'close' };
/** What the loader may tell a frame: its dialog was opened. */
export interface HostMessage {
  lintel: 'open';
}

/**
 * Colours as `#RRGGBB`: of the buttons, of headings and figures, and the one preferred for text on
 * buttons.
 */
export interface WidgetColors {
  color1: string;
  color2: string;
  color3: string;
}

/** What the calculator's page is made of. */
export interface CalculatorPage {
  language: Language;
  companyName: string;
  /** Where the offers are, or null when their button is hidden. */
  offersUrl: string | null;
  colors: WidgetColors;
  border: boolean;
  rates: CalculatorRates;
  /** Address of its script, which has the texts of the page's language. */
  script: string;
}

/** How the public page is drawn for a frame on somebody's website. */
export interface PageEmbed {
  /** The whole page, or its application form alone. */
  view: 'full-page' | 'apply';
  colors: WidgetColors;
  /** Whether it has the button that leads to the form. */
  offersButton: boolean;
  /** Address of the frame's script. */
  script: string;
}

/** A page for a frame that cannot show its widget, and why. */
export interface CalmPage {
  language: Language;
  reason: CalmReason;
}
export type CalmReason =
  | { kind: 'unknown' }
  /** The page was closed; `phone` is ten digits, or empty. */
  | { kind: 'closed'; companyName: string; phone: string }
  /** The website is not on the contractor's list; `url` is the page's own address. */
  | { kind: 'not-listed'; companyName: string; url: string };

/** The room that is kept for the full page in pixels, in a narrow and in a wide column. */
export const fullPageHeights = { narrow: 4800, wide: 3700 } as const;
