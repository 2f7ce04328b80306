import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { contractors, managers } from '../contractors/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const managerId = (name: string) => integer(name).references(() => managers.id);

/** Which leads go to which owners: a set has sources and owners. */
export const leadDistributionSets = pgTable(
  'lead_distribution_sets',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    title: text().notNull(),
    /** Increments with each save; editors send the version they started from. */
    version: integer().notNull().default(1),
    updatedAt: moment('updated_at').notNull(),
    updatedBy: integer('updated_by'),
  },
  (table) => [uniqueIndex('lead_distribution_sets_title').on(sql`lower(${table.title})`)],
);

/** The owners of a set, each with a share and a credit. */
export const leadSetOwners = pgTable(
  'lead_set_owners',
  {
    setId: integer('set_id')
      .notNull()
      .references(() => leadDistributionSets.id, { onDelete: 'cascade' }),
    managerId: managerId('manager_id').notNull(),
    percent: integer().notNull(),
    /**
     * In hundredths of a lead: plus `percent` for each distributed lead, minus 100 for each
     * received one.
     */
    credit: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.setId, table.managerId] }),
    check('lead_set_owners_percent', sql`${table.percent} between 1 and 100`),
    // No owner is ever a whole lead away from the exact share.
    check('lead_set_owners_credit', sql`${table.credit} between -99 and 99`),
  ],
);

export const leadSources = pgTable(
  'lead_sources',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    value: text().notNull(),
    /** Up to nine digits, or empty. */
    linkId: text('link_id').notNull().default(''),
    isShowing: boolean('is_showing').notNull().default(true),
    setId: integer('set_id').references(() => leadDistributionSets.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('lead_sources_value').on(sql`lower(${table.value})`),
    uniqueIndex('lead_sources_link_id')
      .on(table.linkId)
      .where(sql`link_id <> ''`),
    index('lead_sources_set').on(table.setId),
    check('lead_sources_link_id_digits', sql`${table.linkId} ~ '^[0-9]{0,9}$'`),
  ],
);

/** How leads first heard of the provider. */
export const leadFirstTouches = pgTable('lead_first_touches', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  value: text().notNull(),
  isShowing: boolean('is_showing').notNull().default(true),
});

/** A contractor that staff entered, with its source and owner. */
export const leads = pgTable(
  'leads',
  {
    /** The id in the CRM. */
    id: bigint({ mode: 'number' })
      .primaryKey()
      .generatedByDefaultAsIdentity({ startWith: 100_000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .unique()
      .references(() => contractors.id),
    sourceId: integer('source_id')
      .notNull()
      .references(() => leadSources.id),
    firstTouchId: integer('first_touch_id').references(() => leadFirstTouches.id),
    ownerId: managerId('owner_id'),
    /** The set that assigned the owner. */
    setId: integer('set_id').references(() => leadDistributionSets.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    createdBy: integer('created_by'),
    /** When the external CRM accepted the lead. */
    crmTookAt: moment('crm_took_at'),
  },
  (table) => [
    index('leads_source').on(table.sourceId),
    index('leads_owner').on(table.ownerId),
    index('leads_set').on(table.setId),
  ],
);
