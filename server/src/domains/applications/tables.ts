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

/** By what a homeowner is reached: a link sent there proves who opens it. */
export type ContactKind = 'email' | 'phone';

export const creditBand = pgEnum('credit_band', creditBandKeys);
export const offerKind = pgEnum('offer_kind', offerKinds);
export const applicationSource = pgEnum('application_source', sources);

/** The last thing that happened to an application, as in the index that finds what is due. */
export const lastUse = sql`greatest(started_at, completed_at, answered_at, information_requested_at, approved_at, funded_at, withdrawn_at)`;

type Waited = Record<
  'contractorId' | 'id' | 'completedAt' | 'informationRequestedAt' | 'approvedAt',
  ExtraConfigColumn
>;
const undone = 'funded_at is null and withdrawn_at is null and anonymised_at is null';

/** What the contractor's day begins with: who has to choose, to send something, to agree on the work. */
const todayIndexes = ({ contractorId, id, ...at }: Waited) => [
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
type Counted = Record<
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
const countedBy = (table: Counted): [Indexed, ...Indexed[]] => [
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

/**
 * A homeowner's application. The draft holds what is typed; the columns are filled when it is sent.
 */
export const applications = pgTable(
  'applications',
  {
    id: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    contractorId: integer('contractor_id').notNull(),
    pageId: integer('page_id')
      .notNull()
      .references(() => coBrandedPages.id),
    source: applicationSource().notNull(),
    /** SHA-256 of the secret that the homeowner's browser holds. */
    tokenHash: text('token_hash').notNull(),
    /** The name under which a lender network knows it. */
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
    /** What the homeowner would like to pay a month, as far as told. */
    monthlyBudgetCents: bigint('monthly_budget_cents', { mode: 'number' }),
    /** The language that its homeowner reads. */
    language: text().$type<Language>().notNull().default('en'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    consentAt: timestamp('consent_at', { withTimezone: true }),
    consentVersion: text('consent_version'),
    /**
     * When the homeowner agreed to calls and text messages by automated means; null when not, or
     * no longer.
     */
    textsAgreedAt: timestamp('texts_agreed_at', { withTimezone: true }),
    address: inet(),
    /** When the lenders answered, with or without offers. */
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    hasOffers: boolean('has_offers').notNull().default(false),
    /** A lender gave the "qualified" label. */
    isQualified: boolean('is_qualified').notNull().default(false),
    /**
     * Since when the lender of the choice waits for information: 50 days later the decision is
     * EXPIRED. Empty again with another choice.
     */
    informationRequestedAt: timestamp('information_requested_at', { withTimezone: true }),
    /** What that lender wants and how it is sent, in its own words. */
    informationWanted: jsonb('information_wanted').$type<{ what: string; how: string }>(),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    fundedAt: timestamp('funded_at', { withTimezone: true }),
    /** When the homeowner withdrew it. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    /**
     * The application of the same homeowner that was under way when this one was to be sent, so
     * that it was not.
     */
    joinedTo: bigint('joined_to', { mode: 'number' }),
    /**
     * When a second form was sent with the same e-mail and phone while this one was under way. From
     * then on only the owner of the e-mail or phone opens it.
     */
    contestedAt: timestamp('contested_at', { withTimezone: true }),
    /** By which contact its owner has proven to be the one who may open it. */
    provenBy: text('proven_by').$type<ContactKind>(),
    /** When that owner confirmed the answers of a contested application. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** How often an offer was chosen or given up, so that lenders can tell what is later. */
    choices: integer().notNull().default(0),
    /** The newest offer that the homeowner was written to about. */
    invitedOfferId: bigint('invited_offer_id', { mode: 'number' }),
    /** What staff should look at: that it may be the contractor's own, or a repeated one. */
    flags: text().array().notNull().default([]),
    /** When staff had reviewed the flags. */
    flagsReviewedAt: timestamp('flags_reviewed_at', { withTimezone: true }),
    /** When its homeowner was taken out; what is left is for the figures. */
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
    /**
     * Tells homeowners apart once their e-mail is gone: random, the same for what one homeowner has
     * sent to a contractor.
     */
    personKey: text('person_key'),
    /** What the report searches, folded; cut off because an index holds it. */
    words: text()
      .notNull()
      .generatedAlwaysAs(
        sql`left(fold_search(applicant_name || ' ' || email || ' ' || phone || ' ' || city), 600)`,
      ),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    // Staff know the number alone.
    index('applications_id').on(table.id),
    index('applications_token').on(table.tokenHash),
    index('applications_reference').on(table.reference),
    // They hold every column that the report's filters and graphs count by, so that counting reads
    // no rows. The one with the words is twice as large, and for searches alone.
    index('applications_started').on(...countedBy(table)),
    index('applications_words').on(...countedBy(table), table.words),
    index('applications_email').on(table.contractorId, sql`lower(email)`, table.id),
    index('applications_phone').on(table.contractorId, table.phone),
    // What staff have to review, over all contractors.
    index('applications_flagged')
      .on(table.startedAt, table.id)
      .where(sql`flags <> '{}' and flags_reviewed_at is null`),
    index('applications_flags')
      .using('gin', table.flags)
      .where(sql`flags <> '{}' and flags_reviewed_at is null`),
    // What is due to lose its homeowner, over all contractors.
    index('applications_last_use')
      .on(lastUse, table.id)
      .where(sql`anonymised_at is null`),
    // Lenders that wait for information, over all contractors.
    index('applications_waiting')
      .on(table.informationRequestedAt, table.id)
      .where(
        sql`information_requested_at is not null and approved_at is null and funded_at is null and withdrawn_at is null and anonymised_at is null and not is_qualified`,
      ),
    // A homeowner who asks for the own data is looked for at every contractor.
    index('applications_homeowner').on(sql`lower(email)`, table.id),
    index('applications_funded')
      .on(table.contractorId, table.fundedAt)
      .where(sql`funded_at is not null`),
    ...todayIndexes(table),
    // What was asked for by day, summed without reading the applications.
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
    // Both together: what is found of all contractors would be read for each of them.
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
    /** The lender network's own name of the offer. */
    reference: text().notNull(),
    kind: offerKind().notNull(),
    lenderName: text('lender_name').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** Hundredths of a percent a year. */
    aprBasisPoints: integer('apr_basis_points'),
    termMonths: integer('term_months'),
    monthlyPaymentCents: bigint('monthly_payment_cents', { mode: 'number' }),
    isQualified: boolean('is_qualified').notNull().default(false),
    /** Null in these four: the lender did not say. */
    rateType: text('rate_type').$type<(typeof rateTypes)[number]>(),
    /** The rate after an introductory one, in hundredths of a percent a year. */
    laterAprBasisPoints: integer('later_apr_basis_points'),
    feesCents: bigint('fees_cents', { mode: 'number' }),
    securedByHome: boolean('secured_by_home'),
    /** Where the homeowner reaches the lender; ten digits, or empty. */
    lenderPhone: text('lender_phone').notNull().default(''),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /**
     * When the homeowner chose it. At most one offer of an application has this: the living choice.
     */
    chosenAt: timestamp('chosen_at', { withTimezone: true }),
    /** When another choice took its place. */
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
    /** When its lender took it back. */
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    fundedAt: timestamp('funded_at', { withTimezone: true }),
    fundedAmountCents: bigint('funded_amount_cents', { mode: 'number' }),
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
      table.reference,
    ),
    index('offers_id').on(table.id),
    index('offers_qualified')
      .on(table.receivedAt)
      .where(sql`is_qualified`),
    index('offers_funded')
      .on(table.fundedAt)
      .where(sql`funded_at is not null`),
    // What was paid out by day, summed without reading the offers.
    index('offers_paid_out')
      .on(table.contractorId, table.fundedAt, table.fundedAmountCents)
      .where(sql`funded_at is not null`),
    // The dashboard's counts, without reading the offers themselves.
    index('offers_received').on(table.contractorId, table.receivedAt, table.fundedAt),
  ],
);

/** Events of lender networks, each booked once. */
export const lenderEvents = pgTable(
  'lender_events',
  {
    contractorId: integer('contractor_id').notNull(),
    id: text().notNull(),
    network: text().notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    type: text().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.id] }),
    foreignKey({
      name: 'lender_events_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
  ],
);

export const consentKind = pgEnum('consent_kind', consentKinds);
export const consentAnswer = pgEnum('consent_answer', consentAnswers);

/**
 * What a homeowner did with each consent, when and from where: a row for each box of the form, and
 * one for each withdrawal. It is the proof of it, so it names the homeowner itself and outlives
 * what the application knows of them; triggers refuse every change but their removal.
 */
export const applicationConsents = pgTable(
  'application_consents',
  {
    contractorId: integer('contractor_id').notNull(),
    applicationId: bigint('application_id', { mode: 'number' }).notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: consentKind().notNull(),
    answer: consentAnswer().notNull(),
    /** Which text it was, and the SHA-256 of it as it was shown. */
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
    /** When the homeowner was taken out, because the time for which proofs are kept was over. */
    anonymisedAt: timestamp('anonymised_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.applicationId, table.id] }),
    foreignKey({
      name: 'application_consents_application',
      columns: [table.contractorId, table.applicationId],
      foreignColumns: [applications.contractorId, applications.id],
    }),
    // Staff and homeowners look at all contractors.
    index('application_consents_email').on(sql`lower(email)`, table.applicationId),
    index('application_consents_phone').on(table.phone, table.applicationId),
    index('application_consents_application').on(table.applicationId, table.id),
    index('application_consents_contractor').on(table.contractorId, table.id),
    index('application_consents_due')
      .on(table.at)
      .where(sql`anonymised_at is null`),
  ],
);

/** The texts that were agreed to, as they were shown: each once for a contractor. */
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
