import { z } from 'zod';
import { dollars, instant } from '../core/fields.ts';
import {
  documentEventKinds,
  documentKinds,
  documentPaymentMethods,
  documentStatuses,
} from './constants.ts';
import { keysOf } from '../core/map-values.ts';
import { shownContent } from './content.ts';
import { documentActions } from './lifecycle.ts';

/** A kept document as lists show it. Days are `yyyy-mm-dd`. */
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
  /** What is still owed; of an estimate the total less what was paid. Negative when overpaid. */
  balance: dollars(),
  issuedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  isOverdue: z.boolean(),
  isExpired: z.boolean(),
  /** It was changed since it was sent: the customer sees the revision that was sent. */
  hasUnsentChanges: z.boolean(),
  updatedAt: instant(),
  sentAt: instant().nullable(),
  viewedAt: instant().nullable(),
});
export type DocumentRow = z.output<typeof documentRow>;

/** The same in the list of all documents. */
export const listedDocument = documentRow.extend({
  /**
   * What is still owed by the month, by the customer's offers or the example; null where it can't be
   * financed.
   */
  monthlyPayment: dollars().nullable(),
});
export type ListedDocument = z.output<typeof listedDocument>;

/** Who signed an estimate, and how. */
const signature = z.object({
  name: z.string(),
  at: instant(),
  /** The network address it came from, and what the browser said of itself. */
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
  /** Of a payment by financing. */
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

/** A kept document whole. */
export const wholeDocument = documentRow.extend({
  version: z.number(),
  content: shownContent,
  sums,
  pageId: z.number().nullable(),
  /** The logo of that page. */
  logoUrl: z.string().nullable(),
  /** The revision that its content belongs to: 1 before it is sent, one more when it is changed after. */
  revision: z.number(),
  /** The newest that was sent; null before. */
  sentRevision: z.number().nullable(),
  revisions: z.array(revision),
  payments: z.array(documentPayment),
  /** The newest first, 100 at most. */
  events: z.array(documentEvent),
  /** The estimate that an invoice was made of, and the invoice that was made of an estimate. */
  estimate: otherDocument.nullable(),
  invoice: otherDocument.extend({ paid: dollars() }).nullable(),
  voidReason: z.string(),
  /** What the customer opens; null when there is none that works. */
  link: z.object({ url: z.string(), expiresAt: instant() }).nullable(),
  /** What may be done with it now, by its state. */
  may: z.array(z.enum(documentActions)),
});
export type WholeDocument = z.output<typeof wholeDocument>;
