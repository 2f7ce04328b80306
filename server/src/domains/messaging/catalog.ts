import type { Language } from '@lintel/contract/core/language';
import type { BuiltInEvent, NotificationKey } from '@lintel/contract/emails/constants';
import type { PushKind } from '@lintel/contract/push/constants';
import type { TextKind } from '@lintel/contract/texts/constants';

/** To a contractor's people: by e-mail, subject to these preferences, and by push notification. */
interface ToContractor {
  to: 'contractor';
  email: BuiltInEvent;
  push?: PushKind;
  preferences: readonly NotificationKey[];
}

/** To the homeowner of an application, in the homeowner's language, by e-mail and text. */
interface ToHomeowner {
  to: 'homeowner';
  /** The English event; the Spanish one ends in `-es`. */
  email: BuiltInEvent;
  text?: TextKind;
  /** Who can cause it; the daily message limits depend on that. */
  cause: 'anybody' | 'lender';
}

/** To a contractor's customer, in one language and by the contractor's chosen channel. */
interface ToCustomer {
  to: 'customer';
  /** The English event; the Spanish one ends in `-es`. */
  email: BuiltInEvent;
  text: TextKind;
}

/** By e-mail, to one address or to the account in the data. */
interface ToAddress<Email extends BuiltInEvent = BuiltInEvent> {
  to: 'address';
  email: Email;
}

const toAddress = <Email extends BuiltInEvent>(email: Email): ToAddress<Email> => ({
  to: 'address',
  email,
});

const byBoth = <Kind extends BuiltInEvent & TextKind>(
  kind: Kind,
  cause: ToHomeowner['cause'],
): ToHomeowner & { email: Kind; text: Kind } => ({
  to: 'homeowner',
  email: kind,
  text: kind,
  cause,
});

const always = [
  'notify_every_step',
  'notify_receive_offers',
  'notify_receive_funding',
] as const satisfies readonly NotificationKey[];

/** The catalog of notification events: recipients and channels. */
export const events = {
  'application-sent': {
    to: 'contractor',
    email: 'application-step',
    push: 'application',
    preferences: ['notify_every_step'],
  },
  'application-step': {
    to: 'contractor',
    email: 'application-step',
    preferences: ['notify_every_step'],
  },
  'offers-received': {
    to: 'contractor',
    email: 'offers-received',
    push: 'offers',
    preferences: ['notify_every_step', 'notify_receive_offers'],
  },
  'funding-received': {
    to: 'contractor',
    email: 'funding-received',
    push: 'funding',
    preferences: ['notify_every_step', 'notify_receive_funding'],
  },
  'funding-reversed': {
    to: 'contractor',
    email: 'funding-reversed',
    preferences: always,
  },
  // Answers to estimates are few, and need a response.
  'document-accepted': { to: 'contractor', email: 'document-accepted', preferences: always },
  'document-declined': { to: 'contractor', email: 'document-declined', preferences: always },

  // An unsent form has no consent to texts.
  'homeowner-draft': { to: 'homeowner', email: 'homeowner-draft', cause: 'anybody' },
  'homeowner-received': byBoth('homeowner-received', 'anybody'),
  'homeowner-confirm': byBoth('homeowner-confirm', 'anybody'),
  'homeowner-offers': byBoth('homeowner-offers', 'anybody'),
  'homeowner-no-offers': byBoth('homeowner-no-offers', 'anybody'),
  'homeowner-choice': byBoth('homeowner-choice', 'anybody'),
  'homeowner-taken-back': byBoth('homeowner-taken-back', 'lender'),
  'homeowner-information': byBoth('homeowner-information', 'lender'),
  'homeowner-approved': byBoth('homeowner-approved', 'lender'),
  'homeowner-funded': byBoth('homeowner-funded', 'lender'),
  'homeowner-reversed': byBoth('homeowner-reversed', 'lender'),
  'homeowner-expiring': byBoth('homeowner-expiring', 'lender'),
  'homeowner-withdrawn': byBoth('homeowner-withdrawn', 'anybody'),

  // A text would say too little, and the law wants it in writing.
  'homeowner-notice': { to: 'homeowner', email: 'homeowner-notice', cause: 'lender' },

  'apply-link': { to: 'customer', email: 'apply-link', text: 'link-apply' },
  'apply-reminder': { to: 'customer', email: 'apply-link', text: 'link-reminder' },
  'document-sent': { to: 'customer', email: 'document-sent', text: 'document' },

  'account-created': toAddress('account-created'),
  'confirm-account': toAddress('confirm-account'),
  'reset-password': toAddress('reset-password'),
  'change-email': toAddress('change-email'),
  'email-changed': toAddress('email-changed'),
  'password-changed': toAddress('password-changed'),
  'two-step-changed': toAddress('two-step-changed'),
  'sign-in-attempts': toAddress('sign-in-attempts'),
  'new-device': toAddress('new-device'),
  'team-user-added': toAddress('team-user-added'),
  'staff-invited': toAddress('staff-invited'),
  'staff-welcome': toAddress('staff-welcome'),
  'staff-changed': toAddress('staff-changed'),
  'new-administrator': toAddress('new-administrator'),
  'follow-up-due': toAddress('follow-up-due'),
  'payment-succeeded': toAddress('payment-succeeded'),
  'payment-failed': toAddress('payment-failed'),
  'payment-confirm': toAddress('payment-confirm'),
  'payment-refunded': toAddress('payment-refunded'),
  'card-expiring': toAddress('card-expiring'),
  'price-change': toAddress('price-change'),
  'renewal-reminder': toAddress('renewal-reminder'),
  'plan-changed': toAddress('plan-changed'),
  'plan-canceled': toAddress('plan-canceled'),
  'plan-continues': toAddress('plan-continues'),
  'finish-sign-up': toAddress('finish-sign-up'),
  'guarantee-claim': toAddress('guarantee-claim'),
  'w9-status': toAddress('w9-status'),
  'payout-method-changed': toAddress('payout-method-changed'),
  'payout-sent': toAddress('payout-sent'),
  'payout-returned': toAddress('payout-returned'),
  'payout-run-waiting': toAddress('payout-run-waiting'),
  'lender-failing': toAddress('lender-failing'),
  'lender-certificate': toAddress('lender-certificate'),
  'lender-person-invited': toAddress('lender-person-invited'),
  'lender-person-welcome': toAddress('lender-person-welcome'),
  'lender-desk-application': toAddress('lender-desk-application'),
  'lender-desk-chosen': toAddress('lender-desk-chosen'),
  'lender-desk-documents': toAddress('lender-desk-documents'),
  'funding-reversed-payers': toAddress('funding-reversed-payers'),
  'widget-code': toAddress('widget-code'),
  'invoice-link': toAddress('invoice-link'),
  'ask-question': toAddress('ask-question'),
  'lead-created': toAddress('lead-created'),
  'company-export-ready': toAddress('company-export-ready'),
  'applications-export-ready': toAddress('applications-export-ready'),
  'privacy-link': toAddress('privacy-link'),
  'privacy-link-es': toAddress('privacy-link-es'),
  'privacy-news': toAddress('privacy-news'),
  'privacy-news-es': toAddress('privacy-news-es'),
  'privacy-removed': toAddress('privacy-removed'),
  'privacy-due': toAddress('privacy-due'),
} as const satisfies Record<string, ToContractor | ToHomeowner | ToCustomer | ToAddress>;

type Events = typeof events;
type Audience = Events[keyof Events]['to'];
type EventTo<To extends Audience> = {
  [Event in keyof Events]: Events[Event]['to'] extends To ? Event : never;
}[keyof Events];

export type ContractorEvent = EventTo<'contractor'>;
export type HomeownerEvent = EventTo<'homeowner'>;
export type CustomerEvent = EventTo<'customer'>;
export type AddressEvent = EventTo<'address'>;

export const contractorEvent = (event: ContractorEvent): ToContractor => events[event];
export const homeownerEvent = (event: HomeownerEvent): ToHomeowner => events[event];

/** The e-mail event whose data a notification needs. */
export type EmailEventName<Event extends keyof Events> = Events[Event]['email'];
/** The text whose facts a notification needs. */
export type TextKindName<Event extends CustomerEvent> = Events[Event]['text'];

export const emailIn = (language: Language, email: BuiltInEvent): string =>
  language === 'es' ? `${email}-es` : email;
