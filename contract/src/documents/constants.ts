import { customerLimits } from '../customers/constants.ts';
import { invoiceDigits, invoiceTextLimits } from './quick/constants.ts';

/** Constants of kept estimates and invoices without schemas. */

export const documentKinds = { estimate: 'Estimate', invoice: 'Invoice' } as const;
export type DocumentKind = keyof typeof documentKinds;

/** How far a document is. Overdue and expired are told from its dates (`life.ts`). */
export const documentStatuses = {
  draft: 'Draft',
  sent: 'Sent',
  viewed: 'Viewed',
  accepted: 'Accepted',
  declined: 'Declined',
  invoiced: 'Invoiced',
  part_paid: 'Partly paid',
  paid: 'Paid',
  void: 'Void',
} as const;
export type DocumentStatus = keyof typeof documentStatuses;

/** What the list is narrowed down to: a status, or what follows from it and from the day. */
export const documentStates = {
  all: 'All',
  ...documentStatuses,
  open: 'Not paid',
  overdue: 'Overdue',
  expired: 'Expired',
  unanswered: 'No answer',
} as const;
export type DocumentState = keyof typeof documentStates;

/** The most characters that each text takes. */
export const documentTextLimits = {
  ...invoiceTextLimits,
  fullName: customerLimits.name,
  /** Below an item's description: the scope of the work. */
  details: 2_000,
  notes: 5_000,
  street: customerLimits.street,
  city: customerLimits.city,
  zip: 10,
  terms: 2_000,
  poNumber: 50,
  message: 1_000,
  reason: 255,
  checkNumber: 30,
  signature: 100,
} as const;

/** Digits before the point that each number takes; after it there are two, or `taxRatePlaces`. */
export const documentDigits = { ...invoiceDigits, discount: 6, deposit: 6, payment: 9 } as const;

/**
 * The highest total of a kept document, and the highest payment, in cents: $10,000,000.00, as for lenders'
 * offers. More is a typing mistake.
 */
export const maxDocumentTotalCents = 1_000_000_000;

/** Decimals of a kept document's tax rate: New York City's is 8.875%. */
export const taxRatePlaces = 3;

/** A discount or a deposit is an amount or a part of the sum. */
export const partKinds = ['amount', 'percent'] as const;
export type PartKind = (typeof partKinds)[number];

/** How a customer has paid, as entered by hand. */
export const documentPaymentMethods = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card, elsewhere',
  financing: 'Financing',
} as const;
export type DocumentPaymentMethod = keyof typeof documentPaymentMethods;

/** How a document is handed over: by e-mail, by a text, by its link, or on paper. */
export const documentWays = ['email', 'text', 'link', 'hand'] as const;
export type DocumentWay = (typeof documentWays)[number];

/** What is written down of a document. */
export const documentEventKinds = {
  created: 'Created',
  copied: 'Made as a copy',
  sent: 'Sent',
  'text-delivered': 'The text with the link was delivered',
  'text-failed': 'The text with the link did not arrive',
  'email-failed': 'The e-mail with the link did not arrive',
  viewed: 'Viewed by the customer',
  accepted: 'Accepted by the customer',
  declined: 'Declined by the customer',
  invoiced: 'Turned into an invoice',
  'financing-opened': 'Customer went on to financing',
  'payment-added': 'Payment entered',
  'payment-moved': 'Payment taken over from the estimate',
  'payment-taken-back': 'Payment taken back',
  'link-renewed': 'New link made',
  'link-revoked': 'Link switched off',
  discarded: 'Changes thrown away',
  voided: 'Voided',
} as const;
export type DocumentEventKind = keyof typeof documentEventKinds;

export const documentOrders = [
  'updated',
  'number',
  'customer',
  'issued',
  'due',
  'total',
  'balance',
] as const;
export type DocumentOrder = (typeof documentOrders)[number];

export const documentPageSizes = [10, 25, 50, 100] as const;
export const documentExportFormats = ['xlsx', 'csv'] as const;

/** So many days the link of a document works after it was sent, or made anew. */
export const documentLinkDays = 120;

/** Behind a document's link it says that the contractor looks, so that it does not count as viewed. */
export const ownPreview = '#preview';

/** The highest number that a series may begin with. */
export const largestFirstNumber = 999_999_999;

/** Saved items that a contractor may have, the archived ones included. */
export const maxSavedItems = 5_000;
