import { z } from 'zod';
import {
  creditBandKeys,
  documentStates,
  offerKinds,
  rateTypes,
  requestKinds,
  requestStates,
} from '../applications/constants.ts';
import { lenderDesk } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { instant } from '../core/fields.ts';
import { filters, limit, listSchema, order, page } from '../core/list.ts';
import { lenderApplicationAt, sharedAt } from '../core/owner.ts';
import { usStateCodes } from '../core/us-states.ts';
import { nonEmpty } from '../core/map-values.ts';
import {
  deskOfferStates,
  deskOrders,
  deskPageSizes,
  deskStatuses,
  deskWaits,
} from './constants.ts';
import { doneAtDesk } from './history.ts';

/** Our reference of an application, as in the lender's protocol. */
const reference = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
export const byReference = z.object({ reference });

const row = z.object({
  reference: z.string(),
  homeowner: z.string(),
  /** In dollars. */
  amount: z.number().nullable(),
  project: z.string(),
  state: z.string(),
  status: z.enum(deskStatuses),
  waitsFor: z.enum(deskWaits),
  /** When the lender got it. */
  sentAt: instant(),
});
export type DeskRow = z.output<typeof row>;

export const deskFilterShape = {
  /** The homeowner's name, e-mail, phone, or city, or the reference. */
  search: z.string().trim().max(250).default(''),
  status: z.enum(['', ...deskStatuses]).default(''),
  waitsFor: z.enum(['', ...deskWaits]).default(''),
  state: z.enum(['', ...nonEmpty(usStateCodes)]).default(''),
};

export const listDeskApplications = endpoint({
  name: 'lender-desk.applications',
  method: 'GET',
  path: '/lender/applications',
  summary: "The applications that the caller's lender got",
  access: lenderDesk,
  query: z.object({
    page: page(),
    limit: limit(deskPageSizes, 25),
    order: order(deskOrders, '-sent'),
    filters: filters(deskFilterShape),
  }),
  response: listSchema(row),
});

export const exportDeskApplications = endpoint({
  name: 'lender-desk.export',
  method: 'GET',
  reads: 'much',
  path: '/lender/applications-export',
  summary: "The applications that the caller's lender got, as a CSV file, with the list's filters",
  access: lenderDesk,
  changesState: true,
  query: z.object({ order: order(deskOrders, '-sent'), ...deskFilterShape }),
  response: { file: 'text/csv' },
  errors: ['busy'],
  limit: { max: 30, seconds: 60, by: 'account' },
  noStepUp: 'It reads what the list shows; the audit log records it.',
});

const offer = z.object({
  reference: z.string(),
  kind: z.enum(offerKinds),
  amount: z.number(),
  apr: z.number().nullable(),
  rateType: z.enum(rateTypes).nullable(),
  termMonths: z.number().nullable(),
  monthlyPayment: z.number().nullable(),
  fees: z.number().nullable(),
  dealerFee: z.number().nullable(),
  expiresAt: instant().nullable(),
  conditions: z.array(z.string()),
  state: z.enum(deskOfferStates),
  /** What was paid and not reversed; null before the first funding. */
  funded: z.number().nullable(),
  receivedAt: instant(),
});
export type DeskOffer = z.output<typeof offer>;

const document = z.object({
  reference: z.string(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(documentStates),
  /** Why the lender rejected it. */
  reason: z.string(),
  uploadedAt: instant(),
  /** Our copy is deleted some time after it arrived, and when it is rejected. */
  mayDownload: z.boolean(),
});
const request = z.object({
  /** The lender's reference; empty for a lender with one request at a time. */
  reference: z.string(),
  offer: z.string(),
  kind: z.enum(requestKinds),
  what: z.string(),
  how: z.string(),
  until: instant().nullable(),
  state: z.enum(requestStates),
  documents: z.array(document),
});
export type DeskRequest = z.output<typeof request>;
export type DeskDocument = z.output<typeof document>;

const historyEntry = z.object({
  id: z.string(),
  /** The event's type, as in the lender's protocol. */
  type: z.string(),
  at: instant(),
  /** The lender's person; empty for a call of the lender's system. */
  person: z.string(),
  done: doneAtDesk,
});
export type DeskEntry = z.output<typeof historyEntry>;

const consent = z.object({
  kind: z.string(),
  answer: z.string(),
  version: z.number(),
  at: instant(),
});

/** What the lender can do now. */
const may = z.object({
  offer: z.boolean(),
  decline: z.boolean(),
  /** Offers by reference. */
  request: z.array(z.string()),
  approve: z.array(z.string()),
  fund: z.array(z.string()),
  reverse: z.array(z.string()),
});

export const readDeskApplication = endpoint({
  name: 'lender-desk.application',
  method: 'GET',
  path: '/lender/applications/{reference}',
  summary: "One of the lender's applications: what lenders are sent, and what this one did",
  access: lenderDesk,
  owner: lenderApplicationAt('reference'),
  params: byReference,
  response: row.extend({
    creditBand: z.enum(creditBandKeys).nullable(),
    /** The application as the lender's protocol sends it. */
    sent: z.record(z.string(), z.unknown()),
    consents: z.array(consent),
    offers: z.array(offer),
    requests: z.array(request),
    history: z.array(historyEntry),
    /** How much the lender has done; an action names what its person saw. */
    seen: z.number(),
    may,
  }),
  errors: ['not_found'],
});
export type DeskApplication = z.output<typeof readDeskApplication.response>;

export const downloadDeskDocument = endpoint({
  name: 'lender-desk.document',
  method: 'GET',
  path: '/lender/applications/{reference}/documents/{document}',
  summary: 'A document that the homeowner uploaded for one of the lender’s requests',
  access: lenderDesk,
  owner: [
    lenderApplicationAt('reference'),
    sharedAt('document', 'It is looked up among the lender’s documents of that application.'),
  ],
  params: byReference.extend({ document: z.string().min(1).max(100) }),
  changesState: true,
  response: { file: 'application/octet-stream' },
  errors: ['not_found'],
  limit: { max: 120, seconds: 60, by: 'account' },
  noStepUp: 'The lender requested the document; the audit log records each download.',
});
