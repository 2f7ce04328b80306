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

/** A contractor's customer at the payment gateway. */
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
  // Gateway events have only the gateway's id.
  (table) => [index('gateway_customers_customer').on(table.customerId)],
);

/**
 * Card data that may be stored: never the number or the CVC. The current card has no `replacedAt`.
 */
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
    // Gateway events have only the gateway's id.
    index('cards_gateway').on(table.paymentMethodId),
    uniqueIndex('cards_current')
      .on(table.contractorId)
      .where(sql`replaced_at is null`),
    index('cards_expiry')
      .on(table.expireYear, table.expireMonth)
      .where(sql`replaced_at is null`),
  ],
);
