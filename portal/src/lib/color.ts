/** `#rrggbb` as three parts, 0 to 255. */
const parts = (hex: string): [number, number, number] => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toHex = (rgb: readonly number[]): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes `hex` with `other`; `share` is the share of `other`, 0 to 1. */
export const mix = (hex: string, other: string, share: number): string => {
  const [a, b] = [parts(hex), parts(other)];
  return toHex(a.map((part, index) => part + ((b[index] ?? 0) - part) * share));
};

const luminance = (hex: string): number => {
  const [r, g, b] = parts(hex).map((part) => {
    const value = part / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The contrast of two colours by WCAG, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** The colour, darkened until text of colour `on` is readable on it (4.5:1). */
export const readableUnder = (hex: string, on = '#ffffff'): string => {
  let color = hex;
  for (let step = 0; step < 40 && contrast(color, on) < 4.5; step += 1) color = mix(color, '#000000', 0.05);
  return color;
};

export type Scale = [string, string, string, string, string, string, string, string, string, string];

/** Hue (turns), saturation and lightness, 0 to 1. */
const toHsl = (hex: string): [number, number, number] => {
  const [r, g, b] = parts(hex).map((part) => part / 255) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [span, light] = [most - least, (most + least) / 2];
  if (span === 0) return [0, 0, light];
  const sixth = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return [(sixth / 6 + 1) % 1, span / (1 - Math.abs(2 * light - 1)), light];
};

const fromHsl = (hue: number, saturation: number, light: number): string => {
  const part = (offset: number): number => {
    const place = (offset + hue * 12) % 12;
    return (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(place - 3, 9 - place, 1))) * 255;
  };
  return toHex([part(0), part(8), part(4)]);
};

/** The colour, moved towards white by `share` without losing its strength. */
const lighter = (hex: string, share: number): string => {
  const [hue, saturation, light] = toHsl(hex);
  return fromHsl(hue, saturation, light + (0.985 - light) * share);
};

const shares = [0.95, 0.88, 0.74, 0.58, 0.43, 0.28, 0.14] as const;

/** Ten shades from light to dark around `base`, which becomes shade 7. */
export const scaleOf = (base: string): Scale => [
  ...(shares.map((share) => lighter(base, share)) as [string, string, string, string, string, string, string]),
  base.toLowerCase(),
  mix(base, '#000000', 0.22),
  mix(base, '#000000', 0.44),
];
