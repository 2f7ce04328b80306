/** What a commission is for (part 2 section 3). */
export const commissionTypes = ['referral', 'partner', 'credit_card', 'loan', 'heloc'] as const;
export type CommissionType = (typeof commissionTypes)[number];
