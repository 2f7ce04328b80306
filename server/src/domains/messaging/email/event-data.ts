import type { BuiltInEvent } from '@lintel/contract/emails/constants';
import type { MessageAbout } from '../about.ts';

// Type aliases, not interfaces: stored payloads are open records, which interfaces don't fit.

type Person = { firstname: string; lastname: string; email: string };
type Company = { name: string };
/** `to` overrides the user's own address. */
export type ToUser = { user: Person; to?: string };
/** A single-use link and its lifetime. */
export type OnceLink = { link: string; expiresIn: string };
/** To a contractor's people; `link` opens the relevant page of the portal. */
type ToContractor = ToUser & { company: Company; link: string };

type ApplicationUpdate = ToContractor & {
  application: {
    name: string;
    page: string;
    step: string;
    requested?: string;
    offersUpTo?: string;
    chosen?: string;
    funded?: string;
    reversed?: string;
    /** Older templates use this instead of the named amounts. */
    amount?: string;
  };
};

/** To a lender's people. Names no homeowner: the link needs their account. */
type DeskUpdate = ToUser & { application: { reference: string }; link: string };

type DocumentUpdate = {
  document: { kind: string; number: string; total: string; customer: string; reason: string };
};

type ItemList = {
  items: { name: string; details: string; amount: string }[];
  more: number;
};

type Payment = { number: string; amount: string; plan: string; date: string };
type Card = { brand: string; last4: string; expires: string };
type Price = { plan: string; new: string; from: string; installments: number; first: string };
type Payout = { amount: string; period: string; account: string };

/**
 * To a homeowner. Contains nothing typed by the visitor, because anyone can enter another person's
 * address.
 */
type ToHomeowner = { to: string; company: Company & { phone: string } };
/**
 * Sent in the contractor's name: replies go to `answerTo`, the person who sent it, not to the
 * product. Empty when no person sent it.
 */
type WithReplyAddress = { answerTo: string };
/** With the return link to the application. */
type WithReturnLink = ToHomeowner & { link: string };
type WithLender = WithReturnLink & { lender: string };
/** The lender's request and how to send it, in the lender's words, and the deadline. */
/** `lenderPhone` is empty where it isn't known. */
type InformationRequest = WithLender & {
  what: string;
  how: string;
  until: string;
  lenderPhone: string;
};

/** Each exists in English and Spanish. */
type HomeownerEvents = {
  'homeowner-draft': WithReturnLink;
  'homeowner-received': WithReturnLink;
  'homeowner-confirm': WithReturnLink;
  'homeowner-offers': WithReturnLink & { offers: number };
  'homeowner-no-offers': WithReturnLink;
  'homeowner-choice': WithLender;
  /** `lenderPhone` is empty if unknown; `others` counts the remaining offers. */
  'homeowner-taken-back': WithLender & { lenderPhone: string; others: number };
  /** `until` is empty if the lender sets no deadline. */
  'homeowner-information': InformationRequest;
  'homeowner-approved': WithLender;
  'homeowner-funded': WithLender;
  /** `isWhole`: nothing of the funding is left, and the application has ended. */
  'homeowner-reversed': ToHomeowner & {
    lender: string;
    lenderPhone: string;
    isWhole: boolean;
  };
  'homeowner-expiring': InformationRequest & { days: number };
  'homeowner-withdrawn': ToHomeowner;
  /** Names neither the lender nor its reasons. */
  'homeowner-notice': WithReturnLink;
  /** `message` is in the contractor's own words. */
  'document-sent': WithReplyAddress & {
    to: string;
    company: Company;
    customer: string;
    /** Lists the first items; `more` counts the rest. */
    document: { kind: string; number: string; total: string } & ItemList;
    message: string;
    link: string;
  };
  /** A contractor's link to its form. `name` and `amount` may be empty. */
  'apply-link': WithReplyAddress &
    ToHomeowner & {
      name: string;
      amount: string;
      link: string;
      until: string;
      isReminder: boolean;
    };
  'privacy-link': { to: string } & OnceLink & { company?: Company; request: { kind: string } };
  'privacy-news': {
    to: string;
    /** One sentence each; user input in them is escaped. */
    news: { title: string; lines: string[] };
    link?: string;
    button?: string;
  };
};
type InSpanish<Events> = { [Event in keyof Events as `${Event & string}-es`]: Events[Event] };

/** The data for each event's templates, besides `brand`; amounts and days are text. */
export type EventData = HomeownerEvents &
  InSpanish<HomeownerEvents> & {
    'account-created': ToUser & { company?: Company; link: string };
    'confirm-account': ToUser & OnceLink & { company?: Company };
    'reset-password': ToUser & OnceLink;
    'change-email': ToUser & OnceLink & { newEmail: string; oldEmail: string };
    /** The link restores the old address; `isRestored` means it was used. */
    'email-changed': ToUser &
      Partial<OnceLink> & { newEmail: string; oldEmail: string; isRestored?: boolean };
    'password-changed': ToUser & { link?: string };
    'two-step-changed': ToUser & { what: string };
    'sign-in-attempts': ToUser & { attempts: number; link: string };
    'new-device': ToUser & OnceLink & { signIn: { device: string; address: string; at: string } };
    'team-user-added': ToUser & OnceLink & { company: Company; addedBy: string };
    'staff-invited': ToUser & OnceLink & { invitedBy: string; roles: string };
    'staff-welcome': ToUser & { link: string };
    'staff-changed': ToUser & { what: string };
    'new-administrator': ToUser & {
      administrator: { name: string; email: string };
      by: string;
      link: string;
    };
    'application-step': ApplicationUpdate;
    'offers-received': ApplicationUpdate;
    'funding-received': ApplicationUpdate;
    'funding-reversed': ApplicationUpdate;
    /** A follow-up reminder; `note` may be empty. */
    'follow-up-due': ToContractor & { application: { name: string }; note: string };
    'payment-succeeded': ToContractor & { payment: Payment & { receipt: string }; card?: Card };
    'payment-failed': ToContractor & {
      payment: Payment & { reason: string; next: string };
      card?: Card;
    };
    'payment-confirm': ToContractor & { payment: Payment & { next: string }; card?: Card };
    'card-expiring': ToContractor & { card: Card };
    'price-change': ToContractor & { price: Price & { old: string; replaces?: string } };
    'renewal-reminder': ToContractor & { price: Price };
    /** `price` applies from `from`; `isNow` is false when the plan starts then. */
    'plan-changed': ToContractor & {
      plan: { old: string; new: string; price: string; from: string; isNow: boolean };
    };
    /** `isNow` is false when the plan stays active until `until`; `refund` may be empty. */
    'plan-canceled': ToContractor & {
      plan: { name: string; isNow: boolean; until: string; refund: string };
    };
    'plan-continues': ToContractor & { plan: { name: string; until: string } };
    'payment-refunded': ToContractor & {
      payment: { number: string; amount: string; refund: string; plan: string; date: string };
    };
    'guarantee-claim': ToContractor & { claim: { status: string; amount?: string; note?: string } };
    'w9-status': ToContractor & { w9: { status: string; comment: string } };
    'payout-method-changed': ToContractor & {
      payout: { bank: string; account: string; holdDays: number };
    };
    'payout-sent': ToContractor & { payout: Payout };
    'payout-returned': ToContractor & { payout: Payout & { reason: string } };
    'payout-run-waiting': ToUser & {
      run: { id: number; preparedBy: string; payouts: string; amount: string };
      link: string;
    };
    'lender-failing': ToUser & {
      lender: { name: string; problem: string; works: boolean };
      link: string;
    };
    'lender-certificate': ToUser & {
      lender: { name: string };
      expiresOn: string;
      link: string;
    };
    'lender-person-invited': ToUser & OnceLink & { invitedBy: string; lender: { name: string } };
    'lender-person-welcome': ToUser & { link: string };
    'lender-desk-application': DeskUpdate;
    'lender-desk-chosen': DeskUpdate;
    'lender-desk-documents': DeskUpdate;
    'funding-reversed-payers': ToUser & {
      company: Company;
      reversal: { lender: string; amount: string; application: number };
      link: string;
    };
    'widget-code': WithReplyAddress &
      ToUser & { company: Company; widget: { name: string; code: string } };
    'invoice-link': WithReplyAddress & { to: string; company: Company; link: string };
    'document-accepted': ToContractor & DocumentUpdate;
    'document-declined': ToContractor & DocumentUpdate;
    'ask-question': ToUser & { company: Company; question: { subject: string; text: string } };
    'lead-created': {
      lead: { company: string; name: string; email: string; phone: string; state: string };
      link: string;
    };
    'finish-sign-up': { to: string } & OnceLink;
    'company-export-ready': ToContractor & { until: string };
    'applications-export-ready': ToContractor & {
      report: { file: string; rows: string };
      until: string;
    };
    'privacy-removed': ToContractor & {
      removed: { name: string; applications: string; on: string };
    };
    'privacy-due': ToUser & { request: { id: number; kind: string; due: string }; link: string };
  };

export type EmailContent<Event extends BuiltInEvent = BuiltInEvent> = {
  [One in Event]: { event: One; data: EventData[One] };
}[Event];

export type EmailRequest<Event extends BuiltInEvent = BuiltInEvent> = EmailContent<Event> & {
  /** The cause of the message: the same key makes one message, even if queued again. */
  key: string;
  contractorId?: number | null;
  about?: MessageAbout;
};
