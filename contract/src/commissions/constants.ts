/** What a commission is for. */
export const commissionTypes = ['referral', 'partner', 'credit_card', 'loan', 'heloc'] as const;
export type CommissionType = (typeof commissionTypes)[number];

/**
 * What the report's type filter offers: `funded` stands for what a lender has paid out, loans and
 * 0% funding together.
 */
export const commissionFilters = [
  'funded',
  'loan',
  'heloc',
  'credit_card',
  'partner',
  'referral',
] as const;
export type CommissionFilter = (typeof commissionFilters)[number];

/** The types that `funded` stands for. */
export const fundedTypes = ['loan', 'credit_card'] as const satisfies readonly CommissionType[];

/** The words for types and for the filter. */
export const commissionLabels: Record<CommissionFilter, string> = {
  funded: 'Funded',
  loan: 'Loans',
  heloc: 'HELOC (per qualified lead)',
  credit_card: '0% funding',
  partner: 'Partner',
  referral: 'Referral',
};

export const commissionPageSizes = [10, 25, 50, 100] as const;
export const commissionOrders = ['userName', 'date', 'commission', 'type'] as const;
export const commissionExportFormats = ['csv', 'xlsx'] as const;

/** How far back the report reaches, in months. */
export const commissionReach = 24;

/**
 * What a referred friend gets, and what the referrer earns, until the setting `CommissionRates`
 * says otherwise.
 */
export const referralTerms = {
  /** Percent off the friend's first year. */
  friendDiscount: 10,
  /** Days that the friend must have paid for: more than these. */
  days: 30,
} as const;
