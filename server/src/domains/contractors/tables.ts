import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { cpActivations } from '@lintel/contract/contractors/manage-constants';
import { timeZoneChoices } from '@lintel/contract/core/time-zones';
import { w9Statuses } from '@lintel/contract/payouts/constants';
import { paymentStatus, plans } from '../billing/plans/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Whether the tax form's names differ from the contractor's, ignoring letter case, white space, and
 * an empty business name. A generated column, so that it stays true whichever side changes.
 */
const namesDiffer = sql`(w9_status <> 'Not found' and (
  name_key(fold_search(w9_full_name)) not in (name_key(fold_search(first_name || ' ' || last_name)), name_key(fold_search(company_name)))
  or (btrim(w9_company_name) <> '' and name_key(fold_search(w9_company_name)) <> name_key(fold_search(company_name)))))`;

/** Not activated first, then by date, then errors. */
const activationOrder = sql`(coalesce(activated_at, case when activation_error then timestamptz 'infinity' else timestamptz '-infinity' end))`;
const cpActivation = sql`(case when activated_at is not null then 'Yes' when activation_error then 'Error' else 'No' end)`;

/** The provider's people who manage contractors. */
export const managers = pgTable('managers', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text().notNull().unique(),
  phones: text().array().notNull().default([]),
});

export const contractors = pgTable(
  'contractors',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 10000 }),
    companyName: text('company_name').notNull(),
    companyAddress: text('company_address').notNull().default(''),
    websiteUrl: text('website_url').notNull().default(''),
    /** The state or local license number of the trade, as entered by the contractor; public. */
    licenseNumber: text('license_number').notNull().default(''),
    /** IANA name of the contractor's chosen time zone; empty means the zone of its address. */
    timeZone: text('time_zone', { enum: timeZoneChoices }).notNull().default(''),
    /** Ten digits, or empty. */
    phone: text().notNull().default(''),
    /** The contact from the lead; the owner's account has its own data once it exists. */
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    email: text().notNull().default(''),
    planId: integer('plan_id').references(() => plans.id),
    paymentStatus: paymentStatus('payment_status').notNull().default('Unpaid'),
    managerId: integer('manager_id').references(() => managers.id),
    /** The contractor who earns a share of this one's subscription payments. */
    partnerId: integer('partner_id').references((): AnyPgColumn => contractors.id),
    /** The contractor who referred this one. */
    referralId: integer('referral_id').references((): AnyPgColumn => contractors.id),
    /** The code in the contractor's own referral link. */
    referralCode: text('referral_code').unique(),
    /**
     * The owner's user id, kept here too so that the grid sorts and filters by it without a join.
     */
    ownerId: integer('owner_id'),
    activationError: boolean('activation_error').notNull().default(false),
    /** When the owner confirmed the account. */
    activatedAt: moment('activated_at'),
    cpActivation: text('cp_activation', { enum: cpActivations })
      .notNull()
      .generatedAlwaysAs(cpActivation),
    /** The contractor's lead, by its id in the CRM. */
    leadId: bigint('lead_id', { mode: 'number' }).unique(),
    /**
     * Status and values of the current tax form, copied by its domain so that the grid reads one
     * table.
     */
    w9Status: text('w9_status', { enum: w9Statuses }).notNull().default('Not found'),
    w9FullName: text('w9_full_name').notNull().default(''),
    w9CompanyName: text('w9_company_name').notNull().default(''),
    /** Whether the form's tax number is a Social Security number; null without a form. */
    w9IsSsn: boolean('w9_is_ssn'),
    w9SkipDifferences: boolean('w9_skip_differences').notNull().default(false),
    w9IsDifferent: boolean('w9_is_different').notNull().generatedAlwaysAs(namesDiffer),
    /**
     * Incremented by a trigger with each change of a column that staff edit, by any code; editors
     * send the version they started from.
     */
    version: integer().notNull().default(1),
    /** The limit of team users; null means the tier's limit. */
    maxTeamUsers: integer('max_team_users'),
    agreementAcceptedAt: moment('agreement_accepted_at'),
    quiz: jsonb().$type<{ question: string; answer: string }[]>(),
    registeredAt: moment('registered_at').notNull(),
  },
  (table) => [
    index('contractors_search').using(
      'gin',
      sql`(fold_search(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)) gin_trgm_ops`,
    ),
    // Includes the owner, so that an index-only scan can tell whether there is one.
    index('contractors_default_order').on(sql`(owner_id is not null)`, table.id, table.ownerId),
    index('contractors_company_name').on(sql`lower(company_name)`, table.id),
    index('contractors_first_name').on(sql`lower(first_name)`, table.id),
    index('contractors_last_name').on(sql`lower(last_name)`, table.id),
    index('contractors_email').on(sql`lower(email)`, table.id),
    index('contractors_phone').on(table.phone, table.id),
    index('contractors_registered_at').on(table.registeredAt, table.id),
    index('contractors_activation').on(activationOrder, table.id),
    // Each serves a filter, its row count, the default order within it, and the order by it.
    index('contractors_by_payment_status').on(
      table.paymentStatus,
      sql`(owner_id is not null)`,
      table.id,
    ),
    index('contractors_by_plan').on(table.planId, sql`(owner_id is not null)`, table.id),
    index('contractors_by_w9').on(table.w9Status, sql`(owner_id is not null)`, table.id),
    index('contractors_by_activation').on(
      table.cpActivation,
      sql`(owner_id is not null)`,
      table.id,
    ),
    index('contractors_w9_flagged')
      .on(sql`(owner_id is not null)`, table.id)
      .where(sql`w9_is_different and not w9_skip_differences`),
    check('contractors_one_program', sql`partner_id is null or referral_id is null`),
    uniqueIndex('contractors_owner')
      .on(table.ownerId)
      .where(sql`owner_id is not null`),
    index('contractors_partner')
      .on(table.partnerId)
      .where(sql`partner_id is not null`),
    index('contractors_referral')
      .on(table.referralId)
      .where(sql`referral_id is not null`),
  ],
);

/** Each acceptance of the service agreement: who, when, from which address, which version. */
export const agreementAcceptances = pgTable(
  'agreement_acceptances',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    userId: integer('user_id').notNull(),
    version: text().notNull(),
    /** SHA-256 of the displayed text. */
    textHash: text('text_hash').notNull(),
    acceptedAt: moment('accepted_at').notNull(),
    address: inet().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('agreement_acceptances_contractor').on(table.contractorId, table.acceptedAt)],
);
