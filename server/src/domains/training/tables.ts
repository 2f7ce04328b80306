import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { categoryTypes, videoStatuses, videoTypes } from '@lintel/contract/training/constants';
import { files } from '../../platform/tables.ts';
import { users } from '../identity/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const fileKey = (name: string) => text(name).references(() => files.key);

/** A set of disjoint ranges; PostgreSQL merges them. */
const numberRanges = customType<{ data: string }>({ dataType: () => 'nummultirange' });

export const categoryType = pgEnum('training_category_type', categoryTypes);
export const videoType = pgEnum('training_video_type', videoTypes);
export const videoStatus = pgEnum('training_video_status', videoStatuses);

/** Version, editor, and time of the last save, for rows that staff edit. */
const edited = {
  version: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: integer('updated_by'),
};

export const trainingCategories = pgTable(
  'training_categories',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
    type: categoryType().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Order within the type; ids break ties. */
    position: integer().notNull(),
    ...edited,
  },
  (table) => [
    index('training_categories_place').on(table.type, table.position, table.id),
    check('training_categories_position', sql`${table.position} between 1 and 999`),
  ],
);

/** A video, or a question with its answer. */
export const trainingMaterials = pgTable(
  'training_materials',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => trainingCategories.id),
    name: text().notNull(),
    /** HTML, sanitized before it was stored. */
    content: text().notNull().default(''),
    position: integer().notNull(),
    videoType: videoType('video_type'),
    youtubeId: text('youtube_id').notNull().default(''),
    /** An external MP4 file; `videoKey` is an uploaded one. */
    videoUrl: text('video_url').notNull().default(''),
    videoKey: fileKey('video_key'),
    imageKey: fileKey('image_key'),
    trackKey: fileKey('track_key'),
    minutes: integer().notNull().default(0),
    ...edited,
  },
  (table) => [
    index('training_materials_place').on(table.categoryId, table.position, table.id),
    index('training_materials_updated').on(table.updatedAt),
    check('training_materials_position', sql`${table.position} between 1 and 999`),
  ],
);

/** A user's progress in a video, and the seconds that were actually played. */
export const trainingProgress = pgTable(
  'training_progress',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    materialId: integer('material_id')
      .notNull()
      .references(() => trainingMaterials.id, { onDelete: 'cascade' }),
    status: videoStatus().notNull(),
    /** Seconds. */
    time: doublePrecision().notNull(),
    duration: doublePrecision().notNull(),
    watched: numberRanges().notNull(),
    watchedSeconds: doublePrecision('watched_seconds').notNull(),
    /** Of the duration, 0 to 100. */
    percent: integer().notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.materialId] }),
    index('training_progress_material').on(table.materialId, table.lastAt),
    index('training_progress_last').on(table.lastAt),
  ],
);
