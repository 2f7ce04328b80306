/**
 * How leads are shared out among owners. `credit` is what an owner is owed, in hundredths of a
 * lead: `percent` for each lead that was shared out, less 100 for each one the owner got. The
 * credits of a set always add up to nothing.
 */
export interface Share {
  id: number;
  /** A whole number from 0 to 100. */
  percent: number;
  credit: number;
}

/**
 * Who gets the next lead, and what everybody is owed afterwards; null without shares of 100% in
 * all.
 *
 * Of those to whom the lead would not come too early, the one whose turn would be over first (R.
 * Tijdeman, "The chairman assignment problem", 1980). With k owners nobody is then ever more than 1
 * − 1/(2k−2) leads away from the exact share, after any number of leads; giving it to whoever is
 * owed most does not keep that.
 */
export function shareOut<One extends Share>(
  shares: readonly One[],
): { ownerId: number; shares: One[] } | null {
  if (totalPercent(shares) !== 100) return null;
  const due = shares.map((share) => ({ ...share, credit: share.credit + share.percent }));
  const taking = due.filter(({ percent }) => percent > 0);
  const scale = Math.max(1, 2 * taking.length - 2);
  // In hundredths times `scale`, so that everything stays a whole number.
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

/** The same owners with their shares in proportion, 100% in all; none for owners without shares. */
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

/**
 * Who would get each of the next `count` leads, in order: the owners' ids. Empty when not 100% are
 * shared out.
 */
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

/** How far a set is shared out, in words. */
export function sharesInWords(total: number): string {
  if (total === 0) return 'Please distribute the leads among lead owners';
  if (total < 100)
    return `${total}% of leads are distributed, please distribute the rest ${100 - total}%`;
  return total === 100
    ? '100% of leads are distributed'
    : 'The number of distributed leads cannot exceed 100%';
}
