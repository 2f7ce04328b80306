import { customerLimits } from '../customers/constants.ts';
import { invoiceDigits, invoiceTextLimits } from './quick/constants.ts';

/** Constants of saved estimates and invoices without schemas. */

export const documentKinds = { estimate: 'Estimate', invoice: 'Invoice' } as const;
export type DocumentKind = keyof typeof documentKinds;

/** A document's status. Overdue and expired derive from its dates (`lifecycle.ts`). */
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

/** The list's filters: a status, or a state derived from the status and the date. */
export const documentStates = {
  all: 'All',
  ...documentStatuses,
  open: 'Not paid',
  overdue: 'Overdue',
  expired: 'Expired',
  unanswered: 'No answer',
} as const;
export type DocumentState = keyof typeof documentStates;

/** The maximum characters of each text. */
export const documentTextLimits = {
  ...invoiceTextLimits,
  fullName: customerLimits.name,
  /** The scope of work below an item's description. */
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

/** Digits before the decimal point for each number; after it there are two, or `taxRatePlaces`. */
export const documentDigits = { ...invoiceDigits, discount: 6, deposit: 6, payment: 9 } as const;

/**
 * The highest total of a saved document, and the highest payment, in cents: $10,000,000.00, as for
 * lenders' offers. More is a typing mistake.
 */
export const maxDocumentTotalCents = 1_000_000_000;

/** Decimals of a saved document's tax rate: New York City's is 8.875%. */
export const taxRatePlaces = 3;

/** A discount or a deposit is an amount or a percentage. */
export const partKinds = ['amount', 'percent'] as const;
export type PartKind = (typeof partKinds)[number];

/** A customer's payment methods, for payments entered by hand. */
export const documentPaymentMethods = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card, elsewhere',
  financing: 'Financing',
} as const;
export type DocumentPaymentMethod = keyof typeof documentPaymentMethods;

/** How a document is delivered: by e-mail, text message, link, or on paper. */
export const documentWays = ['email', 'text', 'link', 'hand'] as const;
export type DocumentWay = (typeof documentWays)[number];

/** A document's recorded events. */
export const documentEventKinds = {
  created: 'Created',
  copied: 'Created as a copy',
  sent: 'Sent',
  'text-delivered': 'The text with the link was delivered',
  'text-failed': 'The text with the link was not delivered',
  'email-failed': 'The e-mail with the link was not delivered',
  viewed: 'Viewed by the customer',
  accepted: 'Accepted by the customer',
  declined: 'Declined by the customer',
  invoiced: 'Turned into an invoice',
  'financing-opened': 'Customer continued to financing',
  'payment-added': 'Payment entered',
  'payment-moved': 'Payment transferred from the estimate',
  'payment-taken-back': 'Payment reversed',
  'link-renewed': 'New link created',
  'link-revoked': 'Link turned off',
  discarded: 'Changes discarded',
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

/** How many days a document's link works after it was sent or renewed. */
export const documentLinkDays = 120;

/**
 * The fragment of a document's link for the contractor's own preview, which doesn't count as
 * viewed.
 */
export const ownPreview = '#preview';

/** The highest starting number of a series. */
export const largestFirstNumber = 999_999_999;

/** The most saved items per contractor, archived ones included. */
export const maxSavedItems = 5_000;
