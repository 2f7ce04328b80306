import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contractors } from '../../contractors/tables.ts';
import { moment } from '../columns.ts';

/** A contractor as the payment gateway knows it. */
export const gatewayCustomers = pgTable(
  'gateway_customers',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id)
      .primaryKey(),
    gateway: text().notNull(),
    customerId: text('customer_id').notNull(),
  },
  // The gateway names its own id.
  (table) => [index('gateway_customers_customer').on(table.customerId)],
);

/** What may be kept of a card: never its number or its CVC. The current one has no `replacedAt`. */
export const cards = pgTable(
  'cards',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 100 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    gateway: text().notNull(),
    /** The gateway's id of the card. */
    paymentMethodId: text('payment_method_id').notNull(),
    brand: text().notNull(),
    last4: text().notNull(),
    cardholderName: text('cardholder_name').notNull(),
    zipCode: text('zip_code').notNull(),
    expireMonth: smallint('expire_month').notNull(),
    /** Four digits. */
    expireYear: smallint('expire_year').notNull(),
    addedAt: moment('added_at').notNull(),
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('cards_kept').on(table.contractorId, table.paymentMethodId),
    // The gateway names its own id.
    index('cards_gateway').on(table.paymentMethodId),
    uniqueIndex('cards_current')
      .on(table.contractorId)
      .where(sql`replaced_at is null`),
    index('cards_expiry')
      .on(table.expireYear, table.expireMonth)
      .where(sql`replaced_at is null`),
  ],
);
