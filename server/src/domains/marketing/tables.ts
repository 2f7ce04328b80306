import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  contentTypes,
  qrCodeOptions,
  socialMedia,
  widgetKinds,
} from '@lintel/contract/marketing/constants';
import type { Language } from '@lintel/contract/core/language';
import { files } from '../../platform/tables.ts';
import { contractors } from '../contractors/tables.ts';
import { coBrandedPages } from '../pages/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const qrCodeOption = pgEnum('qr_code_option', qrCodeOptions);

/**
 * Flyer content of a page. Without a row, the values of the page and contractor apply; an empty
 * company name is always the page's.
 */
export const pageFlyers = pgTable('page_flyers', {
  pageId: integer('page_id')
    .primaryKey()
    .references(() => coBrandedPages.id),
  contractorId: integer('contractor_id')
    .notNull()
    .references(() => contractors.id),
  companyName: text('company_name').notNull().default(''),
  phone: text().notNull().default(''),
  extPhone: text('ext_phone').notNull().default(''),
  websiteUrl: text('website_url').notNull().default(''),
  qrCodeBackside: qrCodeOption('qr_code_backside').notNull().default('Co-branded page'),
  /** The default language; the flyer is available in the others, too. */
  language: text().$type<Language>().notNull().default('en'),
  /** Null: the page's own logo unless `hasNoLogo`. */
  logoKey: text('logo_key').references(() => files.key),
  hasNoLogo: boolean('has_no_logo').notNull().default(false),
  updatedAt: at('updated_at').notNull(),
});

export const templateKind = pgEnum('marketing_template_kind', ['flyer', 'social']);
export const renderEngine = pgEnum('render_engine', ['takumi', 'chromium']);
export const socialMediaKind = pgEnum('social_media', socialMedia);
export const contentTypeKind = pgEnum('content_type', contentTypes);

/** Templates of flyers (HTML with Liquid, two letter pages) and of social media images. */
export const marketingTemplates = pgTable(
  'marketing_templates',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    kind: templateKind().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    body: text().notNull(),
    /** For social media images only. */
    socialMedia: socialMediaKind('social_media'),
    contentType: contentTypeKind('content_type'),
    /** Its render engine, decided when it was saved, and the reason if it isn't the fast one. */
    engine: renderEngine().notNull().default('chromium'),
    engineReason: text('engine_reason'),
    isActive: boolean('is_active').notNull().default(true),
    version: integer().notNull().default(1),
    lastEdit: at('last_edit').notNull(),
    /** Null: built in. */
    lastEditBy: integer('last_edit_by'),
  },
  (table) => [
    index('marketing_templates_kind').on(
      table.kind,
      table.socialMedia,
      table.contentType,
      table.id,
    ),
  ],
);

/** Saved versions of templates. */
export const marketingTemplateVersions = pgTable(
  'marketing_template_versions',
  {
    templateId: integer('template_id')
      .notNull()
      .references(() => marketingTemplates.id),
    version: integer().notNull(),
    description: text().notNull(),
    body: text().notNull(),
    savedAt: at('saved_at').notNull(),
    savedBy: integer('saved_by'),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

/** Websites (origins) that may show a contractor's widgets; without any, all may. */
export const widgetSites = pgTable(
  'widget_sites',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    origin: text().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.origin] })],
);

export const widgetKind = pgEnum('widget_kind', widgetKinds);

/** Where an embed was seen: host and path of the page, once per location. */
export const widgetSightings = pgTable(
  'widget_sightings',
  {
    id: integer().notNull().generatedAlwaysAsIdentity(),
    contractorId: integer('contractor_id').notNull(),
    pageId: integer('page_id').notNull(),
    widget: widgetKind().notNull(),
    site: text().notNull(),
    firstSeen: at('first_seen').notNull(),
    lastSeen: at('last_seen').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('widget_sightings_of_page').on(
      table.contractorId,
      table.pageId,
      table.widget,
      table.site,
    ),
    index('widget_sightings_contractor').on(table.contractorId, table.lastSeen),
  ],
);
