import {
  bigint,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  documentStates,
  documentTypes,
  requestKinds,
  requestStates,
} from '@lintel/contract/applications/constants';
import { keysOf, nonEmpty } from '@lintel/contract/core/map-values';
import { applications, offers } from '../tables.ts';

export const requestKind = pgEnum('lender_request_kind', requestKinds);
export const requestState = pgEnum('lender_request_state', requestStates);
export const documentState = pgEnum('homeowner_document_state', documentStates);
export const documentType = pgEnum('homeowner_document_type', nonEmpty(keysOf(documentTypes)));

/** Lenders' requests to homeowners. */
export const lenderRequests = pgTable(
  'lender_requests',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    offerId: bigint('offer_id', { mode: 'number' }).notNull(),
    /** The lender's reference; empty for a lender with one request at a time. */
    reference: text().notNull(),
    kind: requestKind().notNull(),
    what: text().notNull(),
    how: text().notNull(),
    until: timestamp({ withTimezone: true }),
    state: requestState().notNull().default('open'),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
    /** When it was fulfilled or withdrawn. */
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'lender_requests_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    foreignKey({
      name: 'lender_requests_offer',
      columns: [table.contractorId, table.offerId],
      foreignColumns: [offers.contractorId, offers.id],
    }),
    uniqueIndex('lender_requests_reference').on(
      table.contractorId,
      table.applicationId,
      table.offerId,
      table.reference,
    ),
  ],
);

/**
 * Homeowners' uploads. The bytes are in the file store, each file encrypted with its own key. That
 * key is in this row, sealed: without the row, a file is unreadable.
 */
export const homeownerDocuments = pgTable(
  'homeowner_documents',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    requestId: bigint('request_id', { mode: 'number' }).notNull(),
    /** The lender's reference for it. */
    reference: text().notNull(),
    name: text().notNull(),
    contentType: documentType('content_type').notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    /** Both null once the file is deleted. */
    fileKey: text('file_key'),
    sealedKey: text('sealed_key'),
    state: documentState().notNull().default('waiting'),
    reason: text().notNull().default(''),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
    /** When the lender confirmed receipt. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** When the lender accepted or rejected it, by the lender's clock. */
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'homeowner_documents_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    foreignKey({
      columns: [table.contractorId, table.requestId],
      foreignColumns: [lenderRequests.contractorId, lenderRequests.id],
    }),
    index('homeowner_documents_application').on(table.contractorId, table.applicationId, table.id),
    uniqueIndex('homeowner_documents_reference').on(table.contractorId, table.reference),
    // For the file sweep, which searches by key alone, and the nightly deletion of files that
    // lenders have.
    index('homeowner_documents_file').on(table.fileKey),
    index('homeowner_documents_sent').on(table.sentAt),
  ],
);
