import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { undeliverableReasons, type NotificationKey } from '@lintel/contract/emails/constants';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The events that cause messages. Built-in ones are created at start and protected. */
export const emailEvents = pgTable(
  'email_events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    type: text().notNull(),
    builtIn: boolean('built_in').notNull().default(false),
  },
  (table) => [uniqueIndex('email_events_type').on(sql`lower(${table.type})`)],
);

export const emailCategories = pgTable('email_categories', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  category: text().notNull().unique(),
});

export const emailTemplates = pgTable(
  'email_templates',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    eventId: integer('event_id')
      .notNull()
      .references(() => emailEvents.id),
    /** 0 internal, 1 common. */
    type: smallint().notNull(),
    subject: text().notNull(),
    /** Null: the default sender, until staff choose another. */
    from: text(),
    to: text().notNull(),
    bcc: text().notNull().default(''),
    body: text().notNull(),
    categoryId: integer('category_id').references(() => emailCategories.id),
    description: text().notNull().default(''),
    enabled: boolean().notNull(),
    unsubscribe: boolean().notNull(),
    version: integer().notNull().default(1),
    lastEdit: at('last_edit').notNull(),
    /** Null: the built-in text. */
    lastEditBy: integer('last_edit_by'),
  },
  (table) => [
    // An event has at most one enabled template.
    uniqueIndex('email_templates_enabled')
      .on(table.eventId)
      .where(sql`enabled`),
    index('email_templates_event').on(table.eventId),
  ],
);

/** The versions of a template's subject and body. */
export const emailTemplateVersions = pgTable(
  'email_template_versions',
  {
    templateId: integer('template_id')
      .notNull()
      .references(() => emailTemplates.id),
    version: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    savedAt: at('saved_at').notNull(),
    savedBy: integer('saved_by'),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

export const unsubscribeSource = pgEnum('unsubscribe_source', [
  'close',
  'manual',
  'do_not_contact',
]);

export const unsubscribers = pgTable(
  'unsubscribers',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    date: at('date').notNull(),
    source: unsubscribeSource().notNull(),
  },
  (table) => [
    uniqueIndex('unsubscribers_email').on(sql`lower(${table.email})`),
    index('unsubscribers_search').using('gin', sql`fold_search(${table.email}) gin_trgm_ops`),
    index('unsubscribers_date').on(table.date, table.id),
    index('unsubscribers_source').on(table.source, table.date, table.id),
  ],
);

export const undeliverableReason = pgEnum('undeliverable_reason', undeliverableReasons);

/** Addresses that can't receive e-mail: only account messages are sent to them. */
export const undeliverableAddresses = pgTable(
  'undeliverable_addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Lowercased. */
    email: text().notNull(),
    reason: undeliverableReason().notNull(),
    /** The server's answer. */
    detail: text().notNull(),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('undeliverable_addresses_email').on(table.email),
    index('undeliverable_addresses_search').using(
      'gin',
      sql`fold_search(${table.email}) gin_trgm_ops`,
    ),
    index('undeliverable_addresses_reason').on(table.reason, table.lastAt, table.id),
    index('undeliverable_addresses_first').on(table.firstAt, table.id),
    index('undeliverable_addresses_last').on(table.lastAt, table.id),
    index('undeliverable_addresses_count').on(table.count, table.id),
  ],
);

/** The e-mail provider's event ids, so that each event counts once. */
export const mailEvents = pgTable(
  'mail_events',
  { id: text().primaryKey(), receivedAt: at('received_at').notNull() },
  (table) => [index('mail_events_received').on(table.receivedAt)],
);

/** A user's notification preference for applications; no row means the default. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: integer('user_id').primaryKey(),
  optionKey: text('option_key').$type<NotificationKey>().notNull(),
});
