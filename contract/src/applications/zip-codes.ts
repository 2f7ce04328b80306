import type { UsState } from '../core/us-states.ts';

/**
 * The first three digits of each state's ZIP codes, as numbers: single ones, and ranges of first
 * and last. Source: USPS Labeling List L002, 3-Digit ZIP Code Prefix Matrix.
 */
const prefixes: Record<UsState, readonly (number | readonly [first: number, last: number])[]> = {
  AL: [[350, 369]],
  AK: [[995, 999]],
  AZ: [[850, 865]],
  AR: [[716, 729]],
  CA: [[900, 961]],
  CO: [[800, 816]],
  CT: [[60, 69]],
  DE: [[197, 199]],
  DC: [200, [202, 205]],
  FL: [[320, 349]],
  GA: [
    [300, 319],
    [398, 399],
  ],
  HI: [[967, 968]],
  ID: [[832, 838]],
  IL: [[600, 629]],
  IN: [[460, 479]],
  IA: [[500, 528]],
  KS: [[660, 679]],
  KY: [[400, 427]],
  LA: [[700, 714]],
  ME: [[39, 49]],
  MD: [[206, 219]],
  MA: [[10, 27], 55],
  MI: [[480, 499]],
  MN: [[550, 567]],
  MS: [[386, 397]],
  MO: [[630, 658]],
  MT: [[590, 599]],
  NE: [[680, 693]],
  NV: [[889, 898]],
  NH: [[30, 38]],
  NJ: [[70, 89]],
  NM: [[870, 884]],
  // 063 is Connecticut's but for Fishers Island.
  NY: [5, 63, [100, 149]],
  NC: [[270, 289]],
  ND: [[580, 588]],
  OH: [[430, 459]],
  OK: [
    [730, 732],
    [734, 749],
  ],
  OR: [[970, 979]],
  PA: [[150, 196]],
  RI: [[28, 29]],
  SC: [[290, 299]],
  SD: [[570, 577]],
  TN: [[370, 385]],
  TX: [733, [750, 799], 885],
  UT: [[840, 847]],
  VT: [
    [50, 54],
    [56, 59],
  ],
  VA: [201, [220, 246]],
  WA: [[980, 994]],
  WV: [[247, 268]],
  WI: [[530, 549]],
  // 834 is Idaho's but for Alta.
  WY: [[820, 831], 834],
};

const isState = (code: string): code is UsState => Object.hasOwn(prefixes, code);

/** Whether a ZIP code can be in a state; any can when the state isn't one. */
export function isZipOf(zip: string, state: string): boolean {
  if (!isState(state)) return true;
  const prefix = Number(zip.slice(0, 3));
  return prefixes[state].some((one) =>
    typeof one === 'number' ? one === prefix : one[0] <= prefix && prefix <= one[1],
  );
}
