import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core';
import type {
  DocumentEventKind,
  DocumentKind,
  DocumentPaymentMethod,
  DocumentStatus,
} from '@lintel/contract/documents/constants';
import type { DocumentContent } from '@lintel/contract/documents/content';
import type { Language } from '@lintel/contract/core/language';
import { customers } from '../customers/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const cents = (name: string) => bigint(name, { mode: 'number' });

type Indexed = ExtraConfigColumn;
type Filtered = Record<'contractorId' | 'id' | 'kind' | 'status' | 'issuedOn', Indexed>;

/** The list's filter columns, so that an index skips rows without reading them. */
const filteredBy = ({ kind, status, issuedOn }: Filtered, key: Indexed): Indexed[] =>
  key === issuedOn ? [kind, status] : [kind, status, issuedOn];

/** An index for an order of the list. */
const orderIndex = (name: string, table: Filtered, key: Indexed) =>
  index(name).on(table.contractorId, key, table.id, ...filteredBy(table, key));
/** A descending index, where rows without the key also come last. */
const fallingIndex = (name: string, table: Filtered, key: Indexed) =>
  index(name).on(
    table.contractorId,
    key.desc().nullsLast(),
    table.id.desc().nullsFirst(),
    ...filteredBy(table, key),
  );

/** A stored estimate or invoice. Its content is what the editor shows: the next revision. */
export const documents = pgTable(
  'documents',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    kind: text().$type<DocumentKind>().notNull(),
    /** Allocated at the first send, without gaps per contractor and kind. */
    number: bigint({ mode: 'number' }),
    status: text().$type<DocumentStatus>().notNull().default('draft'),
    customerId: bigint('customer_id', { mode: 'number' }),
    pageId: integer('page_id').references(() => coBrandedPages.id),
    content: jsonb().$type<DocumentContent>().notNull(),
    /** The latest sent revision; 0 before the first send. */
    sentRevision: integer('sent_revision').notNull().default(0),
    /** Whether the content changed after the last send. */
    hasUnsentChanges: boolean('has_unsent_changes').notNull().default(true),
    /** Increases with each change, to detect stale editors. */
    version: integer().notNull().default(1),
    // For sorting, filtering, and searching lists: from the sent revision, or from the content
    // before.
    customerName: text('customer_name').notNull().default(''),
    projectName: text('project_name').notNull().default(''),
    totalCents: cents('total_cents').notNull().default(0),
    paidCents: cents('paid_cents').notNull().default(0),
    balanceCents: cents('balance_cents').notNull().default(0),
    issuedOn: date('issued_on'),
    dueOn: date('due_on'),
    validUntil: date('valid_until'),
    /** The folded search text. */
    words: text().notNull().default(''),
    /** An invoice's estimate. */
    estimateId: bigint('estimate_id', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
    createdBy: integer('created_by'),
    updatedAt: at('updated_at').notNull(),
    sentAt: at('sent_at'),
    viewedAt: at('viewed_at'),
    /** When an estimate was accepted or declined; null again after another send. */
    answeredAt: at('answered_at'),
    voidedAt: at('voided_at'),
    voidReason: text('void_reason').notNull().default(''),
    /** When the person was erased; the rest is kept for statistics. */
    anonymisedAt: at('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('documents_number').on(table.contractorId, table.kind, table.number),
    foreignKey({
      name: 'documents_customer',
      columns: [table.contractorId, table.customerId],
      foreignColumns: [customers.contractorId, customers.id],
    }),
    // An estimate has at most one invoice that isn't void.
    uniqueIndex('documents_estimate')
      .on(table.contractorId, table.estimateId)
      .where(sql`estimate_id is not null and status <> 'void'`),
    orderIndex('documents_updated', table, table.updatedAt),
    orderIndex('documents_by_number', table, table.number),
    fallingIndex('documents_by_number_falling', table, table.number),
    index('documents_name').on(table.contractorId, sql`lower(customer_name)`, table.id),
    orderIndex('documents_issued', table, table.issuedOn),
    fallingIndex('documents_issued_falling', table, table.issuedOn),
    orderIndex('documents_due', table, table.dueOn),
    fallingIndex('documents_due_falling', table, table.dueOn),
    orderIndex('documents_total', table, table.totalCents),
    orderIndex('documents_balance', table, table.balanceCents),
    index('documents_status').on(
      table.contractorId,
      table.status,
      table.kind,
      table.updatedAt,
      table.id,
      table.issuedOn,
    ),
    // For totals of what is owed or unanswered, without reading the documents.
    index('documents_open')
      .on(table.contractorId, table.kind, table.dueOn, table.balanceCents, table.totalCents)
      .where(sql`status in ('sent', 'viewed', 'part_paid')`),
    // Estimates that were viewed but not answered.
    index('documents_viewed')
      .on(table.contractorId, table.viewedAt, table.id)
      .where(sql`kind = 'estimate' and status = 'viewed'`),
    index('documents_of_customer').on(
      table.contractorId,
      table.customerId,
      table.updatedAt,
      table.id,
    ),
    index('documents_search').using('gin', table.contractorId, sql`words gin_trgm_ops`),
    // For the retention job, across contractors.
    index('documents_last_use')
      .on(table.updatedAt, table.id)
      .where(sql`anonymised_at is null`),
    // For a person's data request, across contractors.
    index('documents_person').on(sql`lower(content -> 'customer' ->> 'email')`, table.id),
  ],
);

/** A revision's facts besides its content: the company and the page at that time. */
export interface RevisionFacts {
  companyName: string;
  address: string;
  phone: string;
  websiteUrl: string;
  logoKey: string | null;
  /** The co-branded page whose financing it offers. */
  pageId: number | null;
  pageName: string | null;
  number: number;
  /** `yyyy-mm-dd` */
  issuedOn: string;
  /** The amount paid when it was sent, in cents. */
  paidCents: number;
}

/** A document as sent, one row for each changed send. */
export const documentRevisions = pgTable(
  'document_revisions',
  {
    contractorId: integer('contractor_id').notNull(),
    documentId: bigint('document_id', { mode: 'number' }).notNull(),
    revision: integer().notNull(),
    content: jsonb().$type<DocumentContent>().notNull(),
    facts: jsonb().$type<RevisionFacts>().notNull(),
    totalCents: cents('total_cents').notNull(),
    sentAt: at('sent_at').notNull(),
    sentBy: integer('sent_by'),
    /** The file of its PDF; null until it is made. */
    fileKey: text('file_key'),
    /** The file of the signed PDF. */
    signedFileKey: text('signed_file_key'),
    signedAt: at('signed_at'),
    signedName: text('signed_name').notNull().default(''),
    signedAddress: inet('signed_address'),
    signedUserAgent: text('signed_user_agent').notNull().default(''),
    /** The page's language, and the consent text. */
    signedLanguage: text('signed_language').$type<Language>(),
    signedWords: text('signed_words').notNull().default(''),
    declinedAt: at('declined_at'),
    declineReason: text('decline_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.documentId, table.revision] }),
    foreignKey({
      name: 'document_revisions_document',
      columns: [table.contractorId, table.documentId],
      foreignColumns: [documents.contractorId, documents.id],
    }),
    index('document_revisions_file').on(table.contractorId, table.fileKey),
    index('document_revisions_signed_file').on(table.contractorId, table.signedFileKey),
    // Logos that a signature may still need.
    index('document_revisions_logo')
      .on(sql`(facts ->> 'logoKey')`)
      .where(sql`signed_file_key is null`),
  ],
);

/** The next number of each series. The row is locked during allocation. */
export const documentNumbers = pgTable(
  'document_numbers',
  {
    contractorId: integer('contractor_id').notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    next: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.kind] })],
);

/** Payments, entered by hand. A reversed one is kept, but doesn't count. */
export const documentPayments = pgTable(
  'document_payments',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    documentId: bigint('document_id', { mode: 'number' }).notNull(),
    method: text().$type<DocumentPaymentMethod>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    paidOn: date('paid_on').notNull(),
    checkNumber: text('check_number').notNull().default(''),
    note: text().notNull().default(''),
    /** The funded offer and its application. */
    applicationId: bigint('application_id', { mode: 'number' }),
    offerId: bigint('offer_id', { mode: 'number' }),
    lenderName: text('lender_name').notNull().default(''),
    enteredAt: at('entered_at').notNull(),
    enteredBy: integer('entered_by'),
    takenBackAt: at('taken_back_at'),
    takenBackBy: integer('taken_back_by'),
    takenBackReason: text('taken_back_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'document_payments_document',
      columns: [table.contractorId, table.documentId],
      foreignColumns: [documents.contractorId, documents.id],
    }),
    index('document_payments_document').on(table.contractorId, table.documentId, table.id),
    index('document_payments_application').on(table.contractorId, table.applicationId),
    // An offer pays only once.
    uniqueIndex('document_payments_offer')
      .on(table.contractorId, table.offerId)
      .where(sql`offer_id is not null and taken_back_at is null`),
    index('document_payments_paid')
      .on(table.contractorId, table.paidOn, table.amountCents)
      .where(sql`taken_back_at is null`),
  ],
);

/** A document's events. */
export const documentEvents = pgTable(
  'document_events',
  {
    contractorId: integer('contractor_id').notNull(),
    documentId: bigint('document_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    at: at('at').notNull(),
    kind: text().$type<DocumentEventKind>().notNull(),
    /** The account that did it; null for the customer. */
    actorId: integer('actor_id'),
    details: jsonb()
      .$type<Record<string, string | number | boolean | null>>()
      .notNull()
      .default({}),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.documentId, table.id] }),
    foreignKey({
      name: 'document_events_document',
      columns: [table.contractorId, table.documentId],
      foreignColumns: [documents.contractorId, documents.id],
    }),
    index('document_events_failed')
      .on(table.contractorId, table.at, table.id)
      .where(sql`kind = 'text-failed'`),
  ],
);

/** A contractor's defaults for new documents of a kind. */
export const documentDefaults = pgTable(
  'document_defaults',
  {
    contractorId: integer('contractor_id').notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    /** In thousandths of a percent. */
    taxRate: integer('tax_rate').notNull().default(0),
    /** Days until it expires or is due; null for no date. */
    days: integer(),
    license: text().notNull().default(''),
    notes: text().notNull().default(''),
    terms: text().notNull().default(''),
    savedAt: at('saved_at').notNull(),
    savedBy: integer('saved_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.kind] })],
);

/** Saved items with prices, for use in documents. */
export const savedItems = pgTable(
  'saved_items',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    description: text().notNull(),
    details: text().notNull().default(''),
    unitPriceCents: cents('unit_price_cents').notNull(),
    isTaxable: boolean('is_taxable').notNull(),
    archivedAt: at('archived_at'),
    updatedAt: at('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('saved_items_description')
      .on(table.contractorId, sql`lower(description)`)
      .where(sql`archived_at is null`),
    index('saved_items_price').on(table.contractorId, table.unitPriceCents, table.id),
    index('saved_items_updated').on(table.contractorId, table.updatedAt, table.id),
    index('saved_items_search').using(
      'gin',
      table.contractorId,
      sql`fold_search(description) gin_trgm_ops`,
    ),
  ],
);
