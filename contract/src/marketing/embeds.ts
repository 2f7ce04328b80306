import type { Language } from '../core/language.ts';
import type { CalculatorRates } from './calculator.ts';

/**
 * Messages between a website, its loader, and the frames from our origin. No schemas: the loader
 * must stay tiny.
 */

/**
 * A frame's message to the loader: its content height, a part to scroll into view (`top` from the
 * frame's upper edge), or that its dialog closes. Lengths are pixels.
 */
export type FrameMessage =
  | { lintel: 'height'; height: number }
  | { lintel: 'show'; top: number; height: number }
  | { lintel: 'close' };
/** The loader's message to a frame: its dialog opened. */
export interface HostMessage {
  lintel: 'open';
}

/**
 * Colors as `#RRGGBB`: for buttons, for headings and figures, and the preferred text color of
 * buttons.
 */
export interface WidgetColors {
  color1: string;
  color2: string;
  color3: string;
}

/** The calculator page's data. */
export interface CalculatorPage {
  language: Language;
  companyName: string;
  /** URL of the offers, or null when their button is hidden. */
  offersUrl: string | null;
  colors: WidgetColors;
  border: boolean;
  rates: CalculatorRates;
  /** URL of its script, which has the texts in the page's language. */
  script: string;
}

/** How the public page is rendered for a frame on another website. */
export interface PageEmbed {
  /** The whole page, or only its application form. */
  view: 'full-page' | 'apply';
  colors: WidgetColors;
  /** Whether it has the button that leads to the form. */
  offersButton: boolean;
  /** URL of the frame's script. */
  script: string;
}

/** A page for a frame that can't show its widget, and the reason. */
export interface CalmPage {
  language: Language;
  reason: CalmReason;
}
export type CalmReason =
  | { kind: 'unknown' }
  /** The page was closed; `phone` is ten digits, or empty. */
  | { kind: 'closed'; companyName: string; phone: string }
  /** The website isn't on the contractor's list; `url` is the page's own address. */
  | { kind: 'not-listed'; companyName: string; url: string };

/** The heights reserved for the full page in pixels, in a narrow and in a wide column. */
export const fullPageHeights = { narrow: 4800, wide: 3700 } as const;
