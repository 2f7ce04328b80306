import type { CalculatorRates } from './calculator.ts';

/**
 * What passes between a website, the loader on it and the frames from our origin. No schemas: the
 * loader must stay tiny.
 */

/**
 * What a frame may tell the loader: how tall its content is in pixels, or that its dialog is to be
 * closed.
 */
export type FrameMessage = { lintel: 'height'; height: number } | { lintel: 'close' };
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
  companyName: string;
  /** Where the offers are, or null when their button is hidden. */
  offersUrl: string | null;
  colors: WidgetColors;
  border: boolean;
  rates: CalculatorRates;
  /** Address of its script. */
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

/** A page for a frame that cannot show its widget. */
export interface CalmPage {
  heading: string;
  text: string;
  link: { href: string; label: string } | null;
}

/** The room that is kept for the full page in pixels, in a narrow and in a wide column. */
export const fullPageHeights = { narrow: 4800, wide: 3700 } as const;
