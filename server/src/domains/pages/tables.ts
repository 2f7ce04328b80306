import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { creditCardAnswers } from '@lintel/contract/pages/page';
import { files } from '../../platform/tables.ts';
import { contractors } from '../contractors/tables.ts';

export const creditCardAnswer = pgEnum('credit_card_answer', creditCardAnswers);

export const coBrandedPages = pgTable(
  'co_branded_pages',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    pageName: text('page_name').notNull().unique(),
    companyName: text('company_name').notNull(),
    title: text().notNull().default(''),
    logoKey: text('logo_key').references(() => files.key),
    logoLinkUrl: text('logo_link_url').notNull().default(''),
    fdAgreement: boolean('fd_agreement').notNull().default(false),
    helocOffer: boolean('heloc_offer').notNull().default(false),
    concierge: boolean().notNull().default(false),
    ccAcceptance: creditCardAnswer('cc_acceptance').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('co_branded_pages_contractor').on(table.contractorId, table.id)],
);

/**
 * Every name a page has or had, reserved from its first use: it leads to the page that had it last,
 * and no other contractor can take it. Written when a page is saved; for processes of a release
 * that didn't, a trigger on `co_branded_pages` does the same.
 */
export const heldPageNames = pgTable(
  'page_names',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    name: text().notNull().unique(),
    pageId: integer('page_id')
      .notNull()
      .references(() => coBrandedPages.id),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.name] }),
    // For the staff search of contractors by page URL.
    index('page_names_search').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
);
