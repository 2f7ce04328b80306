import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { languages } from '@lintel/contract/core/language';
import type {
  NoticeKind,
  NoticeProblem,
  NoticeState,
} from '@lintel/contract/applications/adverse-action-constants';
import { lenders } from '../../lenders/tables.ts';
import { applications } from '../tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Notices of adverse action (12 CFR 1002.9, 15 USC 1681m(a)): one for each lender that gave an
 * application no credit. Names and texts are frozen when a notice is sent, so that it outlives the
 * application's personal data.
 */
export const adverseActionNotices = pgTable(
  'adverse_action_notices',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    kind: text().$type<NoticeKind>().notNull(),
    state: text().$type<NoticeState>().notNull().default('waiting'),
    problem: text().$type<NoticeProblem>().notNull().default(''),
    decidedAt: at('decided_at').notNull(),
    /** The last day that the law allows. */
    dueAt: at('due_at').notNull(),
    /** When it is looked at next; null for a notice that waits for nothing. */
    checkAt: at('check_at'),
    createdAt: at('created_at').notNull(),
    /** When it was sent by e-mail. */
    sentAt: at('sent_at'),
    /** When it was mailed on paper, and by which account. */
    mailedOn: date('mailed_on'),
    mailedBy: integer('mailed_by'),
    /** The key of its e-mail; several notices may share one. */
    messageKey: text('message_key'),
    lenderName: text('lender_name').notNull(),
    applicantName: text('applicant_name').notNull(),
    email: text().notNull(),
    address: text().notNull(),
    language: text({ enum: languages }).notNull(),
    /** The version of the wording, and the text as sent, in the markup of legal texts. */
    textVersion: smallint('text_version').notNull().default(0),
    text: text().notNull().default(''),
    hash: text().notNull().default(''),
    /** When the homeowner was removed, after the retention period. */
    anonymisedAt: at('anonymised_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'adverse_action_notices_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    uniqueIndex('adverse_action_notices_lender').on(
      table.contractorId,
      table.applicationId,
      table.lenderId,
    ),
    index('adverse_action_notices_message').on(table.contractorId, table.messageKey),
    // Staff read, search, and count across contractors.
    index('adverse_action_notices_id').on(table.id),
    index('adverse_action_notices_due').on(table.dueAt, table.id),
    index('adverse_action_notices_created').on(table.createdAt, table.id),
    index('adverse_action_notices_sent').on(table.sentAt, table.id),
    index('adverse_action_notices_application_id').on(table.applicationId),
    index('adverse_action_notices_open')
      .on(table.state, table.dueAt)
      .where(sql`state in ('waiting', 'paper')`),
    index('adverse_action_notices_check')
      .on(table.checkAt)
      .where(sql`check_at is not null`),
    index('adverse_action_notices_email').on(sql`lower(email)`),
    index('adverse_action_notices_search').using(
      'gin',
      sql`fold_search(applicant_name || ' ' || email || ' ' || lender_name) gin_trgm_ops`,
    ),
    index('adverse_action_notices_kept')
      .on(table.decidedAt)
      .where(sql`anonymised_at is null`),
  ],
);

export type NoticeRow = typeof adverseActionNotices.$inferSelect;
export type NewNotice = typeof adverseActionNotices.$inferInsert;
