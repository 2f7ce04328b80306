import {
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { legalKindNames } from '@lintel/contract/legal/constants';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const legalKind = pgEnum('legal_kind', legalKindNames);

/**
 * Each version of each legal text. A trigger refuses changes: what was published stays as it was,
 * because homeowners have agreed to it.
 */
export const legalTexts = pgTable(
  'legal_texts',
  {
    kind: legalKind().notNull(),
    /** From 1, without gaps. */
    version: integer().notNull(),
    effectiveFrom: date('effective_from').notNull(),
    /**
     * When that day begins where the provider counts its days, or the moment of publishing on that
     * day. Kept, so that another time zone does not change the past.
     */
    effectiveAt: moment('effective_at').notNull(),
    publishedAt: moment('published_at').notNull(),
    /** Null: it came with the portal. */
    publishedBy: integer('published_by'),
    textEn: text('text_en').notNull(),
    textEs: text('text_es').notNull(),
    /** SHA-256 of the texts with their placeholders. */
    hashEn: text('hash_en').notNull(),
    hashEs: text('hash_es').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.version] }),
    index('legal_texts_effective').on(table.kind, table.effectiveAt),
  ],
);
