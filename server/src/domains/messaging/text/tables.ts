import { sql } from 'drizzle-orm';
import { index, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { stopSources } from '@lintel/contract/texts/constants';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const stopSource = pgEnum('stop_source', stopSources);

/** Numbers that get no texts from any contractor. */
export const textStops = pgTable(
  'text_stops',
  {
    /** E.164. */
    number: text().primaryKey(),
    stoppedAt: at('stopped_at').notNull(),
    source: stopSource().notNull(),
  },
  (table) => [
    index('text_stops_newest').on(table.stoppedAt, table.number),
    index('text_stops_number').using('gin', sql`${table.number} gin_trgm_ops`),
  ],
);

/** Replies that stopped or restarted texts, by the provider's id, so that each counts once. */
export const textReplies = pgTable('text_replies', {
  id: text().primaryKey(),
  receivedAt: at('received_at').notNull(),
});
