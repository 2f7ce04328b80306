import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  inet,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PreferenceKey } from '@lintel/contract/identity/preferences';
import { roleAudiences } from '@lintel/contract/identity/staff-constants';
import { contractors } from '../contractors/tables.ts';
import { lenders } from '../lenders/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const userKind = pgEnum('user_kind', ['staff', 'owner', 'team', 'lender']);
export const teamAccess = pgEnum('team_access', ['Full', 'Limited']);

/**
 * People who can sign in: staff, the one owner of a contractor, the contractor's team, and people of
 * lenders with a desk. Never deleted, only deactivated.
 */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    kind: userKind().notNull(),
    contractorId: integer('contractor_id').references(() => contractors.id),
    /** The lender of a lender's person; null for all others. */
    lenderId: integer('lender_id').references(() => lenders.id),
    email: text().notNull(),
    /** Argon2id; null until the account is confirmed. */
    passwordHash: text('password_hash'),
    firstname: text().notNull(),
    lastname: text().notNull(),
    teamAccess: teamAccess('team_access'),
    /** Resources of a team user with Limited access. */
    teamResources: text('team_resources').array().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    /** Removal of a team user: the account stays for the records; its e-mail is free again. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** When the account's own link was used; null until then. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    /** Staff accounts: increases when other staff change names or roles. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_email')
      .on(sql`lower(${table.email})`)
      .where(sql`removed_at is null`),
    uniqueIndex('users_owner')
      .on(table.contractorId)
      .where(sql`kind = 'owner'`),
    index('users_contractor').on(table.contractorId),
    index('users_lender')
      .on(table.lenderId, table.id)
      .where(sql`lender_id is not null`),
    // As text, because a new value of an enum can't be used in the migration that adds it.
    check('users_of_lenders', sql`(kind::text = 'lender') = (lender_id is not null)`),
    index('users_staff')
      .on(sql`lower(firstname || ' ' || lastname)`, table.id)
      .where(sql`kind = 'staff' and removed_at is null`),
    index('users_search').using(
      'gin',
      sql`(fold_search(firstname || ' ' || lastname || ' ' || email)) gin_trgm_ops`,
    ),
  ],
);

export const roleAudience = pgEnum('role_audience', roleAudiences);

/**
 * A named set of privileges. Staff roles go to staff accounts; plan roles, which have no staff
 * privileges, go to contractors through their plan.
 */
export const roles = pgTable('roles', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  localRole: text('local_role').notNull().unique(),
  name: text().notNull(),
  audience: roleAudience().notNull().default('staff'),
  /** Increases with each change, for conflict detection. */
  version: integer().notNull().default(1),
});

export const rolePrivileges = pgTable(
  'role_privileges',
  {
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id),
    resource: text().notNull(),
    code: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.resource, table.code] })],
);

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.roleId] }),
    index('user_roles_role').on(table.roleId),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    switchedUserId: integer('switched_user_id').references(() => users.id),
    switchedAt: timestamp('switched_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    endReason: text('end_reason'),
    userAgent: text('user_agent').notNull(),
    address: inet(),
    /** Whether it outlives the browser window. */
    keep: boolean().notNull().default(true),
    /** Last verification by a second factor, or by the password without one. */
    provenAt: moment('proven_at'),
  },
  (table) => [
    index('sessions_user')
      .on(table.userId)
      .where(sql`ended_at is null`),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
);

/** Refresh cookies by SHA-256. Reusing one after the grace period ends its session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_expires').on(table.expiresAt),
  ],
);

/**
 * Consecutive wrong passwords for an account: by device or network, by all its known devices, and
 * by all other browsers. Keys contain hashed e-mails.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    /** When the account's owner was notified. */
    notifiedAt: timestamp('told_at', { withTimezone: true }),
  },
  (table) => [index('sign_in_failures_last').on(table.lastAt)],
);

/** An account's authenticator app: its codes derive from the secret (RFC 6238). */
export const appFactors = pgTable('app_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Base32, sealed for the account; null until the first app is confirmed. */
  secretSealed: text('secret_sealed'),
  /** Sealed secret of an app being set up, which will replace the current one. */
  nextSealed: text('next_sealed'),
  createdAt: moment('created_at').notNull(),
  /** First correct code; null while the first app is being set up. */
  confirmedAt: moment('confirmed_at'),
  lastUsedAt: moment('last_used_at'),
  /** Time step (30 s since 1970) of the last used code: a code works once. */
  lastStep: integer('last_step'),
});

/** Passkeys: keys on a device or in a password manager that authenticate an account (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** Base64url, as sent by the browser. */
    credentialId: text('credential_id').notNull(),
    /** COSE public key from the authenticator, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; many always report 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** Whether its provider syncs it. */
    synced: boolean().notNull(),
    /** The session that added it. */
    sessionId: uuid('session_id').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId, table.id),
  ],
);

/** Used challenges by SHA-256, kept until they expire: each works once. */
export const spentChallenges = pgTable(
  'spent_challenges',
  { hash: text().primaryKey(), expiresAt: moment('expires_at').notNull() },
  (table) => [index('spent_challenges_expires').on(table.expiresAt)],
);

/** Codes for signing in without the app. Each works once; stored as keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/**
 * Staff visits to a contractor's account, which the contractor can read. Each ends at `endsAt` at
 * the latest.
 */
export const staffVisits = pgTable(
  'staff_visits',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    /** The visited account, then the visitor. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    reason: text().notNull().default(''),
    startedAt: moment('started_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** When it ended early. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    index('staff_visits_session').on(table.sessionId, table.id),
  ],
);

/** Preferences of accounts: each one is small and validated by its rule in the contract. */
export const accountPreferences = pgTable(
  'account_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    key: text().$type<PreferenceKey>().notNull(),
    value: jsonb().notNull(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
