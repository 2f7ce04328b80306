import { contrast, mix } from '@lintel/contract/core/color';

/** The red, green, and blue of `#rrggbb`, 0 to 1. */
const parts = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The color, darkened until text of color `on` is readable on it (4.5:1). */
export const readableUnder = (hex: string, on = '#ffffff'): string => {
  let color = hex;
  for (let step = 0; step < 40 && contrast(color, on) < 4.5; step += 1)
    color = mix(color, '#000000', 0.05);
  return color;
};

export type Scale = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Hue (turns), saturation, and lightness, 0 to 1. */
const toHsl = (hex: string): [number, number, number] => {
  const [r, g, b] = parts(hex);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [span, light] = [max - min, (max + min) / 2];
  if (span === 0) return [0, 0, light];
  const sixth = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return [(sixth / 6 + 1) % 1, span / (1 - Math.abs(2 * light - 1)), light];
};

const fromHsl = (hue: number, saturation: number, light: number): string => {
  const part = (offset: number): number => {
    const place = (offset + hue * 12) % 12;
    return (
      (light -
        saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(place - 3, 9 - place, 1))) *
      255
    );
  };
  return toHex([part(0), part(8), part(4)]);
};

/** The color, moved toward white by `share` at the same saturation. */
const lighter = (hex: string, share: number): string => {
  const [hue, saturation, light] = toHsl(hex);
  return fromHsl(hue, saturation, light + (0.985 - light) * share);
};

/** Ten shades from light to dark, with `base` as shade 7. */
export const colorScale = (base: string): Scale => [
  lighter(base, 0.95),
  lighter(base, 0.88),
  lighter(base, 0.74),
  lighter(base, 0.58),
  lighter(base, 0.43),
  lighter(base, 0.28),
  lighter(base, 0.14),
  base.toLowerCase(),
  mix(base, '#000000', 0.22),
  mix(base, '#000000', 0.44),
];
