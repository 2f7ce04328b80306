/**
 * Stands in the place of the contractor in rows that belong to none, because the contractor is part
 * of their keys.
 */
export const nobody = 0;

/** The contractor of a row; null where it belongs to none. */
export const contractorOf = (stored: number): number | null => (stored === nobody ? null : stored);
