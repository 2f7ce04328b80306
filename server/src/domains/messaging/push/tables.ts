import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PushKind } from '@lintel/contract/push/constants';
import { contractors } from '../../contractors/tables.ts';
import { sessions, users } from '../../identity/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Devices with push notifications. Each belongs to the session that registered it, and ends with
 * it.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** The browser's address and keys, encrypted. */
    subscription: text().notNull(),
    /** A hash of the address, to recognize the device. */
    endpointHash: text('endpoint_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    kinds: text().array().$type<PushKind[]>().notNull(),
    addedAt: at('added_at').notNull(),
    lastSentAt: at('last_sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    uniqueIndex('push_devices_of').on(table.contractorId, table.userId, table.endpointHash),
    index('push_devices_endpoint').on(table.endpointHash),
    index('push_devices_session').on(table.sessionId),
  ],
);
