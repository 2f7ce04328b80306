/**
 * The contractor id of rows without a contractor: it is part of their keys, and key columns can't
 * be null.
 */
export const noContractor = 0;

/** A row's contractor; null for none. */
export const toContractorId = (stored: number): number | null =>
  stored === noContractor ? null : stored;
