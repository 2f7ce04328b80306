import { z } from 'zod';
import { openDay } from '../applications/report.ts';
import { accessTo, viewAccess } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import {
  dollars,
  email,
  id,
  messages,
  optionalId,
  optionalPhone,
  text,
  wholeNumber,
} from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { cursorFields, limit, order, page, totals } from '../core/list.ts';
import { keysOf } from '../core/map-values.ts';
import {
  documentAt,
  inBody,
  inQuery,
  optionalCustomerAt,
  optionalPageAt,
  ownContractor,
  sharedAt,
} from '../core/owner.ts';
import { tidyLines } from '../core/field-rules.ts';
import {
  documentExportFormats,
  documentKinds,
  documentOrders,
  documentPageSizes,
  documentStates,
  documentTextLimits as limits,
  documentWays,
  largestFirstNumber,
} from './constants.ts';
import { documentContent, documentContentView } from './content.ts';
import { listedDocument, fullDocument } from './views.ts';

const kind = z.enum(keysOf(documentKinds), messages.required);
const documentParams = z.object({ id: id() });
const own = [ownContractor, documentAt('id')] as const;
/** What the editor has seen: an older version than the stored one is a conflict. */
const version = id();

const dayRange = z
  .object({ from: openDay, to: openDay })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The start must not be after the end.',
    path: ['from'],
  });

/** The filters of the list and its exports. Empty values match everything. */
const filterFields = {
  kind: z.union([z.literal('').transform(() => undefined), kind]).optional(),
  state: z
    .union([z.literal('').transform(() => 'all' as const), z.enum(keysOf(documentStates))])
    .default('all'),
  customerId: optionalId(),
  /** The documents' dates, both days included. */
  dated: dayRange.prefault({}),
  /** Searches the number, customer, project, and amount. */
  search: z.string().trim().max(250).default(''),
  order: order(documentOrders, '-updated'),
};
const listOwner = [ownContractor, optionalCustomerAt(inQuery('customerId'))] as const;

export const listDocuments = endpoint({
  name: 'documents.list',
  method: 'GET',
  path: '/documents',
  summary: "The contractor's saved estimates and invoices",
  access: viewAccess('documents'),
  owner: listOwner,
  query: z.object({
    ...filterFields,
    page: page(),
    limit: limit(documentPageSizes, 25),
    ...cursorFields(),
  }),
  response: z.object({ data: z.array(listedDocument), ...totals }),
  errors: ['not_found'],
});

export const documentTotals = endpoint({
  name: 'documents.totals',
  method: 'GET',
  path: '/documents-totals',
  summary: 'Totals: owed, overdue, waiting for an answer, and paid this month',
  access: viewAccess('documents'),
  owner: ownContractor,
  response: z.object({
    /** Owed on sent invoices, and the overdue part of it. */
    open: z.object({ count: z.number(), amount: dollars() }),
    overdue: z.object({ count: z.number(), amount: dollars() }),
    /** Estimates waiting for an answer. */
    waiting: z.object({ count: z.number(), amount: dollars() }),
    /** This month's payments minus refunds. */
    paidThisMonth: dollars(),
    drafts: z.number(),
  }),
  errors: ['not_found'],
});

/** A navigation. The `X-Total-Rows` header has the number of rows. */
export const exportDocuments = endpoint({
  name: 'documents.export',
  method: 'GET',
  reads: 'much',
  path: '/documents-export',
  summary: 'The documents as a spreadsheet; the audit log records it',
  access: viewAccess('documents'),
  owner: listOwner,
  changesState: true,
  query: z.object({ ...filterFields, format: z.enum(documentExportFormats).default('xlsx') }),
  response: { file: 'application/octet-stream' },
  errors: ['not_found', 'busy'],
  limit: { max: 30, seconds: 60, by: 'account' },
  stepUp: 'switched',
});

export const readDocument = endpoint({
  name: 'documents.read',
  method: 'GET',
  path: '/documents/{id}',
  summary: 'One document with its revisions, payments, and events',
  access: viewAccess('documents'),
  owner: own,
  params: documentParams,
  response: fullDocument,
  errors: ['not_found'],
});

/** The initial content of a new document. */
export const startDocument = endpoint({
  name: 'documents.start',
  method: 'GET',
  path: '/documents-start',
  summary:
    'The initial content of a new document, from the customer and the latest document of its kind',
  access: accessTo('documents'),
  owner: listOwner,
  query: z.object({ kind, customerId: optionalId() }),
  response: z.object({
    customerId: z.number().nullable(),
    pageId: z.number().nullable(),
    content: documentContentView,
    /** The next number. */
    nextNumber: z.number(),
  }),
  errors: ['not_found'],
});

const written = z.object({
  /** The recipient; without one, a customer is found or created when it is sent. */
  customerId: optionalId(),
  /** The co-branded page whose financing it offers; without one it offers none. */
  pageId: optionalId(),
  content: documentContent,
});
const writtenAt = [
  optionalCustomerAt(inBody('customerId')),
  optionalPageAt(inBody('pageId')),
] as const;

/** A draft written offline is sent with an idempotency key, so it is saved only once. */
export const createDocument = endpoint({
  name: 'documents.create',
  method: 'POST',
  path: '/documents',
  summary: 'Save a new draft',
  access: accessTo('documents'),
  owner: [ownContractor, ...writtenAt],
  encoding: 'json',
  body: written.extend({ kind }),
  response: fullDocument,
  errors: ['not_found'],
  idempotent: true,
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const saveDocument = endpoint({
  name: 'documents.save',
  method: 'POST',
  path: '/documents/{id}',
  summary: 'Save a draft, or start the next revision of a sent document',
  access: accessTo('documents'),
  owner: [...own, ...writtenAt],
  params: documentParams,
  encoding: 'json',
  body: written.extend({ version }),
  response: fullDocument,
  errors: ['not_found', 'conflict', 'document_closed'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const discardChanges = endpoint({
  name: 'documents.discard',
  method: 'POST',
  path: '/documents/{id}/discard',
  summary: 'Discard the changes since it was sent',
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: z.object({ version }),
  response: fullDocument,
  errors: ['not_found', 'conflict', 'document_closed'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const deleteDraft = endpoint({
  name: 'documents.delete',
  method: 'DELETE',
  path: '/documents/{id}',
  summary: 'Delete a draft that was never sent',
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  response: z.object({ message: z.string() }),
  errors: ['not_found', 'document_closed'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

const optionalLines = z
  .string()
  .transform(tidyLines)
  .pipe(z.string().max(limits.message, messages.max(limits.message)))
  .default('');

/**
 * Assigns the number, saves the current revision, and creates its PDF and link. `email` and `text`
 * send the link, `link` leaves sharing to the caller, and `hand` is for paper.
 */
export const sendDocument = endpoint({
  name: 'documents.send',
  method: 'POST',
  path: '/documents/{id}/send',
  summary: 'Send a document, or its next revision',
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: z
    .object({
      version,
      by: z.enum(documentWays).default('link'),
      /** The recipient; defaults to the customer's own address or number. */
      email: z.union([z.string().trim().pipe(z.literal('')), email()]).default(''),
      phone: optionalPhone().default(''),
      /** For a text: the contractor confirms that the customer requested it. */
      asked: z.boolean().default(false),
      /** The contractor's personal message in the e-mail. */
      message: optionalLines,
      language: z.enum(languages).default('en'),
    })
    .refine(({ by, asked }) => by !== 'text' || asked, {
      message: 'Please confirm that the customer asked for the text.',
      path: ['asked'],
    }),
  response: fullDocument,
  errors: [
    'not_found',
    'conflict',
    'document_closed',
    'plan_required',
    'link_refused',
    'link_limit',
  ],
  limit: { max: 120, seconds: 3600, by: 'account' },
});

export const copyDocument = endpoint({
  name: 'documents.copy',
  method: 'POST',
  path: '/documents/{id}/copy',
  summary: 'Create a draft with the same content',
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: z.object({ kind: kind.optional() }),
  response: fullDocument,
  errors: ['not_found'],
  idempotent: true,
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const invoiceEstimate = endpoint({
  name: 'documents.invoice',
  method: 'POST',
  path: '/documents/{id}/invoice',
  summary: 'Convert an accepted estimate into an invoice, with the paid deposit',
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  response: fullDocument,
  errors: ['not_found', 'document_closed'],
  idempotent: true,
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const voidDocument = endpoint({
  name: 'documents.void',
  method: 'POST',
  path: '/documents/{id}/void',
  summary: "Void a sent document: it keeps its number and can't be accepted anymore",
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: z.object({ reason: text(limits.reason) }),
  response: fullDocument,
  errors: ['not_found', 'document_closed', 'has_payments'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const changeLink = endpoint({
  name: 'documents.link',
  method: 'POST',
  path: '/documents/{id}/link',
  summary: "Create a new link, which replaces the old one, or turn the document's link off",
  access: accessTo('documents'),
  owner: own,
  params: documentParams,
  encoding: 'json',
  body: z.object({ action: z.enum(['renew', 'revoke']) }),
  response: fullDocument,
  errors: ['not_found', 'document_closed', 'plan_required'],
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** The sent document, with the signature once that revision is accepted. */
export const documentPdf = endpoint({
  name: 'documents.pdf',
  method: 'GET',
  path: '/documents/{id}/revisions/{revision}/pdf',
  summary: 'The PDF of a revision, as it was sent',
  access: viewAccess('documents'),
  owner: [...own, sharedAt('revision', 'It is looked for among the revisions of that document.')],
  params: documentParams.extend({ revision: wholeNumber(z.number().int().positive().max(10_000)) }),
  response: { file: 'application/pdf' },
  errors: ['not_found'],
});

export const previewDocument = endpoint({
  name: 'documents.preview',
  method: 'GET',
  path: '/documents/{id}/preview',
  summary: 'The PDF of the current document, marked as a draft',
  access: viewAccess('documents'),
  owner: own,
  params: documentParams,
  response: { file: 'application/pdf' },
  errors: ['not_found'],
  limit: { max: 60, seconds: 60, by: 'account' },
});

const nextNumbers = z.object({
  /** The next number, and the lowest allowed value. */
  estimate: z.object({ next: z.number(), least: z.number() }),
  invoice: z.object({ next: z.number(), least: z.number() }),
});

export const readNumbers = endpoint({
  name: 'documents.numbers',
  method: 'GET',
  path: '/document-numbers',
  summary: 'The next document numbers',
  access: viewAccess('documents'),
  owner: ownContractor,
  response: nextNumbers,
  errors: ['not_found'],
});

export const setNumber = endpoint({
  name: 'documents.set-number',
  method: 'POST',
  path: '/document-numbers',
  summary: 'Continue an existing series: set the next number, above all used ones',
  access: accessTo('documents'),
  owner: ownContractor,
  encoding: 'json',
  body: z.object({
    kind,
    next: wholeNumber(
      z
        .number()
        .int()
        .positive('Enter a number above 0.')
        .max(largestFirstNumber, `Enter ${largestFirstNumber} at most.`),
    ),
  }),
  response: nextNumbers,
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
});
