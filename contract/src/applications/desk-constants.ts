/** Characters of a contractor's note about an application, and how many one may have. */
export const noteLimits = { text: 2_000, each: 200 } as const;

/** Characters of what a follow-up is about, and for how many days ahead it can be set. */
export const followUpLimits = { note: 200, days: 366 } as const;

/** What homeowners are told of their own application, in words for its contractor. */
export const homeownerNews = {
  draft: 'Way back to the form',
  received: 'Application received',
  confirm: 'Confirmation of the answers',
  offers: 'Offers are here',
  'no-offers': 'No lender has an offer',
  choice: 'Choice confirmed',
  'taken-back': 'Offer taken back',
  information: 'Information wanted',
  approved: 'Approved',
  funded: 'Funded',
  expiring: 'About to expire',
  withdrawn: 'Withdrawn',
} as const;
export type HomeownerNewsKey = keyof typeof homeownerNews;

/** What became of a message; of e-mails nobody tells more than that they have left. */
export const messageFates = ['queued', 'sent', 'delivered', 'failed'] as const;
export type MessageFate = (typeof messageFates)[number];
