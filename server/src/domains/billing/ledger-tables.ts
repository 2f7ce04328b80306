import { bigint, index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ledgerAccounts, ledgerKinds } from '@lintel/contract/billing/constants';
import { contractors } from '../contractors/tables.ts';

export const ledgerAccount = pgEnum('ledger_account', ledgerAccounts);
export const ledgerKind = pgEnum('ledger_kind', ledgerKinds);

/**
 * Every movement of money, never changed and never deleted (a trigger of the database refuses
 * both). A balance is the sum of its entries: of `subscription` what the contractor has paid us, of
 * `earnings` what we owe the contractor.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What caused it, such as `attempt:12`: booked once, however often it is told. */
    source: text().notNull().unique(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    account: ledgerAccount().notNull(),
    kind: ledgerKind().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** The gateway's or bank's name of the movement, where there is one. */
    reference: text().notNull().default(''),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    bookedAt: timestamp('booked_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('ledger_entries_contractor').on(table.contractorId, table.account, table.id),
    index('ledger_entries_reference').on(table.reference),
  ],
);
