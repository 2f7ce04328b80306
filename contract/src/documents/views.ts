import { z } from 'zod';
import { dollars, instant } from '../core/fields.ts';
import {
  documentEventKinds,
  documentKinds,
  documentPaymentMethods,
  documentStatuses,
} from './constants.ts';
import { keysOf } from '../core/map-values.ts';
import { documentContentView } from './content.ts';
import { documentActions } from './lifecycle.ts';

/** A saved document in lists. Days are `yyyy-mm-dd`. */
export const documentRow = z.object({
  id: z.number(),
  kind: z.enum(keysOf(documentKinds)),
  /** Null until it is first sent. */
  number: z.number().nullable(),
  status: z.enum(keysOf(documentStatuses)),
  customerId: z.number().nullable(),
  customerName: z.string(),
  projectName: z.string(),
  total: dollars(),
  paid: dollars(),
  /** The balance; for an estimate, the total minus payments. Negative when overpaid. */
  balance: dollars(),
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  isOverdue: z.boolean(),
  isExpired: z.boolean(),
  /** It changed after it was sent: the customer sees the sent revision. */
  hasUnsentChanges: z.boolean(),
  updatedAt: instant(),
  sentAt: instant().nullable(),
  viewedAt: instant().nullable(),
});
export type DocumentRow = z.output<typeof documentRow>;

/** A row in the list of all documents. */
export const listedDocument = documentRow.extend({
  /**
   * The balance as a monthly payment, from the customer's offers or the example; null when it can't
   * be financed.
   */
  monthlyPayment: dollars().nullable(),
});
export type ListedDocument = z.output<typeof listedDocument>;

const signature = z.object({
  name: z.string(),
  at: instant(),
  /** The signer's network address and browser. */
  address: z.string().nullable(),
  userAgent: z.string(),
});

const revision = z.object({
  revision: z.number(),
  sentAt: instant(),
  total: dollars(),
  signature: signature.nullable(),
  declinedAt: instant().nullable(),
  declineReason: z.string(),
});

const documentPayment = z.object({
  id: z.number(),
  method: z.enum(keysOf(documentPaymentMethods)),
  amount: dollars(),
  /** `yyyy-mm-dd` */
  paidOn: z.string(),
  checkNumber: z.string(),
  note: z.string(),
  /** Set for payments by financing. */
  applicationId: z.number().nullable(),
  lenderName: z.string(),
  enteredAt: instant(),
  enteredBy: z.string().nullable(),
  takenBackAt: instant().nullable(),
  takenBackReason: z.string(),
});

const documentEvent = z.object({
  id: z.number(),
  at: instant(),
  kind: z.enum(keysOf(documentEventKinds)),
  /** Who did it; null for the customer. */
  actor: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const sums = z.object({
  subtotal: dollars(),
  discount: dollars(),
  taxable: dollars(),
  tax: dollars(),
  total: dollars(),
  deposit: dollars(),
});

const otherDocument = z.object({ id: z.number(), number: z.number().nullable() });

/** A complete saved document. */
export const fullDocument = documentRow.extend({
  version: z.number(),
  content: documentContentView,
  sums,
  pageId: z.number().nullable(),
  /** The logo of that page. */
  logoUrl: z.string().nullable(),
  /** The content's revision: 1 before it is sent; changing a sent document starts the next one. */
  revision: z.number(),
  /** The latest sent revision; null before. */
  sentRevision: z.number().nullable(),
  revisions: z.array(revision),
  payments: z.array(documentPayment),
  /** Newest first, at most 100. */
  events: z.array(documentEvent),
  /** The estimate an invoice was made from, and the invoice made from an estimate. */
  estimate: otherDocument.nullable(),
  invoice: otherDocument.extend({ paid: dollars() }).nullable(),
  voidReason: z.string(),
  /** The customer's link; null when none works. */
  link: z.object({ url: z.string(), expiresAt: instant() }).nullable(),
  /** The actions allowed in its current state. */
  may: z.array(z.enum(documentActions)),
});
export type FullDocument = z.output<typeof fullDocument>;
