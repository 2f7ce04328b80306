/** Text message kinds, with labels for staff. */
export const textKinds = {
  'homeowner-received': 'Application received',
  'homeowner-confirm': 'Confirmation of the answers',
  'homeowner-offers': 'Offers available',
  'homeowner-no-offers': 'No offers',
  'homeowner-choice': 'Choice confirmed',
  'homeowner-taken-back': 'Offer withdrawn',
  'homeowner-information': 'Information requested',
  'homeowner-approved': 'Approved',
  'homeowner-funded': 'Funded',
  'homeowner-reversed': 'Funding reversed',
  'homeowner-expiring': 'About to expire',
  'homeowner-withdrawn': 'Withdrawn',
  'link-apply': 'Link to apply',
  'link-reminder': 'Reminder of a link',
  document: 'Estimate or invoice',
} as const;
export type TextKind = keyof typeof textKinds;

/**
 * The states of a text. `sent`: the provider has it. `delivered` and `undelivered`: reported by the
 * phone company. `failed`: the provider rejected it. `suppressed`: it was no longer wanted.
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

/** Why a number gets no texts: its owner's reply, the provider's report, or staff. */
export const stopSources = ['reply', 'provider', 'staff'] as const;

/** Keywords at the start of a reply and their meaning. 47 CFR 64.1200(a)(10) lists most of them. */
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
