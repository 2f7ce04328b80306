import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { CustomerOrigin } from '@lintel/contract/customers/constants';
import { applications } from '../applications/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Condition of listed customers, as in the indexes of the list's orders. */
export const isListed = sql`archived_at is null and merged_into is null and anonymised_at is null`;
/** Condition of archived customers, as in their index. */
export const isPutAway = sql`archived_at is not null and merged_into is null and anonymised_at is null`;

/** A contractor's customers and prospects. */
export const customers = pgTable(
  'customers',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    /** Ten digits, or empty. */
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    street: text().notNull().default(''),
    city: text().notNull().default(''),
    /** Two letters, or empty. */
    state: text().notNull().default(''),
    zip: text().notNull().default(''),
    notes: text().notNull().default(''),
    /** Lowercased. */
    tags: text().array().notNull().default([]),
    /** The tags as one text for the search: array_to_string isn't immutable. */
    tagWords: text('tag_words').notNull().default(''),
    /** The folded search text. */
    words: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_search(name || ' ' || email || ' ' || phone || ' ' || street || ' ' || city || ' ' || state || ' ' || zip || ' ' || tag_words)`,
      ),
    /** The import that added the customer. */
    importId: bigint('import_id', { mode: 'number' }),
    origin: text().$type<CustomerOrigin>().notNull(),
    createdAt: at('created_at').notNull(),
    /** Null when no account did it, such as for an application. */
    createdBy: integer('created_by'),
    updatedAt: at('updated_at').notNull(),
    /** The last activity: the list's default order. */
    activeAt: at('active_at').notNull(),
    /** Increases with each change, for conflict detection. */
    version: integer().notNull().default(1),
    archivedAt: at('archived_at'),
    /** The customer that this one was merged into, which is shown instead. */
    mergedInto: bigint('merged_into', { mode: 'number' }),
    /** When the person was removed; the rest is kept for statistics. */
    anonymisedAt: at('anonymised_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    index('customers_active').on(table.contractorId, table.activeAt, table.id).where(isListed),
    index('customers_name')
      .on(table.contractorId, sql`lower(name)`, table.id)
      .where(isListed),
    index('customers_created').on(table.contractorId, table.createdAt, table.id).where(isListed),
    index('customers_put_away').on(table.contractorId, table.activeAt, table.id).where(isPutAway),
    index('customers_email').on(table.contractorId, sql`lower(email)`, table.id),
    index('customers_phone').on(table.contractorId, table.phone, table.id),
    index('customers_tags').using('gin', table.contractorId, table.tags),
    index('customers_search').using('gin', table.contractorId, sql`words gin_trgm_ops`),
    index('customers_merged')
      .on(table.contractorId, table.mergedInto)
      .where(sql`merged_into is not null`),
    index('customers_import')
      .on(table.contractorId, table.importId)
      .where(sql`import_id is not null`),
    // For privacy requests, which search all contractors.
    index('customers_person').on(sql`lower(email)`, table.id),
    // Deletions replayed after a restore scan all customers.
    index('customers_id').on(table.id),
    // For retention over all contractors.
    index('customers_last_use')
      .on(table.activeAt, table.id)
      .where(sql`anonymised_at is null`),
  ],
);

/** Customers' applications: an application belongs to at most one customer. */
export const customerApplications = pgTable(
  'customer_applications',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId] }),
    foreignKey({
      name: 'customer_applications_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    foreignKey({
      name: 'customer_applications_customer',
      columns: [table.contractorId, table.customerId],
      foreignColumns: [customers.contractorId, customers.id],
    }),
    index('customer_applications_of').on(table.contractorId, table.customerId, table.applicationId),
  ],
);

/** Customer events that no other table records: created, changed, merged. */
export const customerEvents = pgTable(
  'customer_events',
  {
    contractorId: integer('contractor_id').notNull(),
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    at: at('at').notNull(),
    kind: text().notNull(),
    /** The account that did it; null when no account did. */
    actorId: integer('actor_id'),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.customerId, table.id] }),
    foreignKey({
      name: 'customer_events_customer',
      columns: [table.contractorId, table.customerId],
      foreignColumns: [customers.contractorId, customers.id],
    }),
  ],
);

/** Fields of a customer that an import filled, and the resulting version. */
export interface ImportFill {
  id: number;
  fields: string[];
  version: number;
}

/** Imported files and the outcome of their rows. */
export const customerImports = pgTable(
  'customer_imports',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    fileName: text('file_name').notNull(),
    at: at('at').notNull(),
    /** The account that did it. */
    actorId: integer('actor_id').notNull(),
    added: integer().notNull(),
    filled: integer().notNull(),
    skipped: integer().notNull(),
    /** Values filled in existing customers, for undoing the import. */
    fills: jsonb().$type<ImportFill[]>().notNull().default([]),
    undoneAt: at('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.id] })],
);
