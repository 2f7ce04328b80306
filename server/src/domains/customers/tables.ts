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

/** Customers that the list shows, as in the indexes of its orders. */
export const isListed = sql`archived_at is null and merged_into is null and anonymised_at is null`;
/** Customers that were put away, as in the index that finds them. */
export const isPutAway = sql`archived_at is not null and merged_into is null and anonymised_at is null`;

/** Whom a contractor works for, or wants to. */
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
    /** In small letters. */
    tags: text().array().notNull().default([]),
    /** The same in one text, for the search: joining a list is not immutable. */
    tagWords: text('tag_words').notNull().default(''),
    /** What the list searches, folded. */
    words: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_search(name || ' ' || email || ' ' || phone || ' ' || street || ' ' || city || ' ' || state || ' ' || zip || ' ' || tag_words)`,
      ),
    /** The import that brought the customer. */
    importId: bigint('import_id', { mode: 'number' }),
    origin: text().$type<CustomerOrigin>().notNull(),
    createdAt: at('created_at').notNull(),
    /** Null for what no account did, such as an application. */
    createdBy: integer('created_by'),
    updatedAt: at('updated_at').notNull(),
    /** The last thing that happened with the customer: what the list begins with. */
    activeAt: at('active_at').notNull(),
    /** Grows with each change: what an editor started from. */
    version: integer().notNull().default(1),
    archivedAt: at('archived_at'),
    /** The customer that this one was put together with; it is shown in its place. */
    mergedInto: bigint('merged_into', { mode: 'number' }),
    /** When the person was taken out; what is left is for the figures. */
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
    // A homeowner who asks for the own data is looked for at every contractor.
    index('customers_person').on(sql`lower(email)`, table.id),
    // Deletions that are repeated after a restore walk through all of them.
    index('customers_id').on(table.id),
    // What is due to lose its person, over all contractors.
    index('customers_last_use')
      .on(table.activeAt, table.id)
      .where(sql`anonymised_at is null`),
  ],
);

/** Whose applications are whose: an application belongs to at most one customer. */
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

/** What happened with a customer and stands in no table of its own: made, changed, put together. */
export const customerEvents = pgTable(
  'customer_events',
  {
    contractorId: integer('contractor_id').notNull(),
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    at: at('at').notNull(),
    kind: text().notNull(),
    /** The account that did it; null for none. */
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

/** Fields of a customer that an import filled, and the version that this made. */
export interface ImportFill {
  id: number;
  fields: string[];
  version: number;
}

/** Files that brought customers, each with what became of its rows. */
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
    /** What was filled in of customers that were there, so that it can be taken back. */
    fills: jsonb().$type<ImportFill[]>().notNull().default([]),
    undoneAt: at('undone_at'),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.id] })],
);
