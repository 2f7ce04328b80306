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

const shares = [0.93, 0.85, 0.7, 0.53, 0.37, 0.22, 0.11] as const;

/** Ten shades from light to dark around `base`, which becomes shade 7. */
export const scaleOf = (base: string): Scale => [
  ...(shares.map((share) => mix(base, '#ffffff', share)) as [string, string, string, string, string, string, string]),
  base.toLowerCase(),
  mix(base, '#000000', 0.22),
  mix(base, '#000000', 0.44),
];
