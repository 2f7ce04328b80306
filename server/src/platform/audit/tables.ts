import { bigint, index, inet, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Who did what, append-only. While switched, `userId` is the account that was looked at and
 * `actorId` the staff account.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    actorId: integer('actor_id'),
    userId: integer('user_id'),
    contractorId: integer('contractor_id'),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text('entity_id'),
    details: jsonb().notNull().default({}),
    address: inet(),
  },
  (table) => [
    index('audit_log_contractor_time').on(table.contractorId, table.at, table.id),
    index('audit_log_entity').on(table.entity, table.entityId, table.id),
  ],
);
