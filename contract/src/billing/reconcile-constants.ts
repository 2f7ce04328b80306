/** How the books and the gateway can disagree about a charge or a refund. */
export const differenceKinds = ['missing_here', 'missing_there', 'different_amount'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** How far back one comparison may reach. */
export const maxReconciledDays = 400;

/** Sizes that a page of comparisons or of movements can have; 25 when nothing is said. */
export const reconciliationPageSizes = [10, 25, 50, 100] as const;
