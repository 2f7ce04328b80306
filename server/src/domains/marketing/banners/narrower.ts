import { bannerSizes, phoneBanner } from '@lintel/contract/marketing/constants';

/** Total horizontal page margin around a banner. Pixels. */
const margins = 48;

/**
 * Images that replace a wide banner in narrow windows, narrowest first. `upTo` is the widest window
 * for each: where the next one doesn't fit.
 */
export function narrowerThan(width: number): { width: number; height: number; upTo: number }[] {
  if (width <= phoneBanner.width) return [];
  const bands = bannerSizes.filter(
    (one) => one.width >= phoneBanner.width && one.width < width && one.width >= 3 * one.height,
  );
  const sizes = bands.toSorted((a, b) => a.width - b.width);
  return sizes.map((size, at) => {
    const next = sizes[at + 1]?.width ?? width;
    const upTo = size.width === phoneBanner.width ? phoneBanner.upTo : 0;
    return { ...size, upTo: Math.max(upTo, next + margins) };
  });
}
