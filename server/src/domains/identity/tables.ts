import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const userKind = pgEnum('user_kind', ['staff', 'owner', 'team']);
export const teamAccess = pgEnum('team_access', ['Full', 'Limited']);

/**
 * People who can sign in: staff, the one owner of a contractor, and the contractor's team. Never
 * deleted, only deactivated.
 */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    kind: userKind().notNull(),
    contractorId: integer('contractor_id').references(() => contractors.id),
    email: text().notNull(),
    /** Argon2id; null until the account is confirmed. */
    passwordHash: text('password_hash'),
    firstname: text().notNull(),
    lastname: text().notNull(),
    teamAccess: teamAccess('team_access'),
    /** The resources of a team user with Limited access. */
    teamResources: text('team_resources').array().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    /**
     * When a team user was taken out: the account stays for the records, its e-mail is free again.
     */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** When the account's own link was followed; null until then. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
    /** Of a staff account: grows with each change of names and roles by other staff. */
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
 * A named bundle of privileges. Staff accounts hold some; plans give the others, which have nothing
 * of staff's, to contractors.
 */
export const roles = pgTable('roles', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  localRole: text('local_role').notNull().unique(),
  name: text().notNull(),
  audience: roleAudience().notNull().default('staff'),
  /** Grows with each change: what an editor started from. */
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

/** The roles of staff accounts. */
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
    /** Whether it outlives the browser's window. */
    keep: boolean().notNull().default(true),
    /** When it last proved who it is: by a second factor, or by the password where there is none. */
    provenAt: moment('proven_at'),
  },
  (table) => [
    index('sessions_user')
      .on(table.userId)
      .where(sql`ended_at is null`),
    index('sessions_last_seen').on(table.lastSeenAt),
  ],
);

/**
 * Refresh cookies by their SHA-256. A used one that comes back after the grace ends its session.
 */
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
 * Wrong passwords in a row: of one account by one device or network, by all of its known devices,
 * and by everybody else. In keys, e-mails are hashed.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    /** When the account's owner was told of them. */
    toldAt: timestamp('told_at', { withTimezone: true }),
  },
  (table) => [index('sign_in_failures_last').on(table.lastAt)],
);

/** The authenticator app of an account: the codes that it shows follow from the secret (RFC 6238). */
export const appFactors = pgTable('app_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Base32, sealed for the account; null until the first app is confirmed. */
  secretSealed: text('secret_sealed'),
  /** The secret of an app that is being set up, in the place of the one before. */
  nextSealed: text('next_sealed'),
  createdAt: moment('created_at').notNull(),
  /** When a code of it was first right; null while the first app is being set up. */
  confirmedAt: moment('confirmed_at'),
  lastUsedAt: moment('last_used_at'),
  /** The time step (30 s since 1970) of the last code that was used: a code works once. */
  lastStep: integer('last_step'),
});

/** Keys that prove an account by themselves, kept by a device or a password manager (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** Base64url, as the browser names it. */
    credentialId: text('credential_id').notNull(),
    /** COSE, as the authenticator gave it, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the authenticator says that it was used; many always say 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** Whether its provider keeps copies of it. */
    synced: boolean().notNull(),
    /** The session that has added it. */
    sessionId: uuid('session_id').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId, table.id),
  ],
);

/** Challenges that were answered, by their SHA-256: each works once, until it is too old anyway. */
export const spentChallenges = pgTable(
  'spent_challenges',
  { hash: text().primaryKey(), expiresAt: moment('expires_at').notNull() },
  (table) => [index('spent_challenges_expires').on(table.expiresAt)],
);

/** Codes for whoever has lost the app. Each works once; stored as keyed hashes. */
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

export const linkPurpose = pgEnum('link_purpose', [
  'reset-password',
  'confirm-account',
  'change-email',
  'new-device',
  'restore-email',
]);

/**
 * Links in e-mails: single-use, each replaced by a later one of the same purpose. Every new device
 * has a link of its own, whose id is that of the session, and so does every change of the e-mail.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    purpose: linkPurpose().notNull(),
    /**
     * The account's e-mail when the link was made. Another one since makes the link void, except
     * for `restore-email`, which restores this address.
     */
    email: text().notNull(),
    newEmail: text('new_email'),
    /**
     * Of `change-email` and `restore-email`: second factors added since then belong to the person who
     * changed the e-mail.
     */
    factorsSince: moment('factors_since'),
    /** The order in which links were made, also within a millisecond. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    index('account_links_user').on(table.userId, table.purpose),
    index('account_links_expires').on(table.expiresAt),
    index('account_links_restore')
      .on(sql`lower(${table.email})`)
      .where(sql`factors_since is not null and used_at is null`),
  ],
);

/**
 * Each time that staff were in a contractor's account: the contractor can read it. It is over at
 * `endsAt` at the latest.
 */
export const staffVisits = pgTable(
  'staff_visits',
  {
    id: integer().notNull().generatedByDefaultAsIdentity({ startWith: 1000 }),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    /** The account that was looked at, and who looked. */
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
    /** When it ended before its time. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    index('staff_visits_session').on(table.sessionId, table.id),
  ],
);

/** What accounts have chosen to see: each choice is small and follows its rule in the contract. */
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
