/** What contractors earn by the rates. */
export const earnedTypes = ['referral', 'partner', 'credit_card', 'loan', 'heloc'] as const;
/** What staff add for one contractor. */
export const adjustmentTypes = ['adjustment', 'bonus'] as const;
export const commissionTypes = [...earnedTypes, ...adjustmentTypes] as const;
export type CommissionType = (typeof commissionTypes)[number];

/**
 * The report's type filters: `funded` covers everything a lender paid out, loans and 0% funding.
 */
export const commissionFilters = [
  'funded',
  'loan',
  'heloc',
  'credit_card',
  'partner',
  'referral',
  'adjustment',
  'bonus',
] as const;
export type CommissionFilter = (typeof commissionFilters)[number];

/** The types covered by `funded`. */
export const fundedTypes = ['loan', 'credit_card'] as const satisfies readonly CommissionType[];

/** Labels for types and for the filter. */
export const commissionLabels: Record<CommissionFilter, string> = {
  funded: 'Funded',
  loan: 'Loans',
  heloc: 'HELOC (per qualified lead)',
  credit_card: '0% funding',
  partner: 'Partner',
  referral: 'Referral',
  adjustment: 'Adjustment',
  bonus: 'Bonus',
};

export const commissionPageSizes = [10, 25, 50, 100] as const;
export const commissionOrders = ['userName', 'date', 'commission', 'type'] as const;
export const commissionExportFormats = ['csv', 'xlsx'] as const;

/** How many months the report covers. */
export const commissionReach = 24;

/**
 * What a referred friend gets and what the referrer earns, unless the setting `CommissionRates`
 * changes it.
 */
export const referralTerms = {
  /** Percent off the friend's first year. */
  friendDiscount: 10,
  /** The friend must have paid for more than this many days. */
  days: 30,
} as const;
