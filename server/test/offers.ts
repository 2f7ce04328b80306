/** Optional details of a lender's offer. */
export const unsaid = { rateType: null, laterApr: null, fees: null, securedByHome: null } as const;
