/** Colors are `#RRGGBB`. WCAG 2 contrast decides whether text is readable. */

/** The minimum contrast between text and its background (WCAG AA). */
export const readableContrast = 4.5;

const parts = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance, 0 (black) to 1 (white). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parts(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const isReadable = (one: string, other: string): boolean =>
  contrast(one, other) >= readableContrast;

/**
 * The text color on `background`: the preferred one where it is readable, otherwise white, dark
 * blue, or black.
 */
export function textOn(background: string, preferred = '#FFFFFF'): string {
  // Black is readable wherever white isn't, so there is always a match.
  return (
    [preferred, '#FFFFFF', '#16202E'].find((color) => isReadable(color, background)) ?? '#000000'
  );
}

/** `color` with a share of `other` mixed in, 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [parts(color), parts(other)];
  const mixed = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/** `color`, moved toward black or white just enough to be readable on `background`. */
export function readableOn(color: string, background: string): string {
  const towards =
    contrast('#000000', background) > contrast('#FFFFFF', background) ? '#000000' : '#FFFFFF';
  const shares = Array.from({ length: 21 }, (_one, step) => step / 20);
  return (
    shares
      .map((share) => mix(color, towards, share))
      .find((mixed) => isReadable(mixed, background)) ?? towards
  );
}
