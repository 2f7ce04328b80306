import type { Language } from '../core/language.ts';

/** What the product sends e-mail about; these events exist always and are protected. */
export const builtInEvents = [
  'account-created',
  'confirm-account',
  'reset-password',
  'change-email',
  'email-changed',
  'password-changed',
  'two-step-changed',
  'sign-in-attempts',
  'new-device',
  'team-user-added',
  'staff-invited',
  'staff-welcome',
  'staff-changed',
  'new-administrator',
  'application-step',
  'offers-received',
  'funding-received',
  'follow-up-due',
  'homeowner-draft',
  'homeowner-draft-es',
  'homeowner-received',
  'homeowner-received-es',
  'homeowner-confirm',
  'homeowner-confirm-es',
  'homeowner-offers',
  'homeowner-offers-es',
  'homeowner-no-offers',
  'homeowner-no-offers-es',
  'homeowner-choice',
  'homeowner-choice-es',
  'homeowner-taken-back',
  'homeowner-taken-back-es',
  'homeowner-information',
  'homeowner-information-es',
  'homeowner-approved',
  'homeowner-approved-es',
  'homeowner-funded',
  'homeowner-funded-es',
  'homeowner-expiring',
  'homeowner-expiring-es',
  'homeowner-withdrawn',
  'homeowner-withdrawn-es',
  'apply-link',
  'apply-link-es',
  'payment-succeeded',
  'payment-failed',
  'payment-confirm',
  'card-expiring',
  'price-change',
  'renewal-reminder',
  'plan-changed',
  'plan-canceled',
  'plan-continues',
  'payment-refunded',
  'guarantee-claim',
  'w9-status',
  'payout-method-changed',
  'payout-sent',
  'payout-returned',
  'payout-run-waiting',
  'widget-code',
  'invoice-link',
  'document-sent',
  'document-sent-es',
  'document-accepted',
  'document-declined',
  'ask-question',
  'lead-created',
  'finish-sign-up',
  'company-export-ready',
  'applications-export-ready',
  'privacy-link',
  'privacy-link-es',
  'privacy-news',
  'privacy-news-es',
  'privacy-removed',
  'privacy-due',
] as const;
export type BuiltInEvent = (typeof builtInEvents)[number];

/**
 * Messages about the account itself, or with a link that opens something personal: they always go,
 * to that address alone, whatever is unsubscribed or disabled.
 */
export const accountEvents = [
  'confirm-account',
  'reset-password',
  'change-email',
  'email-changed',
  'password-changed',
  'two-step-changed',
  'sign-in-attempts',
  'new-device',
  'team-user-added',
  'staff-invited',
  'staff-welcome',
  'staff-changed',
  'new-administrator',
  'payout-method-changed',
  'finish-sign-up',
  'homeowner-taken-back',
  'homeowner-taken-back-es',
  'homeowner-information',
  'homeowner-information-es',
  'homeowner-approved',
  'homeowner-approved-es',
  'homeowner-funded',
  'homeowner-funded-es',
  'homeowner-withdrawn',
  'homeowner-withdrawn-es',
  'document-sent',
  'document-sent-es',
  'price-change',
  'plan-changed',
  'plan-canceled',
  'plan-continues',
  'payment-refunded',
  'company-export-ready',
  'applications-export-ready',
  'privacy-link',
  'privacy-link-es',
  'privacy-news',
  'privacy-news-es',
  'privacy-removed',
] as const satisfies readonly BuiltInEvent[];

/**
 * Messages to homeowners that they can unsubscribe from, whatever a template says. They lead to
 * something personal, so they go to that address alone; what a lender needs and decides is among the
 * `accountEvents`.
 */
export const personalEvents = [
  'homeowner-confirm',
  'homeowner-confirm-es',
  'homeowner-draft',
  'homeowner-draft-es',
  'homeowner-received',
  'homeowner-received-es',
  'homeowner-offers',
  'homeowner-offers-es',
  'homeowner-no-offers',
  'homeowner-no-offers-es',
  'homeowner-choice',
  'homeowner-choice-es',
  'homeowner-expiring',
  'homeowner-expiring-es',
  'apply-link',
  'apply-link-es',
] as const satisfies readonly BuiltInEvent[];

/** The language of an event's messages: those in Spanish are called like the English ones with `-es`. */
export const languageOfEvent = (event: string): Language => (event.endsWith('-es') ? 'es' : 'en');

/** The wire's template types. */
export const templateTypes = [
  { value: 0, label: 'Internal' },
  { value: 1, label: 'Common' },
] as const;

/**
 * How an address came to be unsubscribed: the account was closed, by staff or the link, lead data
 * say so.
 */
export const unsubscribeSources = ['close', 'manual', 'do_not_contact'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** What a contractor's user is told of applications, in display order; the first is the default. */
export const notificationOptions = [
  { key: 'notify_every_step', title: 'E-mail me at every step of an application' },
  { key: 'notify_receive_offers', title: 'E-mail me when a homeowner receives offers' },
  { key: 'notify_receive_funding', title: 'E-mail me when a homeowner receives funding' },
  { key: 'do_not_notify', title: 'Do not e-mail me about applications' },
] as const;
export type NotificationKey = (typeof notificationOptions)[number]['key'];

export const emailPageSizes = [10, 25, 50, 75] as const;

/** Why an address can't receive e-mail: the provider says so, or the mail server at the hand-over. */
export const undeliverableReasons = ['bounced', 'complained', 'refused'] as const;
export type UndeliverableReason = (typeof undeliverableReasons)[number];
export const undeliverableOrders = ['email', 'reason', 'since', 'last', 'count'] as const;
/** How much is kept of what a server says of an address. */
export const longestMailDetail = 500;
/** How many events the e-mail provider may send in one call. */
export const mailEventsAtOnce = 100;

/** Why a message to such an address isn't sent. */
export const cannotReceive = {
  toStaff: "This address can't receive e-mail. The Undeliverable tab says why.",
  toSender:
    "This address can't receive e-mail. Please ask for another address, or use another way.",
} as const;

export const unsubscriberOrders = ['email', 'date', 'source'] as const;
