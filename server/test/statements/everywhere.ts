/** Statements that look at all contractors' rows on purpose, by their fingerprint, and why. */
export const everywhere: Readonly<Record<string, string>> = {};
