/** For tests in which no homeowner needs to hear of anything. */
export const silentHomeowner = { tell: async () => {}, takeBack: async () => {} };
