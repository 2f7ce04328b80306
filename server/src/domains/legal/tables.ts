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
 * Versions of legal texts. A trigger rejects changes, because homeowners have agreed to these
 * texts.
 */
export const legalTexts = pgTable(
  'legal_texts',
  {
    kind: legalKind().notNull(),
    /** From 1, without gaps. */
    version: integer().notNull(),
    effectiveFrom: date('effective_from').notNull(),
    /**
     * When that day begins in the provider's time zone, or the time of publishing on that day.
     * Stored, so that a change of time zone doesn't alter the past.
     */
    effectiveAt: moment('effective_at').notNull(),
    publishedAt: moment('published_at').notNull(),
    /** Null: built in. */
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
