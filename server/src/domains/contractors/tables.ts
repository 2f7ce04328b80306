import { sql } from 'drizzle-orm';
import { boolean, index, inet, integer, jsonb, pgTable, text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { paymentStatus, plans } from '../billing/tables.ts';

/** The provider's people who look after contractors. */
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
    /** Ten digits, or empty. */
    phone: text().notNull().default(''),
    /** The contact as a lead gave it; the owner's account has its own once it exists. */
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
    /** What stands in the contractor's own referral link. */
    referralCode: text('referral_code').unique(),
    /** The owner's user id: kept here too, so that the grid sorts and filters by it without a join. */
    ownerId: integer('owner_id'),
    activationError: boolean('activation_error').notNull().default(false),
    /** When the owner confirmed the account. */
    activatedAt: timestamp('activated_at', { withTimezone: true }),
    /** How many team users there may be; null leaves it to the tier. */
    maxTeamUsers: integer('max_team_users'),
    agreementAcceptedAt: timestamp('agreement_accepted_at', { withTimezone: true }),
    quiz: jsonb().$type<{ question: string; answer: string }[]>(),
    registeredAt: timestamp('registered_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('contractors_search').using(
      'gin',
      sql`(lower(company_name || ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone)) gin_trgm_ops`,
    ),
    index('contractors_has_user').on(sql`(owner_id is not null)`, table.id),
    index('contractors_company_name').on(sql`lower(company_name)`, table.id),
    index('contractors_registered_at').on(table.registeredAt, table.id),
    index('contractors_payment_status').on(table.paymentStatus, table.id),
    index('contractors_plan').on(table.planId, table.id),
    index('contractors_partner')
      .on(table.partnerId)
      .where(sql`partner_id is not null`),
    index('contractors_referral')
      .on(table.referralId)
      .where(sql`referral_id is not null`),
  ],
);

/** Each acceptance of the service agreement: who, when, from where, which version. */
export const agreementAcceptances = pgTable(
  'agreement_acceptances',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    contractorId: integer('contractor_id')
      .notNull()
      .references(() => contractors.id),
    userId: integer('user_id').notNull(),
    version: text().notNull(),
    /** SHA-256 of the text that was shown. */
    textHash: text('text_hash').notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }).notNull(),
    address: inet().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('agreement_acceptances_contractor').on(table.contractorId, table.acceptedAt)],
);
