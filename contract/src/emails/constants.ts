import type { Language } from '../core/language.ts';

/** The product's e-mail events; they always exist and are protected. */
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
  'funding-reversed',
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
  'homeowner-reversed',
  'homeowner-reversed-es',
  'homeowner-expiring',
  'homeowner-expiring-es',
  'homeowner-withdrawn',
  'homeowner-withdrawn-es',
  'homeowner-notice',
  'homeowner-notice-es',
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
  'lender-failing',
  'lender-certificate',
  'lender-person-invited',
  'lender-person-welcome',
  'lender-desk-application',
  'lender-desk-chosen',
  'lender-desk-documents',
  'funding-reversed-payers',
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
 * Messages about the account itself, or with a link to something personal: they are always sent, to
 * that address alone, even when it is unsubscribed or disabled.
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
  'lender-person-invited',
  'lender-person-welcome',
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
  'homeowner-reversed',
  'homeowner-reversed-es',
  'homeowner-withdrawn',
  'homeowner-withdrawn-es',
  'homeowner-notice',
  'homeowner-notice-es',
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
 * Messages that homeowners can always unsubscribe from, whatever the template says. They link to
 * something personal, so they go to that address alone; lender requests and decisions are in
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

/** The language of an event's messages: Spanish events have the English name plus `-es`. */
export const eventLanguage = (event: string): Language => (event.endsWith('-es') ? 'es' : 'en');

/** The API's template types. */
export const templateTypes = [
  { value: 0, label: 'Internal' },
  { value: 1, label: 'Common' },
] as const;

/**
 * Why an address is unsubscribed: the account was closed, staff or the link did it, or the lead
 * data requires it.
 */
export const unsubscribeSources = ['close', 'manual', 'do_not_contact'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/**
 * A contractor user's options for application notifications, in display order; the first is the
 * default.
 */
export const notificationOptions = [
  { key: 'notify_every_step', title: 'E-mail me at every step of an application' },
  { key: 'notify_receive_offers', title: 'E-mail me when a homeowner receives offers' },
  { key: 'notify_receive_funding', title: 'E-mail me when a homeowner receives funding' },
  { key: 'do_not_notify', title: 'Do not e-mail me about applications' },
] as const;
export type NotificationKey = (typeof notificationOptions)[number]['key'];

export const emailPageSizes = [10, 25, 50, 75] as const;

/**
 * Why an address can't receive e-mail: reported by the provider, or by the mail server on delivery.
 */
export const undeliverableReasons = ['bounced', 'complained', 'refused'] as const;
export type UndeliverableReason = (typeof undeliverableReasons)[number];
export const undeliverableOrders = ['email', 'reason', 'since', 'last', 'count'] as const;
/** The most characters stored of a server's explanation. */
export const longestMailDetail = 500;
/** How many events the e-mail provider may send in one call. */
export const mailEventsAtOnce = 100;

/** Why a message to such an address isn't sent. */
export const cannotReceive = {
  toStaff: "This address can't receive e-mail. The Undeliverable tab says why.",
  toSender:
    "This address can't receive e-mail. Please ask for another address, or use another method.",
} as const;

export const unsubscriberOrders = ['email', 'date', 'source'] as const;
