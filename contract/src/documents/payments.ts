import { z } from 'zod';
import { accessTo, viewAccess, withBoth } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { dollars, id, messages, optionalText, text } from '../core/fields.ts';
import { applicationAt, documentAt, inBody, ownContractor, sharedAt } from '../core/owner.ts';
import { sharedSections } from '../core/sections.ts';
import { formatCents } from '../core/numbers.ts';
import { day, decimal } from './quick/document.ts';
import {
  documentDigits,
  maxDocumentTotalCents,
  documentTextLimits as limits,
} from './constants.ts';
import { fullDocument } from './views.ts';

const documentParams = z.object({ id: id() });
const own = [ownContractor, documentAt('id')] as const;
/** Confirms a payment above the balance; otherwise the response is `overpaid`. */
const evenIfOverpaid = z.boolean().default(false);

const mostText = `A payment can't be more than ${formatCents(maxDocumentTotalCents)}.`;

/** A payment dated within this many days of today needs no confirmation. */
const usualDays = 60;

/**
 * Whether a payment's date needs confirmation: another year, or more than 60 days away. Both days
 * are `yyyy-mm-dd`.
 */
export function isUnusualDay(paidOn: string, today: string): boolean {
  const days = Math.abs(Date.parse(paidOn) - Date.parse(today)) / 86_400_000;
  return days > usualDays || paidOn.slice(0, 4) !== today.slice(0, 4);
}

export const paymentForm = z.object({
  method: z.enum(['cash', 'check', 'card'], messages.required),
  amount: decimal({ digits: documentDigits.payment, sign: 'positive', required: true }).refine(
    (cents) => cents <= maxDocumentTotalCents,
    mostText,
  ),
  paidOn: day().refine((value) => value !== '', messages.required),
  checkNumber: optionalText(limits.checkNumber).default(''),
  note: optionalText(limits.reason).default(''),
  evenIfOverpaid,
  /** Confirms a date in another year or far away; otherwise the response is `unusual_date`. */
  evenIfUnusualDate: z.boolean().default(false),
});

export const addPayment = endpoint({
  name: 'documents.add-payment',
  method: 'POST',
  path: '/documents/{id}/payments',
  summary: "Enter a customer's payment in cash, by check, or by card elsewhere",
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: paymentForm,
  response: fullDocument,
  errors: ['not_found', 'document_closed', 'overpaid', 'unusual_date'],
  idempotent: true,
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const readFunding = endpoint({
  name: 'documents.funding',
  method: 'GET',
  path: '/documents/{id}/funding',
  summary: "Funded applications of the document's customer that have not been entered as payments",
  access: withBoth(viewAccess('documents'), sharedSections.applications),
  owner: own,
  params: documentParams,
  response: z.object({
    data: z.array(
      z.object({
        applicationId: z.number(),
        lenderName: z.string(),
        amount: dollars(),
        /** `yyyy-mm-dd` */
        fundedOn: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const addFunding = endpoint({
  name: 'documents.add-funding',
  method: 'POST',
  path: '/documents/{id}/funding',
  summary:
    "Enter an application's funding as a payment: amount, lender, and date come from its offer",
  access: withBoth(accessTo('documents'), sharedSections.applications),
  owner: [...own, applicationAt(inBody('applicationId'))],
  params: documentParams,
  encoding: 'json',
  body: z.object({ applicationId: id(), evenIfOverpaid }),
  response: fullDocument,
  errors: ['not_found', 'document_closed', 'overpaid', 'offer_used'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const cancelPayment = endpoint({
  name: 'documents.take-back-payment',
  method: 'POST',
  path: '/documents/{id}/payments/{payment}/take-back',
  summary: 'Reverse a payment: it stays visible, and the amount is owed again',
  access: accessTo('documents'),
  owner: [...own, sharedAt('payment', 'It is looked for among the payments of that document.')],
  params: documentParams.extend({ payment: id() }),
  encoding: 'json',
  body: z.object({ reason: text(limits.reason) }),
  response: fullDocument,
  errors: ['not_found', 'document_closed'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
