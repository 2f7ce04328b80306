/**
 * How leads are distributed among owners. `credit` is what an owner is owed, in hundredths of a
 * lead: `percent` for each distributed lead, minus 100 for each one the owner received. A set's
 * credits always add up to zero.
 */
export interface Share {
  id: number;
  /** A whole number from 0 to 100. */
  percent: number;
  credit: number;
}

/**
 * Returns the next lead's owner and everyone's credit afterwards; null unless the shares add up to
 * 100%.
 *
 * Among owners who wouldn't get the lead too early, it picks the one with the earliest deadline (R.
 * Tijdeman, "The chairman assignment problem", 1980). With k owners, no owner is ever more than 1 −
 * 1/(2k−2) leads from the exact share, after any number of leads; picking the highest credit
 * doesn't guarantee that.
 */
export function shareOut<One extends Share>(
  shares: readonly One[],
): { ownerId: number; shares: One[] } | null {
  if (totalPercent(shares) !== 100) return null;
  const due = shares.map((share) => ({ ...share, credit: share.credit + share.percent }));
  const taking = due.filter(({ percent }) => percent > 0);
  const scale = Math.max(1, 2 * taking.length - 2);
  // In hundredths times `scale`, so everything stays an integer.
  const early = taking.length === 1 ? 0 : 100;
  const slack = ({ percent, credit }: Share): number =>
    (100 * scale - early - credit * scale) / percent;
  const [next] = taking
    .filter(({ credit }) => credit * scale >= early)
    .toSorted((one, other) => slack(one) - slack(other) || one.id - other.id);
  if (next === undefined) throw new Error('The credits of a set must add up to nothing');
  return {
    ownerId: next.id,
    shares: due.map((share) =>
      share.id === next.id ? { ...share, credit: share.credit - 100 } : share,
    ),
  };
}

export const totalPercent = (shares: readonly { percent: number }[]): number =>
  shares.reduce((sum, { percent }) => sum + percent, 0);

/**
 * The same owners with proportional shares that add up to 100%; empty for owners without shares.
 */
export function renormalized<One extends { percent: number }>(owners: readonly One[]): One[] {
  const total = totalPercent(owners);
  if (total === 0) return [];
  const floors = owners.map((one) => ({
    ...one,
    percent: Math.floor((one.percent * 100) / total),
  }));
  const left = 100 - totalPercent(floors);
  return floors.map((one, index) => (index < left ? { ...one, percent: one.percent + 1 } : one));
}

/** The owners' ids for the next `count` leads, in order. Empty unless the shares add up to 100%. */
export function simulateShares(shares: readonly Share[], count: number): number[] {
  const order: number[] = [];
  let now = shares;
  while (order.length < count) {
    const next = shareOut(now);
    if (next === null) return [];
    order.push(next.ownerId);
    now = next.shares;
  }
  return order;
}

/** How much of a set is distributed, in words. */
export function sharesInWords(total: number): string {
  if (total === 0) return 'Please distribute the leads among lead owners';
  if (total < 100)
    return `${total}% of leads are distributed, please distribute the rest ${100 - total}%`;
  return total === 100
    ? '100% of leads are distributed'
    : 'The number of distributed leads cannot exceed 100%';
}
