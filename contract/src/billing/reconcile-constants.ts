/** How the ledger and the gateway can differ on a charge or a refund. */
export const differenceKinds = ['missing_here', 'missing_there', 'different_amount'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** The longest period of one reconciliation. */
export const maxReconciledDays = 400;

/** Page sizes for reconciliations and movements; the default is 25. */
export const reconciliationPageSizes = [10, 25, 50, 100] as const;
