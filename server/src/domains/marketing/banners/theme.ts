import type { Language } from '@lintel/contract/core/language';
import type { BannerSize } from '@lintel/contract/marketing/constants';

export interface Frame {
  size: BannerSize;
  /** Pixels. */
  width: number;
  height: number;
}

/** A design's contribution to the common layouts. Colors as `#RRGGBB`. */
export interface Theme {
  headline: Record<Language, string>;
  /** For small sizes. */
  short: Record<Language, string>;
  /** Color of the headline and other text. */
  ink: string;
  soft: string;
  button: { background: string; ink: string; radius: number };
  /** Background of a logo, readable with any logo colors. */
  plate: { background: string; radius: number };
  /** The background picture: SVG content in the frame's size. */
  art(frame: Frame): string;
}

/** Whether the frame is landscape, with its text to the side of the picture. */
export const isWide = ({ width, height }: Frame): boolean => width > height * 2;

/** SVG pieces that several designs share. Numbers are pixels. */

export const rect = (x: number, y: number, width: number, height: number, rest: string): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" ${rest}/>`;

export const circle = (x: number, y: number, radius: number, rest: string): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" ${rest}/>`;

export const path = (d: string, rest: string): string => `<path d="${d}" ${rest}/>`;

/** A group of shapes, moved and scaled. */
export const placed = (x: number, y: number, scale: number, content: string): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})">${content}</g>`;

/** A gradient from top to bottom, or along `direction`. */
export function gradient(
  id: string,
  stops: readonly string[],
  direction = 'x1="0" y1="0" x2="0" y2="1"',
): string {
  const marks = stops.map((color, at) => {
    const [hex = '', opacity = '1'] = color.split('/');
    return `<stop offset="${(at / (stops.length - 1)).toFixed(2)}" stop-color="${hex}" stop-opacity="${opacity}"/>`;
  });
  return `<defs><linearGradient id="${id}" ${direction}>${marks.join('')}</linearGradient></defs>`;
}

export const fill = (id: string): string => `fill="url(#${id})"`;
