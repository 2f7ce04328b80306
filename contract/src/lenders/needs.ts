/** What a lender may need to know about the applicant, beyond the application form. */
export const lenderNeeds = [
  'home-address',
  'birth-date',
  'income',
  'housing',
  'employment',
  'ssn-ending',
] as const;
export type LenderNeed = (typeof lenderNeeds)[number];
