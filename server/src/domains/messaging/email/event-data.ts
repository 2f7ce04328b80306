import type { BuiltInEvent } from '@lintel/contract/emails/constants';
import type { MessageAbout } from '../about.ts';

// Aliases and no interfaces: what is stored of a message is an open record, which only they fit.

type Person = { firstname: string; lastname: string; email: string };
type Company = { name: string };
/** `to` is the address when it is not the user's own. */
export type ToUser = { user: Person; to?: string };
/** A link that works once, and how long it works. */
export type OnceLink = { link: string; expiresIn: string };
/** To a contractor's people, with the page of the portal where it goes on. */
type ToContractor = ToUser & { company: Company; link: string };

type ApplicationNews = ToContractor & {
  application: {
    name: string;
    page: string;
    step: string;
    requested?: string;
    offersUpTo?: string;
    chosen?: string;
    funded?: string;
    /** The one amount that templates knew before the amounts had names. */
    amount?: string;
  };
};

type DocumentNews = {
  document: { kind: string; number: string; total: string; customer: string; reason: string };
};

type MailedItems = {
  items: { name: string; details: string; amount: string }[];
  more: number;
};

type Payment = { number: string; amount: string; plan: string; date: string };
type Card = { brand: string; last4: string; expires: string };
type Price = { plan: string; new: string; from: string; installments: number; first: string };
type Payout = { amount: string; period: string; account: string };

/** To a homeowner: nothing that was typed, because anybody can type somebody else's address. */
type ToHomeowner = { to: string; company: Company & { phone: string } };
/**
 * Sent in the contractor's name: an answer goes to `answerTo`, the person who sent it, and not to
 * the product. Empty without a person.
 */
type Answered = { answerTo: string };
/** With the way back to the application. */
type WithWayBack = ToHomeowner & { link: string };
type OfLender = WithWayBack & { lender: string };
/** What a lender wants and how it is sent, in its own words, and the last day for it. */
/** `lenderPhone` is empty where it isn't known. */
type Wanted = OfLender & { what: string; how: string; until: string; lenderPhone: string };

/** Each of these is there in English and in Spanish. */
type HomeownerEvents = {
  'homeowner-draft': WithWayBack;
  'homeowner-received': WithWayBack;
  'homeowner-confirm': WithWayBack;
  'homeowner-offers': WithWayBack & { offers: number };
  'homeowner-no-offers': WithWayBack;
  'homeowner-choice': OfLender;
  /** `lenderPhone` is empty where it is not known; `others` counts the offers that are left. */
  'homeowner-taken-back': OfLender & { lenderPhone: string; others: number };
  /** `until` is empty where the lender's time has no end. */
  'homeowner-information': Wanted;
  'homeowner-approved': OfLender;
  'homeowner-funded': OfLender;
  'homeowner-expiring': Wanted & { days: number };
  'homeowner-withdrawn': ToHomeowner;
  /** `message` are the contractor's own words. */
  'document-sent': Answered & {
    to: string;
    company: Company;
    customer: string;
    /** With the first items; `more` counts the others. */
    document: { kind: string; number: string; total: string } & MailedItems;
    message: string;
    link: string;
  };
  /** A contractor's link to its form. `name` and `amount` may be empty. */
  'apply-link': Answered &
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
    /** A sentence each; texts of people among them are escaped like everything. */
    news: { title: string; lines: string[] };
    link?: string;
    button?: string;
  };
};
type InSpanish<Events> = { [Event in keyof Events as `${Event & string}-es`]: Events[Event] };

/** What the templates of each event may use besides `brand`; amounts and days as texts. */
export type EventData = HomeownerEvents &
  InSpanish<HomeownerEvents> & {
    'account-created': ToUser & { company?: Company; link: string };
    'confirm-account': ToUser & OnceLink & { company?: Company };
    'reset-password': ToUser & OnceLink;
    'change-email': ToUser & OnceLink & { newEmail: string; oldEmail: string };
    /** The link restores the old address; `isRestored`: it was used. */
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
    'application-step': ApplicationNews;
    'offers-received': ApplicationNews;
    'funding-received': ApplicationNews;
    /** Somebody wanted to be reminded of an application; `note` may be empty. */
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
    /** `from` is the day from which `price` is charged; `isNow` is false when the plan begins then. */
    'plan-changed': ToContractor & {
      plan: { old: string; new: string; price: string; from: string; isNow: boolean };
    };
    /** `isNow` is false when the plan stays open until `until`; `refund` may be empty. */
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
    'widget-code': Answered & ToUser & { company: Company; widget: { name: string; code: string } };
    'invoice-link': Answered & { to: string; company: Company; link: string };
    'document-accepted': ToContractor & DocumentNews;
    'document-declined': ToContractor & DocumentNews;
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

/** An event with its data. */
export type EmailOf<Event extends BuiltInEvent = BuiltInEvent> = {
  [One in Event]: { event: One; data: EventData[One] };
}[Event];

/** One message of the product. */
export type EmailRequest<Event extends BuiltInEvent = BuiltInEvent> = EmailOf<Event> & {
  /** What caused the message: the same key makes one message, however often it is asked for. */
  key: string;
  contractorId?: number | null;
  about?: MessageAbout;
};
