/** Characters of a contractor's note about an application, and how many one may have. */
export const noteLimits = { text: 2_000, each: 200 } as const;

/** Characters of what a follow-up is about, and for how many days ahead it can be set. */
export const followUpLimits = { note: 200, days: 366 } as const;
