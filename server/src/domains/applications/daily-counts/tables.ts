import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { applicationSource } from '../tables.ts';

const count = (name: string) => integer(name).notNull().default(0);

/**
 * Daily counts of contractors with many applications. They include exactly what `counted_bits` of
 * applications and offers says; rows that have changed since then are counted when read.
 */
export const applicationDays = pgTable(
  'application_days',
  {
    contractorId: integer('contractor_id').notNull(),
    /** In the time zone. */
    day: date().notNull(),
    pageId: integer('page_id').notNull(),
    source: applicationSource().notNull(),
    /** The same for all rows of a contractor. */
    timeZone: text('time_zone').notNull(),
    /** Applications started on the day, and how many of them reached each stage. */
    started: count('started'),
    submitted: count('submitted'),
    offers: count('offers'),
    approved: count('approved'),
    funded: count('funded'),
    /** Applications submitted, offers received, and offers funded on the day. */
    submissions: count('submissions'),
    offersReceived: count('offers_received'),
    offersFunded: count('offers_funded'),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.day, table.pageId, table.source] })],
);
