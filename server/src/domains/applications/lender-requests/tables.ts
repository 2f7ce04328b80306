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

/** What lenders ask homeowners for. */
export const lenderRequests = pgTable(
  'lender_requests',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    offerId: bigint('offer_id', { mode: 'number' }).notNull(),
    /** The lender's own name of it; empty where it asks for one thing at a time. */
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
 * What homeowners uploaded. The bytes are in the file store, each file sealed with a key of its own
 * that stands here, sealed: without its row a file is noise.
 */
export const homeownerDocuments = pgTable(
  'homeowner_documents',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    requestId: bigint('request_id', { mode: 'number' }).notNull(),
    /** The name under which the lender knows it. */
    reference: text().notNull(),
    name: text().notNull(),
    contentType: documentType('content_type').notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    /** Both null once the file is removed. */
    fileKey: text('file_key'),
    sealedKey: text('sealed_key'),
    state: documentState().notNull().default('waiting'),
    reason: text().notNull().default(''),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull(),
    /** When the lender confirmed that it has it. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
    /** When the lender accepted or rejected it, by its own clock. */
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
    // The sweep of files asks by key alone, and the nightly run for files that lenders have.
    index('homeowner_documents_file').on(table.fileKey),
    index('homeowner_documents_sent').on(table.sentAt),
  ],
);
