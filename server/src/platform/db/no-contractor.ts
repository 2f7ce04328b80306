/**
 * Takes the contractor's place in rows that belong to none: the contractor is part of their keys, and a
 * key has no empty parts.
 */
export const noContractor = 0;

/** The contractor of a row; null where it belongs to none. */
export const contractorOf = (stored: number): number | null =>
  stored === noContractor ? null : stored;
