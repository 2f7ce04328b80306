/** What every answer about training materials begins with in the store of answers. */
export const trainingKey = ['training'] as const;
