/** What a lender need not say of an offer. */
export const unsaid = { rateType: null, laterApr: null, fees: null, securedByHome: null } as const;
