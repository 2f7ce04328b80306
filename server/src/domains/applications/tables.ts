import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  inet,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core';
import { type ApplicationDraft } from '@lintel/contract/applications/form';
import { languages, type Language } from '@lintel/contract/core/language';
import {
  creditBandKeys,
  offerKinds,
  sources,
  type rateTypes,
} from '@lintel/contract/applications/constants';
import { consentAnswers, consentKinds } from '@lintel/contract/legal/constants';
import { coBrandedPages } from '../pages/tables.ts';
import { isUncounted, isUncountedOffer } from './counted-bits.ts';

/** A homeowner's contact channel: opening a link sent there proves ownership. */
export type ContactKind = 'email' | 'phone';

export const creditBand = pgEnum('credit_band', creditBandKeys);
export const offerKind = pgEnum('offer_kind', offerKinds);
export const applicationSource = pgEnum('application_source', sources);

/** Time of the latest event of an application, as in the index for retention. */
export const lastUse = sql`greatest(started_at, completed_at, answered_at, information_requested_at, approved_at, funded_at, withdrawn_at)`;

type WaitingColumns = Record<
  'contractorId' | 'id' | 'completedAt' | 'informationRequestedAt' | 'approvedAt',
  ExtraConfigColumn
>;
const undone = 'funded_at is null and withdrawn_at is null and anonymised_at is null';

/** The contractor's daily to-do list: homeowners who must choose, send information, or start work. */
const todayIndexes = ({ contractorId, id, ...at }: WaitingColumns) => [
  index('applications_to_choose')
    .on(contractorId, at.completedAt, id)
    .where(
      sql.raw(
        `has_offers and information_requested_at is null and approved_at is null and ${undone}`,
      ),
    ),
  index('applications_to_inform')
    .on(contractorId, at.informationRequestedAt, id)
    .where(sql.raw(`information_requested_at is not null and approved_at is null and ${undone}`)),
  index('applications_to_begin')
    .on(contractorId, at.approvedAt, id)
    .where(sql.raw(`approved_at is not null and ${undone}`)),
];

type Indexed = ExtraConfigColumn;
type CountColumns = Record<
  | 'contractorId'
  | 'startedAt'
  | 'id'
  | 'pageId'
  | 'source'
  | 'completedAt'
  | 'answeredAt'
  | 'hasOffers'
  | 'isQualified'
  | 'approvedAt'
  | 'fundedAt'
  | 'creditBand',
  Indexed
>;
const countedBy = (table: CountColumns): [Indexed, ...Indexed[]] => [
  table.contractorId,
  table.startedAt,
  table.id,
  table.pageId,
  table.source,
  table.completedAt,
  table.answeredAt,
  table.hasOffers,
  table.isQualified,
  table.approvedAt,
  table.fundedAt,
  table.creditBand,
];

/** A homeowner's application. The draft holds the typed answers; sending fills the columns. */
export const applications = pgTable(
  'applications',
  {
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    contractorId: integer('contractor_id').notNull(),
    pageId: integer('page_id')
      .notNull()
      .references(() => coBrandedPages.id),
    source: applicationSource().notNull(),
    /** The lender network's reference for it. */
    reference: text().notNull(),
    draft: jsonb().$type<ApplicationDraft>().notNull().default({}),
    applicantName: text('applicant_name').notNull().default(''),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    creditBand: creditBand('credit_band'),
    requestedAmountCents: bigint('requested_amount_cents', { mode: 'number' }),
    project: text().notNull().default(''),
    projectAddress: text('project_address').notNull().default(''),
    /** Monthly budget in cents; null when the homeowner gave none. */
    monthlyBudgetCents: bigint('monthly_budget_cents', { mode: 'number' }),
    language: text().$type<Language>().notNull().default('en'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    consentAt: timestamp('consent_at', { withTimezone: true }),
    consentVersion: text('consent_version'),
    /**
     * When the homeowner consented to automated calls and texts; null without consent or after its
     * withdrawal.
     */
    textsAgreedAt: timestamp('texts_agreed_at', { withTimezone: true }),
    address: inet(),
    /** When the lenders answered, with or without offers. */
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    hasOffers: boolean('has_offers').notNull().default(false),
    /** A lender labeled an offer Qualified. */
    isQualified: boolean('is_qualified').notNull().default(false),
    /**
     * Start of the chosen lender's wait for information: after 50 days the decision is EXPIRED.
     * Another choice clears it.
     */
    informationRequestedAt: timestamp('information_requested_at', { withTimezone: true }),
    /** The lender's request and how to send it, in the lender's words. */
    informationWanted: jsonb('information_wanted').$type<{ what: string; how: string }>(),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    fundedAt: timestamp('funded_at', { withTimezone: true }),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /**
     * The homeowner's application in progress that this form was joined to instead of being sent.
     */
    joinedTo: bigint('joined_to', { mode: 'number' }),
    /**
     * When a second form with the same e-mail and phone was sent while this one was in progress.
     * From then on, only the owner of the e-mail or phone can open it.
     */
    contestedAt: timestamp('contested_at', { withTimezone: true }),
    /** The contact by which the owner proved ownership. */
    provenBy: text('proven_by').$type<ContactKind>(),
    /** When that owner confirmed the answers of a contested application. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** Counts choices and cancellations, so that lenders can order them. */
    choices: integer().notNull().default(0),
    /** The newest offer that the homeowner was notified of. */
    invitedOfferId: bigint('invited_offer_id', { mode: 'number' }),
    /** Reasons for staff review: possibly the contractor's own application, or a repeated one. */
    flags: text().array().notNull().default([]),
    flagsReviewedAt: timestamp('flags_reviewed_at', { withTimezone: true }),
    /** When it was anonymized; the remaining data is for statistics. */
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
    /**
     * Distinguishes homeowners after their e-mail is removed: random, the same for one homeowner's
     * applications at a contractor.
     */
    personKey: text('person_key'),
    /** The `stageBits` included in `application_days`; null for none. Only its job writes this. */
    countedBits: smallint('counted_bits'),
    /** Case-folded search text of the report, truncated to fit an index. */
    words: text()
      .notNull()
      .generatedAlwaysAs(
        sql`left(fold_search(applicant_name || ' ' || email || ' ' || phone || ' ' || city), 600)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    // Staff look up applications by number only.
    index('applications_id').on(table.id),
    index('applications_reference').on(table.reference),
    // Covering indexes for the report's filters and graphs, so that counts read no rows. The one
    // with the search text is twice as large and used only for searches.
    index('applications_started').on(...countedBy(table)),
    index('applications_words').on(...countedBy(table), table.words),
    index('applications_email').on(table.contractorId, sql`lower(email)`, table.id),
    index('applications_phone').on(table.contractorId, table.phone),
    // Staff review queue, across contractors.
    index('applications_flagged')
      .on(table.startedAt, table.id)
      .where(sql`flags <> '{}' and flags_reviewed_at is null`),
    index('applications_flags')
      .using('gin', table.flags)
      .where(sql`flags <> '{}' and flags_reviewed_at is null`),
    // Applications due for anonymization, across contractors.
    index('applications_last_use')
      .on(lastUse, table.id)
      .where(sql`anonymised_at is null`),
    // Lenders waiting for information, across contractors.
    index('applications_waiting')
      .on(table.informationRequestedAt, table.id)
      .where(
        sql`information_requested_at is not null and approved_at is null and funded_at is null and withdrawn_at is null and anonymised_at is null and not is_qualified`,
      ),
    // Data requests search for a homeowner across contractors.
    index('applications_homeowner').on(sql`lower(email)`, table.id),
    index('applications_funded')
      .on(table.contractorId, table.fundedAt)
      .where(sql`funded_at is not null`),
    ...todayIndexes(table),
    // Requested amounts by day, as an index-only sum.
    index('applications_sent')
      .on(table.contractorId, table.completedAt, table.requestedAmountCents)
      .where(sql`completed_at is not null`),
    index('applications_amount').on(table.contractorId, table.requestedAmountCents, table.id),
    index('applications_amount_falling').on(
      table.contractorId,
      table.requestedAmountCents.desc().nullsLast(),
      table.id.desc().nullsFirst(),
    ),
    index('applications_funded_falling').on(
      table.contractorId,
      table.fundedAt.desc().nullsLast(),
      table.id.desc().nullsFirst(),
    ),
    index('applications_name').on(table.contractorId, sql`lower(applicant_name)`, table.id),
    index('applications_location').on(table.contractorId, table.state, table.city, table.id),
    // Applications to count when reading, of contractors with daily counts.
    index('applications_uncounted').on(table.contractorId).where(isUncounted),
    // Includes the contractor; otherwise a search would read every contractor's matches.
    index('applications_contractor_search').using(
      'gin',
      table.contractorId,
      sql`words gin_trgm_ops`,
    ),
  ],
);

export const offers = pgTable(
  'offers',
  {
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    contractorId: integer('contractor_id').notNull(),
    /** The lender that made it; 1 is the one of the environment. */
    lenderId: integer('lender_id').notNull().default(1),
    /** The lender's reference for the offer. */
    reference: text().notNull(),
    /** The lender's own form, where the homeowner completes the application. */
    applyUrl: text('apply_url'),
    /** After this time it can't be chosen. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** What the contractor pays the lender; never shown to the homeowner. */
    dealerFeeCents: bigint('dealer_fee_cents', { mode: 'number' }),
    /** What an approval depends on, in the lender's words. */
    conditions: text().array().notNull().default([]),
    /** Fields that the lender sent and we don't know. */
    extra: jsonb().$type<Record<string, unknown>>(),
    /** The reference of the same lender's earlier offer that this counter-offer replaces. */
    replaces: text(),
    kind: offerKind().notNull(),
    lenderName: text('lender_name').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** Hundredths of a percent a year. */
    aprBasisPoints: integer('apr_basis_points'),
    termMonths: integer('term_months'),
    monthlyPaymentCents: bigint('monthly_payment_cents', { mode: 'number' }),
    isQualified: boolean('is_qualified').notNull().default(false),
    /** Null in these four: not given by the lender. */
    rateType: text('rate_type').$type<(typeof rateTypes)[number]>(),
    /** The rate after an introductory one, in hundredths of a percent a year. */
    laterAprBasisPoints: integer('later_apr_basis_points'),
    feesCents: bigint('fees_cents', { mode: 'number' }),
    securedByHome: boolean('secured_by_home'),
    /** The lender's phone number; ten digits, or empty. */
    lenderPhone: text('lender_phone').notNull().default(''),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /**
     * When the homeowner chose it. At most one offer of an application has this: the current
     * choice.
     */
    chosenAt: timestamp('chosen_at', { withTimezone: true }),
    /** When another choice replaced it. */
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
    /** When the lender withdrew it. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /** When the lender approved it on `conditions`. */
    conditionallyApprovedAt: timestamp('conditionally_approved_at', { withTimezone: true }),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    fundedAt: timestamp('funded_at', { withTimezone: true }),
    /** The sum of its payouts, less reversals. */
    fundedAmountCents: bigint('funded_amount_cents', { mode: 'number' }),
    /** The sum of its reversals. */
    reversedAmountCents: bigint('reversed_amount_cents', { mode: 'number' }).notNull().default(0),
    /** The `eventBits` included in `application_days`; null for none. Only its job writes this. */
    countedBits: smallint('counted_bits'),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'offers_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    uniqueIndex('offers_of_application').on(
      table.contractorId,
      table.applicationId,
      table.lenderId,
      table.reference,
    ),
    index('offers_id').on(table.id),
    index('offers_qualified')
      .on(table.receivedAt)
      .where(sql`is_qualified`),
    index('offers_funded')
      .on(table.fundedAt)
      .where(sql`funded_at is not null`),
    // Funded amounts by day, as an index-only sum.
    index('offers_paid_out')
      .on(table.contractorId, table.fundedAt, table.fundedAmountCents)
      .where(sql`funded_at is not null`),
    // Offers to count when reading, of contractors with daily counts.
    index('offers_uncounted').on(table.contractorId).where(isUncountedOffer),
    // The dashboard's counts, as index-only scans.
    index('offers_received').on(table.contractorId, table.receivedAt, table.fundedAt),
  ],
);

export const consentKind = pgEnum('consent_kind', consentKinds);
export const consentAnswer = pgEnum('consent_answer', consentAnswers);

/**
 * What a homeowner did with each consent, when, and from where: one row per box on the form, and
 * one per withdrawal. As legal proof it names the homeowner and outlives the application's personal
 * data; triggers reject all changes except its removal.
 */
export const applicationConsents = pgTable(
  'application_consents',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: consentKind().notNull(),
    answer: consentAnswer().notNull(),
    /** The text's kind, and the SHA-256 of its wording as shown. */
    version: integer().notNull(),
    effectiveFrom: date('effective_from').notNull(),
    language: text({ enum: languages }).notNull(),
    textHash: text('text_hash').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address: inet(),
    userAgent: text('user_agent').notNull(),
    /** When the homeowner was anonymized, after the retention period of proofs. */
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.id] }),
    foreignKey({
      name: 'application_consents_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    // Staff and homeowners search across contractors.
    index('application_consents_email').on(sql`lower(email)`, table.applicationId),
    index('application_consents_phone').on(table.phone, table.applicationId),
    index('application_consents_application').on(table.applicationId, table.id),
    index('application_consents_contractor').on(table.contractorId, table.id),
    index('application_consents_due')
      .on(table.at)
      .where(sql`anonymised_at is null`),
  ],
);

/** Consent texts as shown, stored once per contractor. */
export const consentTexts = pgTable(
  'consent_texts',
  {
    contractorId: integer('contractor_id').notNull(),
    /** SHA-256 of the text. */
    hash: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contractorId, table.hash] })],
);
