import { z } from 'zod';
import { formatCents } from '../core/numbers.ts';
import { email, messages, optionalPhone, optionalText } from '../core/fields.ts';
import { addressStateCodes } from '../core/us-states.ts';
import { maxInvoiceItems } from './quick/constants.ts';
import { tidyLines } from '../core/field-rules.ts';
import { day, decimal, invoiceMessages } from './quick/document.ts';
import {
  documentDigits as digits,
  documentTextLimits as limits,
  maxDocumentTotalCents,
  partKinds,
  taxRatePlaces,
  type DocumentKind,
} from './constants.ts';
import { documentSums } from './maths.ts';

/** The editor's messages in addition to the quick document's. */
export const documentMessages = {
  percent: 'Enter a percentage from 0 to 100.',
  discount: 'The discount is more than the item total.',
  deposit: 'The deposit is more than the total.',
  due: 'The due date is before the date of the invoice.',
  total: `The total can't be more than ${formatCents(maxDocumentTotalCents)}.`,
  valid: 'The last day is before the date of the estimate.',
} as const;

export const several = (max: number) =>
  z
    .string()
    .transform(tidyLines)
    .pipe(z.string().max(max, messages.max(max)))
    .default('');

/** An amount in dollars or a percentage, as typed; parsed to cents or hundredths of a percent. */
const part = (most: number) =>
  z
    .object({
      kind: z.enum(partKinds),
      value: decimal({ digits: most, sign: 'not-negative', required: false }),
    })
    .refine(({ kind, value }) => kind === 'amount' || value <= 10_000, {
      message: documentMessages.percent,
      path: ['value'],
    })
    .default({ kind: 'amount', value: 0 });

/** The customer as of when the document was written. */
const documentCustomer = z.object({
  name: optionalText(limits.fullName).default(''),
  company: optionalText(limits.company).default(''),
  street: optionalText(limits.street).default(''),
  city: optionalText(limits.city).default(''),
  state: z.union([z.literal(''), z.enum(addressStateCodes)], 'Please choose a state.').default(''),
  zip: optionalText(limits.zip).default(''),
  email: z.union([z.string().trim().pipe(z.literal('')), email()]).default(''),
  phone: optionalPhone().default(''),
});

const documentItem = z.object({
  description: optionalText(limits.description).default(''),
  /** The scope of work, in several lines. */
  details: several(limits.details),
  quantity: decimal({ digits: digits.quantity, sign: 'not-negative', required: false }).default(0),
  unitPrice: decimal({ digits: digits.unitPrice, sign: 'not-negative', required: false }).default(
    0,
  ),
  isTaxable: z.boolean().default(true),
});

const writtenContent = z.object({
  customer: documentCustomer.prefault({}),
  items: z.array(documentItem).max(maxInvoiceItems, invoiceMessages.items).default([]),
  discount: part(digits.discount),
  /** Percent, applied to taxable items after the discount. */
  taxRate: decimal({
    digits: digits.taxRate,
    sign: 'not-negative',
    required: false,
    places: taxRatePlaces,
  }).default(0),
  /** Due on acceptance; a percentage is of the total. */
  deposit: part(digits.deposit),
  /** The printed date; empty means the day it is first sent. */
  issuedOn: day().default(''),
  /** Used by invoices and estimates, respectively; the other one isn't changed. */
  dueOn: day().default(''),
  validUntil: day().default(''),
  notes: several(limits.notes),
  terms: several(limits.terms),
  projectName: optionalText(limits.projectName).default(''),
  license: optionalText(limits.license).default(''),
  poNumber: optionalText(limits.poNumber).default(''),
});

/**
 * A document's content, as its editor sends it: numbers as typed or as JSON numbers (`14.25`), days
 * as `yyyy-mm-dd` or `mm/dd/yyyy`. A draft may be incomplete; `missingOf` lists what is missing
 * before it can be sent. Numbers are parsed to hundredths, money to cents, and the tax rate to
 * thousandths of a percent.
 */
export const documentContent = writtenContent.refine(
  (content) => documentSums(content).total <= maxDocumentTotalCents,
  { message: documentMessages.total, path: ['items'] },
);
export type DocumentContent = z.output<typeof documentContent>;
export type DocumentContentInput = z.input<typeof documentContent>;

/**
 * What a document needs before it can be sent, by the field's path in the content
 * (`content.items.0.description`); empty when complete. `today` is the day in the business time
 * zone.
 */
export function findMissing(
  kind: DocumentKind,
  content: DocumentContent,
  today: string,
): Record<string, string> {
  const missing: Record<string, string> = {};
  const { items, discount, deposit, customer, issuedOn, dueOn, validUntil } = content;
  if (customer.name === '') missing['content.customer.name'] = messages.required;
  if (items.length === 0) missing['content.items'] = invoiceMessages.noItems;
  for (const [index, { description, quantity }] of items.entries()) {
    if (description === '') missing[`content.items.${index}.description`] = messages.required;
    if (quantity <= 0) missing[`content.items.${index}.quantity`] = invoiceMessages.positive;
  }
  const sums = documentSums(content);
  if (discount.kind === 'amount' && discount.value > sums.subtotal)
    missing['content.discount.value'] = documentMessages.discount;
  if (deposit.kind === 'amount' && deposit.value > sums.total)
    missing['content.deposit.value'] = documentMessages.deposit;
  const date = issuedOn === '' ? today : issuedOn;
  if (kind === 'invoice' && dueOn !== '' && dueOn < date)
    missing['content.dueOn'] = documentMessages.due;
  if (kind === 'estimate' && validUntil !== '' && validUntil < date)
    missing['content.validUntil'] = documentMessages.valid;
  return missing;
}

const shownPart = z.object({ kind: z.enum(partKinds), value: z.number() });

/**
 * The content in the server's responses: dollars, percentages, and quantities as decimal numbers.
 */
export const documentContentView = z.object({
  customer: z.object({
    name: z.string(),
    company: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.union([z.literal(''), z.enum(addressStateCodes)]),
    zip: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  items: z.array(
    z.object({
      description: z.string(),
      details: z.string(),
      quantity: z.number(),
      unitPrice: z.number(),
      isTaxable: z.boolean(),
    }),
  ),
  discount: shownPart,
  taxRate: z.number(),
  deposit: shownPart,
  issuedOn: z.string(),
  dueOn: z.string(),
  validUntil: z.string(),
  notes: z.string(),
  terms: z.string(),
  projectName: z.string(),
  license: z.string(),
  poNumber: z.string(),
});
export type DocumentContentView = z.output<typeof documentContentView>;
