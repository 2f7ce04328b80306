/** Characters per note, and notes per application. */
export const noteLimits = { text: 2_000, each: 200 } as const;

/** Characters per follow-up note, and how many days ahead a follow-up can be set. */
export const followUpLimits = { note: 200, days: 366 } as const;

/** Events that homeowners receive messages about, with the contractor's labels. */
export const homeownerMessages = {
  draft: 'Link to the form',
  received: 'Application received',
  confirm: 'Confirmation of the answers',
  offers: 'Offers available',
  'no-offers': 'No offers',
  choice: 'Choice confirmed',
  'taken-back': 'Offer withdrawn',
  information: 'Information requested',
  approved: 'Approved',
  funded: 'Funded',
  reversed: 'Funding reversed',
  expiring: 'About to expire',
  withdrawn: 'Withdrawn',
} as const;
export type HomeownerMessageKey = keyof typeof homeownerMessages;

/** Delivery states of a message; e-mails never get past `sent` unless they fail. */
export const messageFates = ['queued', 'sent', 'delivered', 'failed'] as const;
export type MessageFate = (typeof messageFates)[number];
