/** What text messages are sent about, in words for staff. */
export const textKinds = {
  'homeowner-received': 'Application received',
  'homeowner-confirm': 'Confirmation of the answers',
  'homeowner-offers': 'Offers are here',
  'homeowner-no-offers': 'No lender has an offer',
  'homeowner-choice': 'Choice confirmed',
  'homeowner-taken-back': 'Offer taken back',
  'homeowner-information': 'Information wanted',
  'homeowner-approved': 'Approved',
  'homeowner-funded': 'Funded',
  'homeowner-expiring': 'About to expire',
  'homeowner-withdrawn': 'Withdrawn',
  'link-apply': 'Link to apply',
  'link-reminder': 'Reminder of a link',
  document: 'Estimate or invoice',
} as const;
export type TextKind = keyof typeof textKinds;

/**
 * How far a text is. `sent`: the provider has it. `delivered` and `undelivered`: the phone company
 * said so. `failed`: the provider did not take it. `suppressed`: nobody wanted it any more.
 */
export const textStatuses = [
  'queued',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'suppressed',
] as const;
export type TextStatus = (typeof textStatuses)[number];

/** How a number came to get no texts: its owner answered so, the provider said so, or staff did. */
export const stopSources = ['reply', 'provider', 'staff'] as const;

/** What an answer that begins with one of these words wants. 47 CFR 64.1200(a)(10) names most. */
export const stopWords = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'ALTO',
  'PARAR',
  'CANCELAR',
] as const;
export const startWords = ['START', 'UNSTOP'] as const;
export const helpWords = ['HELP', 'INFO', 'AYUDA'] as const;

export const textPageSizes = [10, 25, 50, 75] as const;
