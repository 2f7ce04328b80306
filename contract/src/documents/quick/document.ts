import { z } from 'zod';
import { accessTo } from '../../core/access.ts';
import { endpoint } from '../../core/endpoint.ts';
import { tidyLines } from '../../core/field-rules.ts';
import { email, id, jsonField, messages, optionalText, outcome, text } from '../../core/fields.ts';
import { inBody, ownContractor, pageAt, userAt } from '../../core/owner.ts';
import {
  docTypes,
  invoiceDigits,
  invoiceTextLimits as limits,
  maxInvoiceItems,
} from './constants.ts';
import { hasMisplacedComma, isNumber, readDecimal } from '../../core/numbers.ts';

/** The form's messages for wrong numbers, wrong days, and too few or too many items. */
export const invoiceMessages = {
  number: 'Please enter a number.',
  digits: (whole: number, places = 2) => `Enter up to ${whole} digits and ${places} decimals.`,
  positive: 'Enter a number above 0.',
  notNegative: 'Enter a number that is not negative.',
  day: 'Please enter a date as mm/dd/yyyy.',
  noItems: 'Add at least one item.',
  items: `Add ${maxInvoiceItems} items at most.`,
} as const;

type Sign = 'positive' | 'not-negative' | 'any';

interface Decimal {
  /** Digits before the decimal point. */
  digits: number;
  sign: Sign;
  required: boolean;
  /** Digits after the decimal point; 2 by default. */
  places?: number;
}

/** The problem with a typed number; `value` is the parsed number. */
function wrongWith(
  typed: string,
  value: number | null,
  { digits, sign, required, places = 2 }: Decimal,
): string | null {
  if (typed === '') return required ? messages.required : null;
  if (hasMisplacedComma(typed)) return messages.comma;
  if (!isNumber(typed)) return invoiceMessages.number;
  if (value === null || Math.abs(value) >= 10 ** (digits + places))
    return invoiceMessages.digits(digits, places);
  if (sign === 'positive' && value <= 0) return invoiceMessages.positive;
  return sign === 'not-negative' && value < 0 ? invoiceMessages.notNegative : null;
}

/** A JSON number without an exponent. */
const plainDigits = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/**
 * A typed decimal, with or without `$` or `%`; parsed to an integer in units of its last place
 * (cents for money with two places). Without `required`, empty is 0.
 */
export const decimal = (rule: Decimal) =>
  z.union([z.string(), z.number()], messages.required).transform((value, context) => {
    const typed = typeof value === 'number' ? plainDigits(value) : value.trim();
    const read = readDecimal(typed, rule.places ?? 2);
    const wrong = wrongWith(typed, read, rule);
    if (wrong !== null) context.addIssue({ code: 'custom', message: wrong });
    return read ?? 0;
  });

const isoDay = (_typed: string, month: string, date: string, year: string): string =>
  `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;

/** A day, `yyyy-mm-dd` or `mm/dd/yyyy`; output is the former. Empty stays empty. */
export const day = () =>
  z
    .string(messages.required)
    .transform((typed) => typed.trim().replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, isoDay))
    .pipe(z.string().refine((value) => value === '' || isDay(value), invoiceMessages.day));

const isDay = (value: string): boolean => value >= '1900' && z.iso.date().safeParse(value).success;

export const invoiceItem = z.object({
  description: text(limits.description),
  quantity: decimal({ digits: invoiceDigits.quantity, sign: 'positive', required: true }),
  unitPrice: decimal({ digits: invoiceDigits.unitPrice, sign: 'positive', required: true }),
});

/**
 * An invoice or an estimate. `fullName`, `company`, and `address` are the customer's; the
 * contractor's own come from the page. Numbers are parsed to hundredths: `quantity` in hundredths,
 * `unitPrice` and `adjustments` in cents, `taxRate` in hundredths of a percent.
 */
export const invoiceForm = z.object({
  userId: id().optional(),
  docType: z.enum(docTypes, messages.required),
  fullName: text(limits.fullName),
  company: optionalText(limits.company).default(''),
  address: optionalText(limits.address).default(''),
  projectName: optionalText(limits.projectName).default(''),
  dueDate: day().default(''),
  notes: z
    .string()
    .transform(tidyLines)
    .pipe(z.string().max(limits.notes, messages.max(limits.notes)))
    .default(''),
  taxRate: decimal({
    digits: invoiceDigits.taxRate,
    sign: 'not-negative',
    required: false,
  }).default(0),
  adjustments: decimal({ digits: invoiceDigits.adjustments, sign: 'any', required: false }).default(
    0,
  ),
  submittedOn: day().refine((value) => value !== '', messages.required),
  /** The document's number. */
  numberPrice: z
    .union([z.string(), z.number().transform(String)], messages.required)
    .pipe(
      z
        .string()
        .trim()
        .min(1, messages.required)
        .regex(/^\d*$/, messages.digits)
        .max(limits.numberPrice, messages.max(limits.numberPrice)),
    ),
  license: optionalText(limits.license).default(''),
  items: jsonField(
    z
      .array(invoiceItem, messages.required)
      .min(1, invoiceMessages.noItems)
      .max(maxInvoiceItems, invoiceMessages.items),
  ),
});
export type InvoiceForm = z.output<typeof invoiceForm>;

const pageParams = z.object({ pageId: id() });

export const priceDocument = endpoint({
  name: 'invoices.price',
  method: 'POST',
  path: '/widgets/{pageId}/price',
  summary: 'An invoice or an estimate with a link to a co-branded page, as a PDF',
  access: accessTo('marketing-materials'),
  owner: [ownContractor, pageAt('pageId'), userAt(inBody('userId'))],
  params: pageParams,
  encoding: 'form',
  body: invoiceForm,
  response: { file: 'application/pdf' },
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const linkForm = z.object({ userId: id().optional(), email: email() });

export const mailLink = endpoint({
  name: 'invoices.mail-link',
  method: 'POST',
  path: '/widgets/{pageId}/price/mail',
  summary: "E-mail a customer the co-branded page's link, as on a document",
  access: accessTo('marketing-materials'),
  owner: [ownContractor, pageAt('pageId'), userAt(inBody('userId'))],
  params: pageParams,
  encoding: 'form',
  body: linkForm,
  response: outcome,
  errors: ['not_found'],
  limit: { max: 30, seconds: 3600, by: 'account' },
  mailsTo: 'email',
});
