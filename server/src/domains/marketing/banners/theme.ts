import type { BannerSize } from '@lintel/contract/marketing-constants';

export interface Frame {
  size: BannerSize;
  /** Pixels. */
  width: number;
  height: number;
}

/** What a design brings to the common layouts. Colours as `#RRGGBB`. */
export interface Theme {
  headline: string;
  /** For the sizes with little room. */
  short: string;
  /** Of the headline, and of everything beside it. */
  ink: string;
  soft: string;
  button: { background: string; ink: string; radius: number };
  /** What a logo stands on: it must be readable whatever its colours are. */
  plate: { background: string; radius: number };
  /** The picture behind everything: the inside of an SVG of the frame's size. */
  art(frame: Frame): string;
}

/** Whether the frame is a lying one, with its text beside the picture's best part. */
export const lies = ({ width, height }: Frame): boolean => width > height * 2;
