import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { CreditBand, OfferKind } from '@lintel/contract/applications/constants';
import type { UsState } from '@lintel/contract/core/us-states';
import { noticeSenders, type CreditorAgency } from '@lintel/contract/lenders/creditor-agencies';
import { askingModes, connectionKinds } from '@lintel/contract/lenders/constants';
import type { CheckResult } from '@lintel/contract/lenders/conformance/check';
import type { LenderHealth, LenderHours } from '@lintel/contract/lenders/lender';
import type { LenderNeed } from '@lintel/contract/lenders/needs';
import { contractors } from '../contractors/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Lenders and lender networks. Empty lists of rules mean all. */
export const lenders = pgTable('lenders', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text().notNull(),
  legalName: text('legal_name').notNull().default(''),
  nmlsId: text('nmls_id').notNull().default(''),
  website: text().notNull().default(''),
  /** Ten digits, or empty. */
  phone: text().notNull().default(''),
  contactEmail: text('contact_email').notNull().default(''),
  connection: text({ enum: connectionKinds }).notNull(),
  url: text().notNull().default(''),
  networks: text().array().notNull().default([]),
  products: text().array().$type<OfferKind[]>().notNull().default([]),
  states: text().array().$type<UsState[]>().notNull().default([]),
  minAmountCents: bigint('min_amount_cents', { mode: 'number' }),
  maxAmountCents: bigint('max_amount_cents', { mode: 'number' }),
  creditBands: text('credit_bands').array().$type<CreditBand[]>().notNull().default([]),
  projects: text().array().$type<string[]>().notNull().default([]),
  /** In months. */
  terms: smallint().array().notNull().default([]),
  /** Thousandths of a percent a year. */
  minAprThousandths: integer('min_apr_thousandths'),
  maxAprThousandths: integer('max_apr_thousandths'),
  planIds: integer('plan_ids').array().notNull().default([]),
  allContractors: boolean('all_contractors').notNull().default(true),
  needsMerchantNumber: boolean('needs_merchant_number').notNull().default(false),
  /** Details of the applicant, beyond the application form. */
  needs: text().array().$type<LenderNeed[]>().notNull().default([]),
  /** Whether the public list of lenders has it. */
  isListed: boolean('is_listed').notNull().default(true),
  mode: text({ enum: askingModes }).notNull().default('parallel'),
  position: integer().notNull(),
  answerMinutes: integer('answer_minutes').notNull(),
  hours: jsonb().$type<LenderHours>(),
  /** Hundredths of a percent of a funded amount. */
  commissionBasisPoints: integer('commission_basis_points'),
  /** Its connection comes from environment variables. */
  fromEnvironment: boolean('from_environment').notNull().default(false),
  /** By staff. */
  pausedAt: at('paused_at'),
  pauseReason: text('pause_reason').notNull().default(''),
  /** By the product, because its calls fail. Calls wait and are tried until one succeeds. */
  failingSince: at('failing_since'),
  failure: text().notNull().default(''),
  archivedAt: at('archived_at'),
  /** PEM of the authorities that sign its server certificate; empty for public ones. */
  authorities: text().notNull().default(''),
  /** Of our newest client certificate. */
  certificateExpiresAt: at('certificate_expires_at'),
  /** When staff were warned of that. */
  certificateWarnedAt: at('certificate_warned_at'),
  /** As of the last refresh. */
  health: jsonb().$type<LenderHealth>(),
  version: integer().notNull().default(1),
});

/** Signing secrets, sealed. The newest signs; others are accepted until they retire. */
export const lenderSecrets = pgTable(
  'lender_secrets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    sealed: text().notNull(),
    createdAt: at('created_at').notNull(),
    retiresAt: at('retires_at'),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('lender_secrets_lender').on(table.lenderId)],
);

/** Our client certificates at lenders. The latest `used_from` in the past is the current one. */
export const lenderCertificates = pgTable(
  'lender_certificates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    /** PEM, with the certificates between it and its authority. */
    certificate: text().notNull(),
    sealedKey: text('sealed_key').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedFrom: at('used_from').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index('lender_certificates_lender').on(table.lenderId, table.usedFrom)],
);

/** The last conformance run of each lender. */
export const lenderConformance = pgTable('lender_conformance', {
  lenderId: integer('lender_id')
    .primaryKey()
    .references(() => lenders.id),
  /** Names the run in its messages. */
  run: text().notNull(),
  startedAt: at('started_at').notNull(),
  startedBy: integer('started_by').notNull(),
  finishedAt: at('finished_at'),
  results: jsonb().$type<CheckResult[]>().notNull().default([]),
});

/** A contractor's merchant number at a lender, and whether the lender gets its applications. */
export const lenderContractors = pgTable(
  'lender_contractors',
  {
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    merchantNumber: text('merchant_number').notNull().default(''),
    /** Null: as the lender's rules say. */
    isAllowed: boolean('is_allowed'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.lenderId] }),
    index('lender_contractors_lender').on(table.lenderId, table.contractorId),
  ],
);

/** Calls to and from lenders, for 30 days. Contents aren't kept. */
export const lenderCalls = pgTable(
  'lender_calls',
  {
    contractorId: integer('contractor_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    lenderId: integer('lender_id')
      .notNull()
      .references(() => lenders.id),
    at: at('at').notNull(),
    direction: text({ enum: ['out', 'in'] }).notNull(),
    kind: text().notNull(),
    application: text().notNull().default(''),
    /** The HTTP status; null without an answer. */
    status: smallint(),
    milliseconds: integer().notNull(),
    attempt: smallint().notNull().default(1),
    problem: text().notNull().default(''),
    /** The job that made the call, to replay it. */
    job: jsonb().$type<{ id: string; payload: unknown }>(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    index('lender_calls_lender').on(table.lenderId, table.at.desc(), table.id.desc()),
    index('lender_calls_failed')
      .on(table.lenderId, table.at.desc(), table.id.desc())
      .where(sql`problem <> ''`),
    index('lender_calls_application').on(table.application),
    index('lender_calls_at').on(table.at),
  ],
);

/** What a lender's notices of adverse action state about it. A lender without a row has none. */
export const lenderDisclosures = pgTable('lender_disclosures', {
  lenderId: integer('lender_id')
    .primaryKey()
    .references(() => lenders.id),
  sender: text({ enum: noticeSenders }).notNull(),
  address: text().notNull().default(''),
  agency: text().$type<CreditorAgency>(),
  bureau: text().notNull().default(''),
  bureauAddress: text('bureau_address').notNull().default(''),
  /** Ten digits, or empty. */
  bureauPhone: text('bureau_phone').notNull().default(''),
  version: integer().notNull().default(1),
});
