CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TYPE application_source AS ENUM (
    'page',
    'flyer',
    'social',
    'banner',
    'calculator',
    'full-page',
    'real-widget',
    'invoice',
    'text',
    'email',
    'qr',
    'share'
);

CREATE TYPE attempt_kind AS ENUM (
    'automatic',
    'manual',
    'sign_up'
);

CREATE TYPE attempt_state AS ENUM (
    'started',
    'requires_action',
    'succeeded',
    'failed'
);

CREATE TYPE commission_type AS ENUM (
    'referral',
    'partner',
    'credit_card',
    'loan',
    'heloc'
);

CREATE TYPE consent_answer AS ENUM (
    'given',
    'declined',
    'withdrawn'
);

CREATE TYPE consent_kind AS ENUM (
    'sharing',
    'e-sign',
    'contact'
);

CREATE TYPE content_type AS ENUM (
    'cover',
    'post',
    'story'
);

CREATE TYPE credit_band AS ENUM (
    'excellent',
    'good',
    'fair',
    'limited',
    'poor'
);

CREATE TYPE credit_card_answer AS ENUM (
    'Yes',
    'No',
    'No but interested'
);

CREATE TYPE dispute_state AS ENUM (
    'open',
    'won',
    'lost',
    'closed'
);

CREATE TYPE email_status AS ENUM (
    'queued',
    'sent',
    'failed',
    'suppressed'
);

CREATE TYPE homeowner_document_state AS ENUM (
    'waiting',
    'sending',
    'sent',
    'accepted',
    'rejected'
);

CREATE TYPE homeowner_document_type AS ENUM (
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/heic'
);

CREATE TYPE ledger_account AS ENUM (
    'subscription',
    'earnings',
    'fees'
);

CREATE TYPE ledger_kind AS ENUM (
    'charge',
    'refund',
    'commission',
    'clawback',
    'payout',
    'payout_return',
    'dispute',
    'dispute_return',
    'fee',
    'fee_return'
);

CREATE TYPE legal_kind AS ENUM (
    'sharing',
    'e-sign',
    'contact',
    'privacy',
    'terms'
);

CREATE TYPE lender_request_kind AS ENUM (
    'document',
    'information'
);

CREATE TYPE lender_request_state AS ENUM (
    'open',
    'fulfilled',
    'withdrawn'
);

CREATE TYPE link_purpose AS ENUM (
    'reset-password',
    'confirm-account',
    'change-email',
    'new-device',
    'restore-email'
);

CREATE TYPE marketing_template_kind AS ENUM (
    'flyer',
    'social'
);

CREATE TYPE offer_kind AS ENUM (
    'loan',
    'heloc',
    'direct',
    'creditcard'
);

CREATE TYPE opportunity AS ENUM (
    'FDA',
    'HELOC'
);

CREATE TYPE payment_state AS ENUM (
    'Succeeded',
    'Failed',
    'Upcoming'
);

CREATE TYPE payment_status AS ENUM (
    'Paid',
    'Unpaid',
    'Renewed',
    'Canceled',
    'Failed'
);

CREATE TYPE payout_state AS ENUM (
    'held',
    'due',
    'sent',
    'paid',
    'returned',
    'canceled'
);

CREATE TYPE qr_code_option AS ENUM (
    'Co-branded page',
    'Company website'
);

CREATE TYPE render_engine AS ENUM (
    'takumi',
    'chromium'
);

CREATE TYPE role_audience AS ENUM (
    'staff',
    'plan'
);

CREATE TYPE social_media AS ENUM (
    'facebook',
    'instagram',
    'linkedin'
);

CREATE TYPE stop_source AS ENUM (
    'reply',
    'provider',
    'staff'
);

CREATE TYPE subscription_state AS ENUM (
    'pending',
    'active',
    'past_due',
    'unpaid',
    'canceled'
);

CREATE TYPE team_access AS ENUM (
    'Full',
    'Limited'
);

CREATE TYPE text_status AS ENUM (
    'queued',
    'sent',
    'delivered',
    'undelivered',
    'failed',
    'suppressed'
);

CREATE TYPE tier AS ENUM (
    'Pro',
    'Self',
    'Concierge',
    'Brand',
    'Free',
    'Test'
);

CREATE TYPE training_category_type AS ENUM (
    'onboarding_training',
    'training',
    'faqs'
);

CREATE TYPE training_video_status AS ENUM (
    'started',
    'paused',
    'ended'
);

CREATE TYPE training_video_type AS ENUM (
    'youtube',
    'video/mp4'
);

CREATE TYPE undeliverable_reason AS ENUM (
    'bounced',
    'complained',
    'refused'
);

CREATE TYPE unsubscribe_source AS ENUM (
    'close',
    'manual',
    'do_not_contact'
);

CREATE TYPE user_kind AS ENUM (
    'staff',
    'owner',
    'team'
);

CREATE TYPE w9_state AS ENUM (
    'Pending',
    'Verified',
    'Rejected'
);

CREATE TYPE widget_kind AS ENUM (
    'banner',
    'calculator',
    'full-page',
    'real-widget'
);

CREATE FUNCTION count_contractor_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION fold_search(written text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
  folded text := written;
BEGIN
  IF octet_length(written) = length(written) THEN
    RETURN translate(lower(written), '`', '''');
  END IF;
  -- Regular expressions take a third of the time of `translate` with as many characters.
  folded := normalize(regexp_replace(written, '[`´‘’‛′ʹʻʼʽʾʿˈꞌ＇]', '''', 'g'), NFKD);
  folded := lower(regexp_replace(folded, '[\u00ad\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe20-\ufe2f\ufeff]', '', 'g'));
  IF octet_length(folded) = length(folded) THEN
    RETURN folded;
  END IF;
  folded := regexp_replace(regexp_replace(folded, '[‐-―−]', '-', 'g'), '[“”„]', '"', 'g');
  folded := translate(folded, 'łøđðħıŋŧςŁØĐÐĦŊŦ', 'loddhintσloddhnt');
  FOR i IN 1..4 LOOP
    folded := replace(replace(folded, substr('ßæœþ', i, 1), substr('ssaeoeth', 2 * i - 1, 2)), substr('ẞÆŒÞ', i, 1), substr('ssaeoeth', 2 * i - 1, 2));
  END LOOP;
  RETURN folded;
END
$$;

CREATE FUNCTION name_key(folded text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
DECLARE
  key text := replace(regexp_replace(folded, '[''.]', '', 'g'), '&', ' and ');

BEGIN
  key := btrim(regexp_replace(key, '[-,"/()+!:;\s]+', ' ', 'g'));

key := regexp_replace(key, '^the ', '');

RETURN regexp_replace(key, '( (limited liability company|llc|l l c|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|lllp|pllc|pc))+$', '');

END
$_$;

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_other_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.contractor_id IS NULL AND NEW.contractor_id = 0 AND to_jsonb(NEW) - 'contractor_id' = to_jsonb(OLD) - 'contractor_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_other_proof() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF OLD.anonymised_at IS NULL AND NEW.anonymised_at IS NOT NULL
    AND NEW.name = '' AND NEW.email = '' AND NEW.phone = '' AND NEW.address IS NULL AND NEW.user_agent = ''
    AND (NEW.contractor_id, NEW.application_id, NEW.id, NEW.kind, NEW.answer, NEW.version, NEW.effective_from, NEW.language, NEW.text_hash, NEW.at)
      = (OLD.contractor_id, OLD.application_id, OLD.id, OLD.kind, OLD.answer, OLD.version, OLD.effective_from, OLD.language, OLD.text_hash, OLD.at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'application_consents is append-only';
END $$;

CREATE TABLE account_links (
    id uuid NOT NULL,
    user_id integer NOT NULL,
    purpose link_purpose NOT NULL,
    email text NOT NULL,
    new_email text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    factors_since timestamp with time zone,
    sequence bigint NOT NULL
);

ALTER TABLE account_links ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account_links_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account_preferences (
    user_id integer NOT NULL,
    key text NOT NULL,
    value jsonb NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

CREATE TABLE agreement_acceptances (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    user_id integer NOT NULL,
    version text NOT NULL,
    text_hash text NOT NULL,
    accepted_at timestamp with time zone NOT NULL,
    address inet NOT NULL,
    user_agent text NOT NULL
);

ALTER TABLE agreement_acceptances ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME agreement_acceptances_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE app_factors (
    user_id integer NOT NULL,
    secret_sealed text,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_used_at timestamp with time zone,
    last_step integer,
    next_sealed text
);

CREATE TABLE application_consents (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    id bigint NOT NULL,
    kind consent_kind NOT NULL,
    answer consent_answer NOT NULL,
    version integer NOT NULL,
    effective_from date NOT NULL,
    language text NOT NULL,
    text_hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    address inet,
    user_agent text NOT NULL,
    anonymised_at timestamp with time zone
);

ALTER TABLE application_consents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME application_consents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE application_exports (
    contractor_id integer NOT NULL,
    export_id uuid NOT NULL,
    asked_by integer NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    format text NOT NULL,
    file_name text NOT NULL,
    asked jsonb NOT NULL,
    state text NOT NULL,
    rows integer NOT NULL,
    rows_made integer DEFAULT 0 NOT NULL,
    runs integer DEFAULT 0 NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    file_key text,
    bytes bigint,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE application_follow_ups (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    due_on date NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    author_id integer NOT NULL,
    set_at timestamp with time zone NOT NULL,
    reminded_at timestamp with time zone,
    done_at timestamp with time zone,
    done_by integer
);

CREATE TABLE application_keys (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    token_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE application_notes (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    id bigint NOT NULL,
    text text NOT NULL,
    author_id integer NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE application_notes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME application_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE application_short_links (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    code_hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE applications (
    id bigint NOT NULL,
    contractor_id integer NOT NULL,
    page_id integer NOT NULL,
    source application_source NOT NULL,
    token_hash text NOT NULL,
    reference text NOT NULL,
    draft jsonb DEFAULT '{}'::jsonb NOT NULL,
    applicant_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    credit_band credit_band,
    requested_amount_cents bigint,
    project text DEFAULT ''::text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    consent_at timestamp with time zone,
    consent_version text,
    address inet,
    answered_at timestamp with time zone,
    has_offers boolean DEFAULT false NOT NULL,
    is_qualified boolean DEFAULT false NOT NULL,
    information_requested_at timestamp with time zone,
    approved_at timestamp with time zone,
    funded_at timestamp with time zone,
    flags text[] DEFAULT '{}'::text[] NOT NULL,
    information_wanted jsonb,
    withdrawn_at timestamp with time zone,
    choices integer DEFAULT 0 NOT NULL,
    invited_offer_id bigint,
    project_address text DEFAULT ''::text NOT NULL,
    anonymised_at timestamp with time zone,
    person_key text,
    monthly_budget_cents bigint,
    language text DEFAULT 'en'::text NOT NULL,
    texts_agreed_at timestamp with time zone,
    joined_to bigint,
    contested_at timestamp with time zone,
    proven_by text,
    confirmed_at timestamp with time zone,
    flags_reviewed_at timestamp with time zone,
    words text GENERATED ALWAYS AS (left(fold_search(applicant_name || ' ' || email || ' ' || phone || ' ' || city), 600)) STORED NOT NULL
);

ALTER TABLE applications ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME applications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE audit_chain (
    "position" bigint NOT NULL,
    entry_id bigint NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL
);

CREATE TABLE audit_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id integer,
    user_id integer,
    contractor_id integer DEFAULT 0 NOT NULL,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    address inet
);

ALTER TABLE audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE audit_unchained (
    entry_id bigint NOT NULL
);

CREATE TABLE call_counters (
    key text NOT NULL,
    count integer NOT NULL,
    resets_at timestamp with time zone NOT NULL
);

CREATE TABLE cards (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    gateway text NOT NULL,
    payment_method_id text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    cardholder_name text NOT NULL,
    zip_code text NOT NULL,
    expire_month smallint NOT NULL,
    expire_year smallint NOT NULL,
    added_at timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone
);

ALTER TABLE cards ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME cards_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE co_branded_pages (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    page_name text NOT NULL,
    company_name text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    logo_key text,
    logo_link_url text DEFAULT ''::text NOT NULL,
    fd_agreement boolean DEFAULT false NOT NULL,
    heloc_offer boolean DEFAULT false NOT NULL,
    concierge boolean DEFAULT false NOT NULL,
    cc_acceptance credit_card_answer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE co_branded_pages ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME co_branded_pages_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE commission_runs (
    month date NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    booked integer DEFAULT 0 NOT NULL
);

CREATE TABLE commissions (
    id bigint NOT NULL,
    contractor_id integer NOT NULL,
    type commission_type NOT NULL,
    source text NOT NULL,
    user_name text DEFAULT ''::text NOT NULL,
    company_name text DEFAULT ''::text NOT NULL,
    amount_cents bigint NOT NULL,
    funded_amount_cents bigint,
    earned_at timestamp with time zone NOT NULL,
    booked_at timestamp with time zone NOT NULL,
    month date NOT NULL,
    application_id bigint,
    friend_id integer,
    payout_id integer,
    takes_back_id bigint,
    on_hold boolean DEFAULT false NOT NULL
);

ALTER TABLE commissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME commissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE company_exports (
    contractor_id integer NOT NULL,
    export_id uuid NOT NULL,
    state text NOT NULL,
    asked_by integer NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    file_key text,
    bytes bigint,
    ready_at timestamp with time zone,
    expires_at timestamp with time zone
);

CREATE TABLE consent_texts (
    contractor_id integer NOT NULL,
    hash text NOT NULL,
    text text NOT NULL
);

CREATE TABLE contractor_column_choices (
    user_id integer NOT NULL,
    columns text[] NOT NULL
);

CREATE TABLE contractor_views (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    columns text[] NOT NULL,
    "order" text NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

ALTER TABLE contractor_views ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME contractor_views_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE contractors (
    id integer NOT NULL,
    company_name text NOT NULL,
    company_address text DEFAULT ''::text NOT NULL,
    website_url text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    plan_id integer,
    payment_status payment_status DEFAULT 'Unpaid'::payment_status NOT NULL,
    manager_id integer,
    owner_id integer,
    activation_error boolean DEFAULT false NOT NULL,
    agreement_accepted_at timestamp with time zone,
    quiz jsonb,
    registered_at timestamp with time zone NOT NULL,
    activated_at timestamp with time zone,
    max_team_users integer,
    partner_id integer,
    referral_id integer,
    referral_code text,
    cp_activation text GENERATED ALWAYS AS (
CASE
    WHEN (activated_at IS NOT NULL) THEN 'Yes'::text
    WHEN activation_error THEN 'Error'::text
    ELSE 'No'::text
END) STORED NOT NULL,
    lead_id bigint,
    w9_status text DEFAULT 'Not found'::text NOT NULL,
    w9_full_name text DEFAULT ''::text NOT NULL,
    w9_company_name text DEFAULT ''::text NOT NULL,
    w9_is_ssn boolean,
    w9_skip_differences boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    license_number text DEFAULT ''::text NOT NULL,
    w9_is_different boolean GENERATED ALWAYS AS (((w9_status <> 'Not found'::text) AND (((name_key(fold_search(w9_full_name)) <> name_key(fold_search(((first_name || ' '::text) || last_name)))) AND (name_key(fold_search(w9_full_name)) <> name_key(fold_search(company_name)))) OR ((btrim(w9_company_name) <> ''::text) AND (name_key(fold_search(w9_company_name)) <> name_key(fold_search(company_name))))))) STORED NOT NULL,
    time_zone text DEFAULT ''::text NOT NULL,
    CONSTRAINT contractors_one_program CHECK (((partner_id IS NULL) OR (referral_id IS NULL)))
);

ALTER TABLE contractors ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME contractors_id_seq
    START WITH 10000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE customer_applications (
    contractor_id integer NOT NULL,
    application_id bigint NOT NULL,
    customer_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE customer_events (
    contractor_id integer NOT NULL,
    customer_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    actor_id integer,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE customer_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME customer_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE customer_imports (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    file_name text NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id integer NOT NULL,
    added integer NOT NULL,
    filled integer NOT NULL,
    skipped integer NOT NULL,
    undone_at timestamp with time zone,
    fills jsonb DEFAULT '[]'::jsonb NOT NULL
);

ALTER TABLE customer_imports ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME customer_imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE customers (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    street text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    zip text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    origin text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by integer,
    updated_at timestamp with time zone NOT NULL,
    active_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    archived_at timestamp with time zone,
    merged_into bigint,
    anonymised_at timestamp with time zone,
    tag_words text DEFAULT ''::text NOT NULL,
    import_id bigint,
    words text GENERATED ALWAYS AS (fold_search(name || ' ' || email || ' ' || phone || ' ' || street || ' ' || city || ' ' || state || ' ' || zip || ' ' || tag_words)) STORED NOT NULL
);

ALTER TABLE customers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME customers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE database_claim (
    one boolean DEFAULT true NOT NULL,
    id uuid NOT NULL,
    place text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);

CREATE TABLE disputes (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    payment_id integer NOT NULL,
    charge_id text NOT NULL,
    gateway text NOT NULL,
    dispute_id text NOT NULL,
    state dispute_state NOT NULL,
    is_inquiry boolean NOT NULL,
    amount_cents bigint NOT NULL,
    withdrawn_cents bigint DEFAULT 0 NOT NULL,
    fee_cents bigint DEFAULT 0 NOT NULL,
    reason text NOT NULL,
    respond_by timestamp with time zone,
    opened_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    reported_at timestamp with time zone NOT NULL
);

ALTER TABLE disputes ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME disputes_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE document_defaults (
    contractor_id integer NOT NULL,
    kind text NOT NULL,
    tax_rate integer DEFAULT 0 NOT NULL,
    days integer,
    license text DEFAULT ''::text NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    terms text DEFAULT ''::text NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    saved_by integer NOT NULL
);

CREATE TABLE document_events (
    contractor_id integer NOT NULL,
    document_id bigint NOT NULL,
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    actor_id integer,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE document_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME document_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE document_links (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    document_id bigint NOT NULL,
    salt text NOT NULL,
    code_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);

ALTER TABLE document_links ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME document_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE document_numbers (
    contractor_id integer NOT NULL,
    kind text NOT NULL,
    next bigint NOT NULL
);

CREATE TABLE document_payments (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    document_id bigint NOT NULL,
    method text NOT NULL,
    amount_cents bigint NOT NULL,
    paid_on date NOT NULL,
    check_number text DEFAULT ''::text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    application_id bigint,
    offer_id bigint,
    lender_name text DEFAULT ''::text NOT NULL,
    entered_at timestamp with time zone NOT NULL,
    entered_by integer,
    taken_back_at timestamp with time zone,
    taken_back_by integer,
    taken_back_reason text DEFAULT ''::text NOT NULL
);

ALTER TABLE document_payments ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME document_payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE document_revisions (
    contractor_id integer NOT NULL,
    document_id bigint NOT NULL,
    revision integer NOT NULL,
    content jsonb NOT NULL,
    facts jsonb NOT NULL,
    total_cents bigint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    sent_by integer,
    file_key text,
    signed_file_key text,
    signed_at timestamp with time zone,
    signed_name text DEFAULT ''::text NOT NULL,
    signed_address inet,
    signed_user_agent text DEFAULT ''::text NOT NULL,
    signed_language text,
    signed_words text DEFAULT ''::text NOT NULL,
    declined_at timestamp with time zone,
    decline_reason text DEFAULT ''::text NOT NULL
);

CREATE TABLE documents (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    number bigint,
    status text DEFAULT 'draft'::text NOT NULL,
    customer_id bigint,
    page_id integer,
    content jsonb NOT NULL,
    sent_revision integer DEFAULT 0 NOT NULL,
    has_unsent_changes boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    customer_name text DEFAULT ''::text NOT NULL,
    project_name text DEFAULT ''::text NOT NULL,
    total_cents bigint DEFAULT 0 NOT NULL,
    paid_cents bigint DEFAULT 0 NOT NULL,
    balance_cents bigint DEFAULT 0 NOT NULL,
    issued_on date,
    due_on date,
    valid_until date,
    words text DEFAULT ''::text NOT NULL,
    estimate_id bigint,
    created_at timestamp with time zone NOT NULL,
    created_by integer,
    updated_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    viewed_at timestamp with time zone,
    answered_at timestamp with time zone,
    voided_at timestamp with time zone,
    void_reason text DEFAULT ''::text NOT NULL,
    anonymised_at timestamp with time zone
);

ALTER TABLE documents ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME documents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE email_categories (
    id integer NOT NULL,
    category text NOT NULL
);

ALTER TABLE email_categories ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME email_categories_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE email_events (
    id integer NOT NULL,
    type text NOT NULL,
    built_in boolean DEFAULT false NOT NULL
);

ALTER TABLE email_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME email_events_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE email_messages (
    id bigint NOT NULL,
    key text NOT NULL,
    event text NOT NULL,
    contractor_id integer DEFAULT 0 NOT NULL,
    status email_status DEFAULT 'queued'::email_status NOT NULL,
    payload text,
    message_id text NOT NULL,
    "from" text,
    "to" text,
    bcc text,
    subject text,
    html text,
    text text,
    unsubscribe_url text,
    attempts integer DEFAULT 0 NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    built_in_reason text,
    anonymised_at timestamp with time zone,
    reply_to text
);

ALTER TABLE email_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME email_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE email_template_versions (
    template_id integer NOT NULL,
    version integer NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    saved_by integer
);

CREATE TABLE email_templates (
    id integer NOT NULL,
    event_id integer NOT NULL,
    type smallint NOT NULL,
    subject text NOT NULL,
    "from" text,
    "to" text NOT NULL,
    bcc text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    category_id integer,
    description text DEFAULT ''::text NOT NULL,
    enabled boolean NOT NULL,
    unsubscribe boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    last_edit timestamp with time zone NOT NULL,
    last_edit_by integer
);

ALTER TABLE email_templates ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME email_templates_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE erasures (
    hash text NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE files (
    key text NOT NULL,
    content_type text NOT NULL,
    bytes integer NOT NULL,
    is_public boolean DEFAULT false NOT NULL,
    contractor_id integer,
    original_name text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seconds double precision
);

CREATE TABLE gateway_customers (
    contractor_id integer NOT NULL,
    gateway text NOT NULL,
    customer_id text NOT NULL
);

CREATE TABLE gateway_events (
    id text NOT NULL,
    gateway text NOT NULL,
    type text NOT NULL,
    content jsonb NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL,
    processed_at timestamp with time zone,
    problem text DEFAULT ''::text NOT NULL
);

CREATE TABLE guarantee_claims (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    application_ids bigint[] NOT NULL,
    opened_by integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    decided_by integer,
    decided_at timestamp with time zone,
    note text DEFAULT ''::text NOT NULL,
    refund_id integer
);

ALTER TABLE guarantee_claims ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME guarantee_claims_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE homeowner_documents (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    application_id bigint NOT NULL,
    request_id bigint NOT NULL,
    reference text NOT NULL,
    name text NOT NULL,
    content_type homeowner_document_type NOT NULL,
    bytes integer NOT NULL,
    sha256 text NOT NULL,
    file_key text,
    sealed_key text,
    state homeowner_document_state DEFAULT 'waiting'::homeowner_document_state NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    uploaded_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    decided_at timestamp with time zone
);

ALTER TABLE homeowner_documents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME homeowner_documents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE idempotency_keys (
    caller text NOT NULL,
    key text NOT NULL,
    endpoint text NOT NULL,
    request_hash text NOT NULL,
    status smallint,
    answer jsonb,
    user_id integer,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

CREATE TABLE job_workers (
    id text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);

CREATE TABLE lead_distribution_sets (
    id integer NOT NULL,
    title text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by integer
);

ALTER TABLE lead_distribution_sets ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME lead_distribution_sets_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE lead_first_touches (
    id integer NOT NULL,
    value text NOT NULL,
    is_showing boolean DEFAULT true NOT NULL
);

ALTER TABLE lead_first_touches ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME lead_first_touches_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE lead_set_owners (
    set_id integer NOT NULL,
    manager_id integer NOT NULL,
    percent integer NOT NULL,
    credit integer DEFAULT 0 NOT NULL,
    CONSTRAINT lead_set_owners_credit CHECK (((credit >= '-99'::integer) AND (credit <= 99))),
    CONSTRAINT lead_set_owners_percent CHECK (((percent >= 1) AND (percent <= 100)))
);

CREATE TABLE lead_sources (
    id integer NOT NULL,
    value text NOT NULL,
    link_id text DEFAULT ''::text NOT NULL,
    is_showing boolean DEFAULT true NOT NULL,
    set_id integer,
    CONSTRAINT lead_sources_link_id_digits CHECK ((link_id ~ '^[0-9]{0,9}$'::text))
);

ALTER TABLE lead_sources ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME lead_sources_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE leads (
    id bigint NOT NULL,
    contractor_id integer NOT NULL,
    source_id integer NOT NULL,
    first_touch_id integer,
    owner_id integer,
    set_id integer,
    created_at timestamp with time zone NOT NULL,
    created_by integer,
    crm_took_at timestamp with time zone
);

ALTER TABLE leads ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME leads_id_seq
    START WITH 100000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ledger_entries (
    id bigint NOT NULL,
    source text NOT NULL,
    contractor_id integer NOT NULL,
    account ledger_account NOT NULL,
    kind ledger_kind NOT NULL,
    amount_cents bigint NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    booked_at timestamp with time zone NOT NULL
);

ALTER TABLE ledger_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ledger_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE legal_texts (
    kind legal_kind NOT NULL,
    version integer NOT NULL,
    effective_from date NOT NULL,
    effective_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone NOT NULL,
    published_by integer,
    text_en text NOT NULL,
    text_es text NOT NULL,
    hash_en text NOT NULL,
    hash_es text NOT NULL
);

CREATE TABLE lender_events (
    id text NOT NULL,
    network text NOT NULL,
    application_id bigint NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    contractor_id integer NOT NULL
);

CREATE TABLE lender_requests (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    application_id bigint NOT NULL,
    offer_id bigint NOT NULL,
    reference text NOT NULL,
    kind lender_request_kind NOT NULL,
    what text NOT NULL,
    how text NOT NULL,
    until timestamp with time zone,
    state lender_request_state DEFAULT 'open'::lender_request_state NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

ALTER TABLE lender_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME lender_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE link_limits (
    contractor_id integer NOT NULL,
    a_day integer,
    saved_at timestamp with time zone NOT NULL,
    saved_by integer NOT NULL
);

CREATE TABLE link_sends (
    contractor_id integer NOT NULL,
    link_id bigint NOT NULL,
    n smallint NOT NULL,
    kind text NOT NULL,
    code_hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    by integer,
    to_hash text,
    confirmed text,
    state text NOT NULL,
    settled_at timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL
);

CREATE TABLE mail_events (
    id text NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE managers (
    id integer NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    phones text[] DEFAULT '{}'::text[] NOT NULL
);

ALTER TABLE managers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME managers_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE marketing_template_versions (
    template_id integer NOT NULL,
    version integer NOT NULL,
    description text NOT NULL,
    body text NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    saved_by integer
);

CREATE TABLE marketing_templates (
    id integer NOT NULL,
    kind marketing_template_kind NOT NULL,
    title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    social_media social_media,
    content_type content_type,
    engine render_engine DEFAULT 'chromium'::render_engine NOT NULL,
    engine_reason text,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    last_edit timestamp with time zone NOT NULL,
    last_edit_by integer
);

ALTER TABLE marketing_templates ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME marketing_templates_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE notification_preferences (
    user_id integer NOT NULL,
    option_key text NOT NULL
);

CREATE TABLE offers (
    id bigint NOT NULL,
    application_id bigint NOT NULL,
    contractor_id integer NOT NULL,
    reference text NOT NULL,
    kind offer_kind NOT NULL,
    lender_name text NOT NULL,
    amount_cents bigint NOT NULL,
    apr_basis_points integer,
    term_months integer,
    monthly_payment_cents bigint,
    is_qualified boolean DEFAULT false NOT NULL,
    received_at timestamp with time zone NOT NULL,
    chosen_at timestamp with time zone,
    approved_at timestamp with time zone,
    funded_at timestamp with time zone,
    funded_amount_cents bigint,
    replaced_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    rate_type text,
    later_apr_basis_points integer,
    fees_cents bigint,
    secured_by_home boolean,
    lender_phone text DEFAULT ''::text NOT NULL
);

ALTER TABLE offers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME offers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE page_flyers (
    page_id integer NOT NULL,
    contractor_id integer NOT NULL,
    company_name text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    ext_phone text DEFAULT ''::text NOT NULL,
    website_url text DEFAULT ''::text NOT NULL,
    qr_code_backside qr_code_option DEFAULT 'Co-branded page'::qr_code_option NOT NULL,
    logo_key text,
    has_no_logo boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    language text DEFAULT 'en'::text NOT NULL
);

CREATE TABLE page_names (
    contractor_id integer NOT NULL,
    name text NOT NULL,
    page_id integer NOT NULL
);

CREATE TABLE passkeys (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    synced boolean NOT NULL,
    session_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

ALTER TABLE passkeys ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME passkeys_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE payment_attempts (
    id integer NOT NULL,
    payment_id integer NOT NULL,
    contractor_id integer NOT NULL,
    card_id integer NOT NULL,
    kind attempt_kind NOT NULL,
    state attempt_state DEFAULT 'started'::attempt_state NOT NULL,
    amount_cents bigint NOT NULL,
    gateway text NOT NULL,
    idempotency_key text NOT NULL,
    intent_id text,
    failure_code text DEFAULT ''::text NOT NULL,
    failure_message text DEFAULT ''::text NOT NULL,
    user_id integer,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

ALTER TABLE payment_attempts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME payment_attempts_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE payments (
    id integer NOT NULL,
    number text NOT NULL,
    contractor_id integer NOT NULL,
    subscription_id integer NOT NULL,
    term smallint NOT NULL,
    installment smallint NOT NULL,
    descriptions text[] NOT NULL,
    amount_cents bigint NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    state payment_state DEFAULT 'Upcoming'::payment_state NOT NULL,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    failure_code text DEFAULT ''::text NOT NULL,
    failure_message text DEFAULT ''::text NOT NULL,
    automatic_tries smallint DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    voided_at timestamp with time zone,
    charge_id text,
    lost_cents bigint DEFAULT 0 NOT NULL,
    CONSTRAINT payments_lost CHECK (((lost_cents >= 0) AND (lost_cents <= amount_cents))),
    CONSTRAINT payments_refunded CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)))
);

ALTER TABLE payments ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME payments_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE payout_methods (
    contractor_id integer NOT NULL,
    acc_holder_name text NOT NULL,
    bank_name text NOT NULL,
    routing_sealed text NOT NULL,
    routing_last4 text NOT NULL,
    account_sealed text NOT NULL,
    account_last4 text NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    changed_by integer NOT NULL,
    held_until timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    account_type text DEFAULT 'Checking'::text NOT NULL,
    return_code text DEFAULT ''::text NOT NULL
);

CREATE TABLE payout_runs (
    id integer NOT NULL,
    month date NOT NULL,
    prepared_by integer,
    prepared_at timestamp with time zone NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    total_cents bigint DEFAULT 0 NOT NULL,
    confirmed_by integer,
    confirmed_at timestamp with time zone,
    effective_on date,
    file_sealed text NOT NULL,
    downloaded_by integer,
    downloaded_at timestamp with time zone,
    released_by integer,
    released_at timestamp with time zone,
    canceled_by integer,
    canceled_at timestamp with time zone,
    left_out jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT payout_runs_end CHECK (((released_at IS NULL) OR (canceled_at IS NULL))),
    CONSTRAINT payout_runs_file CHECK (((file_sealed <> ''::text) = (released_at IS NOT NULL)))
);

ALTER TABLE payout_runs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME payout_runs_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE payouts (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    month date NOT NULL,
    amount_cents bigint NOT NULL,
    state payout_state NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    run_id integer,
    trace_number text,
    account_last4 text DEFAULT ''::text NOT NULL,
    return_code text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    paid_at timestamp with time zone,
    returned_at timestamp with time zone,
    canceled_at timestamp with time zone,
    changed_at timestamp with time zone,
    examined_at timestamp with time zone,
    prepared_cents bigint,
    prepared_details integer
);

ALTER TABLE payouts ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME payouts_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE plan_roles (
    plan_id integer NOT NULL,
    role_id integer NOT NULL
);

CREATE TABLE plans (
    id integer NOT NULL,
    name text NOT NULL,
    tier tier NOT NULL,
    price_cents bigint NOT NULL,
    opportunities opportunity[] DEFAULT '{}'::opportunity[] NOT NULL,
    description text[] DEFAULT '{}'::text[] NOT NULL,
    stripe_id text NOT NULL,
    associated_stripe_id text DEFAULT ''::text NOT NULL,
    installment_intervals_count smallint DEFAULT 1 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    visibility text DEFAULT 'hidden'::text NOT NULL
);

ALTER TABLE plans ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME plans_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE privacy_requests (
    id integer NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'unproven'::text NOT NULL,
    email text NOT NULL,
    page_id integer,
    created_at timestamp with time zone NOT NULL,
    secret_hash text,
    secret_expires_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone,
    due_at timestamp with time zone,
    extended_at timestamp with time zone,
    extension_reason text DEFAULT ''::text NOT NULL,
    decided_at timestamp with time zone,
    decided_by integer,
    reason text DEFAULT ''::text NOT NULL,
    outcome jsonb,
    waits boolean DEFAULT false NOT NULL,
    copy_sealed text,
    copy_hash text,
    copy_expires_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    matches jsonb DEFAULT '{}'::jsonb NOT NULL
);

ALTER TABLE privacy_requests ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME privacy_requests_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE push_devices (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    user_id integer NOT NULL,
    session_id uuid NOT NULL,
    subscription text NOT NULL,
    endpoint_hash text NOT NULL,
    user_agent text NOT NULL,
    kinds text[] NOT NULL,
    added_at timestamp with time zone NOT NULL,
    last_sent_at timestamp with time zone
);

ALTER TABLE push_devices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME push_devices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE push_sends (
    contractor_id integer NOT NULL,
    device_id bigint NOT NULL,
    key text NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    settled_at timestamp with time zone
);

CREATE TABLE reconciliations (
    id integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    user_id integer,
    checked integer DEFAULT 0 NOT NULL,
    differences jsonb DEFAULT '[]'::jsonb NOT NULL,
    problem text DEFAULT ''::text NOT NULL
);

ALTER TABLE reconciliations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME reconciliations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE recovery_codes (
    user_id integer NOT NULL,
    hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE refresh_tokens (
    hash text NOT NULL,
    session_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE refunds (
    id integer NOT NULL,
    payment_id integer NOT NULL,
    contractor_id integer NOT NULL,
    amount_cents bigint NOT NULL,
    reason text NOT NULL,
    state attempt_state DEFAULT 'started'::attempt_state NOT NULL,
    gateway text NOT NULL,
    idempotency_key text NOT NULL,
    refund_id text,
    failure_message text DEFAULT ''::text NOT NULL,
    user_id integer,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    charge_id text DEFAULT ''::text NOT NULL
);

ALTER TABLE refunds ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME refunds_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE renewal_notices (
    contractor_id integer NOT NULL,
    subscription_id integer NOT NULL,
    term smallint NOT NULL,
    number smallint NOT NULL,
    kind text NOT NULL,
    old_price_cents bigint NOT NULL,
    new_price_cents bigint NOT NULL,
    holds_from timestamp with time zone NOT NULL,
    told_at timestamp with time zone NOT NULL,
    installments smallint
);

CREATE TABLE retention_runs (
    id integer NOT NULL,
    dry boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    asked_by integer,
    parts jsonb DEFAULT '[]'::jsonb NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL
);

ALTER TABLE retention_runs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME retention_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE role_privileges (
    role_id integer NOT NULL,
    resource text NOT NULL,
    code text NOT NULL
);

CREATE TABLE roles (
    id integer NOT NULL,
    local_role text NOT NULL,
    name text NOT NULL,
    audience role_audience DEFAULT 'staff'::role_audience NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE roles ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME roles_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE sandbox_answers (
    key text NOT NULL,
    request_hash text NOT NULL,
    answer jsonb
);

CREATE TABLE sandbox_cards (
    id text NOT NULL,
    customer_id text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    expire_month integer NOT NULL,
    expire_year integer NOT NULL,
    behavior text NOT NULL,
    detached_at timestamp with time zone
);

CREATE TABLE sandbox_customers (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    reference text NOT NULL,
    deleted_at timestamp with time zone
);

CREATE TABLE sandbox_disputes (
    id text NOT NULL,
    intent_id text NOT NULL,
    amount_cents bigint NOT NULL,
    fee_cents bigint NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone
);

CREATE TABLE sandbox_intents (
    id text NOT NULL,
    idempotency_key text NOT NULL,
    customer_id text NOT NULL,
    card_id text NOT NULL,
    amount_cents bigint NOT NULL,
    status text NOT NULL,
    failure_code text DEFAULT ''::text NOT NULL,
    failure_message text DEFAULT ''::text NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    return_url text DEFAULT ''::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    off_session boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE sandbox_refunds (
    id text NOT NULL,
    idempotency_key text NOT NULL,
    intent_id text NOT NULL,
    amount_cents bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE saved_items (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    description text NOT NULL,
    unit_price_cents bigint NOT NULL,
    is_taxable boolean NOT NULL,
    archived_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    details text DEFAULT ''::text NOT NULL
);

ALTER TABLE saved_items ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME saved_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE sent_links (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    customer_id bigint NOT NULL,
    page_id integer NOT NULL,
    channel text NOT NULL,
    language text NOT NULL,
    amount_cents bigint,
    name text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by integer,
    reply_to text DEFAULT ''::text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    sends smallint DEFAULT 1 NOT NULL,
    last_send smallint DEFAULT 1 NOT NULL,
    send_state text NOT NULL,
    leaves_at timestamp with time zone,
    reason text DEFAULT ''::text NOT NULL,
    sent_at timestamp with time zone,
    delivered_at timestamp with time zone,
    failed_at timestamp with time zone,
    opened_at timestamp with time zone,
    opens integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone,
    submitted_at timestamp with time zone,
    application_id bigint,
    canceled_at timestamp with time zone,
    reminder text DEFAULT 'none'::text NOT NULL,
    reminds_at timestamp with time zone,
    reminded_at timestamp with time zone,
    reminder_reason text DEFAULT ''::text NOT NULL,
    anonymised_at timestamp with time zone
);

ALTER TABLE sent_links ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME sent_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE sessions (
    id uuid NOT NULL,
    user_id integer NOT NULL,
    switched_user_id integer,
    switched_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    user_agent text NOT NULL,
    address inet,
    keep boolean DEFAULT true NOT NULL,
    proven_at timestamp with time zone
);

CREATE TABLE settings (
    id integer NOT NULL,
    name text NOT NULL,
    value jsonb NOT NULL,
    user_id integer,
    last_edit timestamp with time zone NOT NULL
);

ALTER TABLE settings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME settings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE sign_in_failures (
    key text NOT NULL,
    failures integer NOT NULL,
    last_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone
);

CREATE TABLE sign_up_links (
    secret_hash text NOT NULL,
    email text NOT NULL,
    draft text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    used_by text,
    asked_by text DEFAULT ''::text NOT NULL
);

CREATE TABLE sign_ups (
    token_hash text NOT NULL,
    contractor_id integer,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    email text DEFAULT ''::text NOT NULL,
    company_name text DEFAULT ''::text NOT NULL,
    plan_name text DEFAULT ''::text NOT NULL,
    subscription_id integer,
    attempt integer DEFAULT 0 NOT NULL,
    busy_since timestamp with time zone,
    request_hash text DEFAULT ''::text NOT NULL,
    outcome jsonb,
    confirmed_at timestamp with time zone,
    ended_at timestamp with time zone
);

CREATE TABLE spent_challenges (
    hash text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE staff_visits (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    user_id integer NOT NULL,
    actor_id integer NOT NULL,
    session_id uuid NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);

ALTER TABLE staff_visits ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME staff_visits_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE subscriptions (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    plan_id integer NOT NULL,
    state subscription_state DEFAULT 'pending'::subscription_state NOT NULL,
    price_cents bigint NOT NULL,
    discount_percent smallint DEFAULT 0 NOT NULL,
    installments smallint NOT NULL,
    term smallint DEFAULT 1 NOT NULL,
    installments_billed smallint DEFAULT 0 NOT NULL,
    term_start timestamp with time zone NOT NULL,
    term_end timestamp with time zone NOT NULL,
    next_billing_at timestamp with time zone,
    cancel_at_term_end boolean DEFAULT false NOT NULL,
    started_at timestamp with time zone NOT NULL,
    canceled_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    next_plan_id integer,
    replaces jsonb
);

ALTER TABLE subscriptions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME subscriptions_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE text_messages (
    contractor_id integer NOT NULL,
    id bigint NOT NULL,
    key text NOT NULL,
    about text NOT NULL,
    status text_status DEFAULT 'queued'::text_status NOT NULL,
    "to" text,
    payload text,
    body text,
    encoding text NOT NULL,
    segments smallint NOT NULL,
    provider text,
    provider_id text,
    attempts integer DEFAULT 0 NOT NULL,
    unclear_since timestamp with time zone,
    due_at timestamp with time zone,
    reason text,
    created_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone,
    anonymised_at timestamp with time zone
);

ALTER TABLE text_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME text_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE text_replies (
    id text NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE text_stops (
    number text NOT NULL,
    stopped_at timestamp with time zone NOT NULL,
    source stop_source NOT NULL
);

CREATE TABLE training_categories (
    id integer NOT NULL,
    type training_category_type NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "position" integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by integer,
    CONSTRAINT training_categories_position CHECK ((("position" >= 1) AND ("position" <= 999)))
);

ALTER TABLE training_categories ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME training_categories_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE training_materials (
    id integer NOT NULL,
    category_id integer NOT NULL,
    name text NOT NULL,
    content text DEFAULT ''::text NOT NULL,
    "position" integer NOT NULL,
    video_type training_video_type,
    youtube_id text DEFAULT ''::text NOT NULL,
    video_url text DEFAULT ''::text NOT NULL,
    video_key text,
    image_key text,
    track_key text,
    minutes integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    updated_by integer,
    CONSTRAINT training_materials_position CHECK ((("position" >= 1) AND ("position" <= 999)))
);

ALTER TABLE training_materials ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME training_materials_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE training_progress (
    user_id integer NOT NULL,
    material_id integer NOT NULL,
    status training_video_status NOT NULL,
    "time" double precision NOT NULL,
    duration double precision NOT NULL,
    watched nummultirange NOT NULL,
    watched_seconds double precision NOT NULL,
    percent integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE undeliverable_addresses (
    id integer NOT NULL,
    email text NOT NULL,
    reason undeliverable_reason NOT NULL,
    detail text NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    count integer DEFAULT 1 NOT NULL
);

ALTER TABLE undeliverable_addresses ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME undeliverable_addresses_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE unsubscribers (
    id integer NOT NULL,
    email text NOT NULL,
    date timestamp with time zone NOT NULL,
    source unsubscribe_source NOT NULL
);

ALTER TABLE unsubscribers ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME unsubscribers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE user_roles (
    user_id integer NOT NULL,
    role_id integer NOT NULL
);

CREATE TABLE users (
    id integer NOT NULL,
    kind user_kind NOT NULL,
    contractor_id integer,
    email text NOT NULL,
    password_hash text,
    firstname text NOT NULL,
    lastname text NOT NULL,
    team_access team_access,
    team_resources text[] DEFAULT '{}'::text[] NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone,
    removed_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE users ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME users_id_seq
    START WITH 1000
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE w9_forms (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    state w9_state DEFAULT 'Pending'::w9_state NOT NULL,
    full_name text NOT NULL,
    company_name text DEFAULT ''::text NOT NULL,
    is_ssn boolean NOT NULL,
    tin_sealed text DEFAULT ''::text NOT NULL,
    tin_last4 text DEFAULT ''::text NOT NULL,
    fields jsonb DEFAULT '{}'::jsonb NOT NULL,
    file_key text NOT NULL,
    signature text NOT NULL,
    signed_at timestamp with time zone NOT NULL,
    signed_from inet,
    submitted_by integer NOT NULL,
    skip_differences boolean DEFAULT false NOT NULL,
    reviewed_by integer,
    reviewed_at timestamp with time zone,
    replaced_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    copy_key text DEFAULT ''::text NOT NULL,
    text_hash text DEFAULT ''::text NOT NULL,
    reason text DEFAULT ''::text NOT NULL
);

ALTER TABLE w9_forms ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME w9_forms_id_seq
    START WITH 100
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE widget_sightings (
    id integer NOT NULL,
    contractor_id integer NOT NULL,
    page_id integer NOT NULL,
    widget widget_kind NOT NULL,
    site text NOT NULL,
    first_seen timestamp with time zone NOT NULL,
    last_seen timestamp with time zone NOT NULL
);

ALTER TABLE widget_sightings ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME widget_sightings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE widget_sites (
    contractor_id integer NOT NULL,
    origin text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (id);

ALTER TABLE account_preferences
    ADD CONSTRAINT account_preferences_user_id_key_pk PRIMARY KEY (user_id, key);

ALTER TABLE agreement_acceptances
    ADD CONSTRAINT agreement_acceptances_pkey PRIMARY KEY (id);

ALTER TABLE app_factors
    ADD CONSTRAINT app_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE application_consents
    ADD CONSTRAINT application_consents_contractor_id_application_id_id_pk PRIMARY KEY (contractor_id, application_id, id);

ALTER TABLE application_exports
    ADD CONSTRAINT application_exports_contractor_id_export_id_pk PRIMARY KEY (contractor_id, export_id);

ALTER TABLE application_follow_ups
    ADD CONSTRAINT application_follow_ups_contractor_id_application_id_pk PRIMARY KEY (contractor_id, application_id);

ALTER TABLE application_keys
    ADD CONSTRAINT application_keys_contractor_id_application_id_token_hash_pk PRIMARY KEY (contractor_id, application_id, token_hash);

ALTER TABLE application_notes
    ADD CONSTRAINT application_notes_contractor_id_application_id_id_pk PRIMARY KEY (contractor_id, application_id, id);

ALTER TABLE application_short_links
    ADD CONSTRAINT application_short_links_contractor_id_application_id_code_hash_ PRIMARY KEY (contractor_id, application_id, code_hash);

ALTER TABLE applications
    ADD CONSTRAINT applications_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE audit_chain
    ADD CONSTRAINT audit_chain_entry_id_unique UNIQUE (entry_id);

ALTER TABLE audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY ("position");

ALTER TABLE audit_log
    ADD CONSTRAINT audit_log_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE audit_unchained
    ADD CONSTRAINT audit_unchained_pkey PRIMARY KEY (entry_id);

ALTER TABLE call_counters
    ADD CONSTRAINT call_counters_pkey PRIMARY KEY (key);

ALTER TABLE cards
    ADD CONSTRAINT cards_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE co_branded_pages
    ADD CONSTRAINT co_branded_pages_page_name_unique UNIQUE (page_name);

ALTER TABLE co_branded_pages
    ADD CONSTRAINT co_branded_pages_pkey PRIMARY KEY (id);

ALTER TABLE commission_runs
    ADD CONSTRAINT commission_runs_pkey PRIMARY KEY (month);

ALTER TABLE commissions
    ADD CONSTRAINT commissions_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE company_exports
    ADD CONSTRAINT company_exports_pkey PRIMARY KEY (contractor_id);

ALTER TABLE consent_texts
    ADD CONSTRAINT consent_texts_contractor_id_hash_pk PRIMARY KEY (contractor_id, hash);

ALTER TABLE contractor_column_choices
    ADD CONSTRAINT contractor_column_choices_pkey PRIMARY KEY (user_id);

ALTER TABLE contractor_views
    ADD CONSTRAINT contractor_views_pkey PRIMARY KEY (id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_lead_id_unique UNIQUE (lead_id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_pkey PRIMARY KEY (id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_referral_code_unique UNIQUE (referral_code);

ALTER TABLE customer_applications
    ADD CONSTRAINT customer_applications_contractor_id_application_id_pk PRIMARY KEY (contractor_id, application_id);

ALTER TABLE customer_events
    ADD CONSTRAINT customer_events_contractor_id_customer_id_id_pk PRIMARY KEY (contractor_id, customer_id, id);

ALTER TABLE customer_imports
    ADD CONSTRAINT customer_imports_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE customers
    ADD CONSTRAINT customers_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE database_claim
    ADD CONSTRAINT database_claim_pkey PRIMARY KEY (one);

ALTER TABLE disputes
    ADD CONSTRAINT disputes_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE document_defaults
    ADD CONSTRAINT document_defaults_contractor_id_kind_pk PRIMARY KEY (contractor_id, kind);

ALTER TABLE document_events
    ADD CONSTRAINT document_events_contractor_id_document_id_id_pk PRIMARY KEY (contractor_id, document_id, id);

ALTER TABLE document_links
    ADD CONSTRAINT document_links_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE document_numbers
    ADD CONSTRAINT document_numbers_contractor_id_kind_pk PRIMARY KEY (contractor_id, kind);

ALTER TABLE document_payments
    ADD CONSTRAINT document_payments_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE document_revisions
    ADD CONSTRAINT document_revisions_contractor_id_document_id_revision_pk PRIMARY KEY (contractor_id, document_id, revision);

ALTER TABLE documents
    ADD CONSTRAINT documents_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE email_categories
    ADD CONSTRAINT email_categories_category_unique UNIQUE (category);

ALTER TABLE email_categories
    ADD CONSTRAINT email_categories_pkey PRIMARY KEY (id);

ALTER TABLE email_events
    ADD CONSTRAINT email_events_pkey PRIMARY KEY (id);

ALTER TABLE email_messages
    ADD CONSTRAINT email_messages_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE email_template_versions
    ADD CONSTRAINT email_template_versions_template_id_version_pk PRIMARY KEY (template_id, version);

ALTER TABLE email_templates
    ADD CONSTRAINT email_templates_pkey PRIMARY KEY (id);

ALTER TABLE erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (hash);

ALTER TABLE files
    ADD CONSTRAINT files_pkey PRIMARY KEY (key);

ALTER TABLE gateway_customers
    ADD CONSTRAINT gateway_customers_pkey PRIMARY KEY (contractor_id);

ALTER TABLE gateway_events
    ADD CONSTRAINT gateway_events_pkey PRIMARY KEY (id);

ALTER TABLE guarantee_claims
    ADD CONSTRAINT guarantee_claims_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE homeowner_documents
    ADD CONSTRAINT homeowner_documents_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE idempotency_keys
    ADD CONSTRAINT idempotency_keys_caller_key_pk PRIMARY KEY (caller, key);

ALTER TABLE job_workers
    ADD CONSTRAINT job_workers_pkey PRIMARY KEY (id);

ALTER TABLE lead_distribution_sets
    ADD CONSTRAINT lead_distribution_sets_pkey PRIMARY KEY (id);

ALTER TABLE lead_first_touches
    ADD CONSTRAINT lead_first_touches_pkey PRIMARY KEY (id);

ALTER TABLE lead_set_owners
    ADD CONSTRAINT lead_set_owners_set_id_manager_id_pk PRIMARY KEY (set_id, manager_id);

ALTER TABLE lead_sources
    ADD CONSTRAINT lead_sources_pkey PRIMARY KEY (id);

ALTER TABLE leads
    ADD CONSTRAINT leads_contractor_id_unique UNIQUE (contractor_id);

ALTER TABLE leads
    ADD CONSTRAINT leads_pkey PRIMARY KEY (id);

ALTER TABLE ledger_entries
    ADD CONSTRAINT ledger_entries_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE legal_texts
    ADD CONSTRAINT legal_texts_kind_version_pk PRIMARY KEY (kind, version);

ALTER TABLE lender_events
    ADD CONSTRAINT lender_events_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE lender_requests
    ADD CONSTRAINT lender_requests_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE link_limits
    ADD CONSTRAINT link_limits_pkey PRIMARY KEY (contractor_id);

ALTER TABLE link_sends
    ADD CONSTRAINT link_sends_contractor_id_link_id_n_pk PRIMARY KEY (contractor_id, link_id, n);

ALTER TABLE mail_events
    ADD CONSTRAINT mail_events_pkey PRIMARY KEY (id);

ALTER TABLE managers
    ADD CONSTRAINT managers_email_unique UNIQUE (email);

ALTER TABLE managers
    ADD CONSTRAINT managers_pkey PRIMARY KEY (id);

ALTER TABLE marketing_template_versions
    ADD CONSTRAINT marketing_template_versions_template_id_version_pk PRIMARY KEY (template_id, version);

ALTER TABLE marketing_templates
    ADD CONSTRAINT marketing_templates_pkey PRIMARY KEY (id);

ALTER TABLE notification_preferences
    ADD CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id);

ALTER TABLE offers
    ADD CONSTRAINT offers_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE page_flyers
    ADD CONSTRAINT page_flyers_pkey PRIMARY KEY (page_id);

ALTER TABLE page_names
    ADD CONSTRAINT page_names_contractor_id_name_pk PRIMARY KEY (contractor_id, name);

ALTER TABLE page_names
    ADD CONSTRAINT page_names_name_unique UNIQUE (name);

ALTER TABLE passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE payment_attempts
    ADD CONSTRAINT payment_attempts_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE payments
    ADD CONSTRAINT payments_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE payout_methods
    ADD CONSTRAINT payout_methods_pkey PRIMARY KEY (contractor_id);

ALTER TABLE payout_runs
    ADD CONSTRAINT payout_runs_pkey PRIMARY KEY (id);

ALTER TABLE payouts
    ADD CONSTRAINT payouts_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE plan_roles
    ADD CONSTRAINT plan_roles_plan_id_role_id_pk PRIMARY KEY (plan_id, role_id);

ALTER TABLE plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (id);

ALTER TABLE privacy_requests
    ADD CONSTRAINT privacy_requests_copy_hash_unique UNIQUE (copy_hash);

ALTER TABLE privacy_requests
    ADD CONSTRAINT privacy_requests_pkey PRIMARY KEY (id);

ALTER TABLE privacy_requests
    ADD CONSTRAINT privacy_requests_secret_hash_unique UNIQUE (secret_hash);

ALTER TABLE push_devices
    ADD CONSTRAINT push_devices_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE push_sends
    ADD CONSTRAINT push_sends_contractor_id_device_id_key_pk PRIMARY KEY (contractor_id, device_id, key);

ALTER TABLE reconciliations
    ADD CONSTRAINT reconciliations_pkey PRIMARY KEY (id);

ALTER TABLE recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_hash_pk PRIMARY KEY (user_id, hash);

ALTER TABLE refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash);

ALTER TABLE refunds
    ADD CONSTRAINT refunds_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE renewal_notices
    ADD CONSTRAINT renewal_notices_contractor_id_subscription_id_term_number_pk PRIMARY KEY (contractor_id, subscription_id, term, number);

ALTER TABLE retention_runs
    ADD CONSTRAINT retention_runs_pkey PRIMARY KEY (id);

ALTER TABLE role_privileges
    ADD CONSTRAINT role_privileges_role_id_resource_code_pk PRIMARY KEY (role_id, resource, code);

ALTER TABLE roles
    ADD CONSTRAINT roles_local_role_unique UNIQUE (local_role);

ALTER TABLE roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (id);

ALTER TABLE sandbox_answers
    ADD CONSTRAINT sandbox_answers_pkey PRIMARY KEY (key);

ALTER TABLE sandbox_cards
    ADD CONSTRAINT sandbox_cards_pkey PRIMARY KEY (id);

ALTER TABLE sandbox_customers
    ADD CONSTRAINT sandbox_customers_pkey PRIMARY KEY (id);

ALTER TABLE sandbox_disputes
    ADD CONSTRAINT sandbox_disputes_pkey PRIMARY KEY (id);

ALTER TABLE sandbox_intents
    ADD CONSTRAINT sandbox_intents_idempotency_key_unique UNIQUE (idempotency_key);

ALTER TABLE sandbox_intents
    ADD CONSTRAINT sandbox_intents_pkey PRIMARY KEY (id);

ALTER TABLE sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_idempotency_key_unique UNIQUE (idempotency_key);

ALTER TABLE sandbox_refunds
    ADD CONSTRAINT sandbox_refunds_pkey PRIMARY KEY (id);

ALTER TABLE saved_items
    ADD CONSTRAINT saved_items_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE sent_links
    ADD CONSTRAINT sent_links_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE settings
    ADD CONSTRAINT settings_name_unique UNIQUE (name);

ALTER TABLE settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);

ALTER TABLE sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (key);

ALTER TABLE sign_up_links
    ADD CONSTRAINT sign_up_links_pkey PRIMARY KEY (secret_hash);

ALTER TABLE sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (token_hash);

ALTER TABLE spent_challenges
    ADD CONSTRAINT spent_challenges_pkey PRIMARY KEY (hash);

ALTER TABLE staff_visits
    ADD CONSTRAINT staff_visits_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE subscriptions
    ADD CONSTRAINT subscriptions_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE text_messages
    ADD CONSTRAINT text_messages_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE text_replies
    ADD CONSTRAINT text_replies_pkey PRIMARY KEY (id);

ALTER TABLE text_stops
    ADD CONSTRAINT text_stops_pkey PRIMARY KEY (number);

ALTER TABLE training_categories
    ADD CONSTRAINT training_categories_pkey PRIMARY KEY (id);

ALTER TABLE training_materials
    ADD CONSTRAINT training_materials_pkey PRIMARY KEY (id);

ALTER TABLE training_progress
    ADD CONSTRAINT training_progress_user_id_material_id_pk PRIMARY KEY (user_id, material_id);

ALTER TABLE undeliverable_addresses
    ADD CONSTRAINT undeliverable_addresses_pkey PRIMARY KEY (id);

ALTER TABLE unsubscribers
    ADD CONSTRAINT unsubscribers_pkey PRIMARY KEY (id);

ALTER TABLE user_roles
    ADD CONSTRAINT user_roles_user_id_role_id_pk PRIMARY KEY (user_id, role_id);

ALTER TABLE users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE w9_forms
    ADD CONSTRAINT w9_forms_pkey PRIMARY KEY (id);

ALTER TABLE widget_sightings
    ADD CONSTRAINT widget_sightings_contractor_id_id_pk PRIMARY KEY (contractor_id, id);

ALTER TABLE widget_sites
    ADD CONSTRAINT widget_sites_contractor_id_origin_pk PRIMARY KEY (contractor_id, origin);

CREATE INDEX account_links_expires ON account_links USING btree (expires_at);

CREATE INDEX account_links_restore ON account_links USING btree (lower(email)) WHERE ((factors_since IS NOT NULL) AND (used_at IS NULL));

CREATE INDEX account_links_user ON account_links USING btree (user_id, purpose);

CREATE INDEX agreement_acceptances_contractor ON agreement_acceptances USING btree (contractor_id, accepted_at);

CREATE INDEX application_consents_application ON application_consents USING btree (application_id, id);

CREATE INDEX application_consents_contractor ON application_consents USING btree (contractor_id, id);

CREATE INDEX application_consents_due ON application_consents USING btree (at) WHERE (anonymised_at IS NULL);

CREATE INDEX application_consents_email ON application_consents USING btree (lower(email), application_id);

CREATE INDEX application_consents_phone ON application_consents USING btree (phone, application_id);

CREATE INDEX application_exports_asked ON application_exports USING btree (contractor_id, asked_by, asked_at);

CREATE INDEX application_follow_ups_open ON application_follow_ups USING btree (contractor_id, due_on, application_id) WHERE (done_at IS NULL);

CREATE INDEX application_follow_ups_unreminded ON application_follow_ups USING btree (due_on) WHERE ((reminded_at IS NULL) AND (done_at IS NULL));

CREATE INDEX application_keys_token ON application_keys USING btree (token_hash);

CREATE INDEX application_notes_id ON application_notes USING btree (contractor_id, id);

CREATE INDEX application_short_links_code ON application_short_links USING btree (code_hash);

CREATE INDEX applications_amount ON applications USING btree (contractor_id, requested_amount_cents, id);

CREATE INDEX applications_amount_falling ON applications USING btree (contractor_id, requested_amount_cents DESC NULLS LAST, id DESC);

CREATE INDEX applications_contractor_search ON applications USING gin (contractor_id, words gin_trgm_ops);

CREATE INDEX applications_email ON applications USING btree (contractor_id, lower(email), id);

CREATE INDEX applications_flagged ON applications USING btree (started_at, id) WHERE ((flags <> '{}'::text[]) AND (flags_reviewed_at IS NULL));

CREATE INDEX applications_flags ON applications USING gin (flags) WHERE ((flags <> '{}'::text[]) AND (flags_reviewed_at IS NULL));

CREATE INDEX applications_funded ON applications USING btree (contractor_id, funded_at) WHERE (funded_at IS NOT NULL);

CREATE INDEX applications_funded_falling ON applications USING btree (contractor_id, funded_at DESC NULLS LAST, id DESC);

CREATE INDEX applications_homeowner ON applications USING btree (lower(email), id);

CREATE INDEX applications_id ON applications USING btree (id);

CREATE INDEX applications_last_use ON applications USING btree (GREATEST(started_at, completed_at, answered_at, information_requested_at, approved_at, funded_at, withdrawn_at), id) WHERE (anonymised_at IS NULL);

CREATE INDEX applications_location ON applications USING btree (contractor_id, state, city, id);

CREATE INDEX applications_name ON applications USING btree (contractor_id, lower(applicant_name), id);

CREATE INDEX applications_phone ON applications USING btree (contractor_id, phone);

CREATE INDEX applications_reference ON applications USING btree (reference);

CREATE INDEX applications_sent ON applications USING btree (contractor_id, completed_at, requested_amount_cents) WHERE (completed_at IS NOT NULL);

CREATE INDEX applications_started ON applications USING btree (contractor_id, started_at, id, page_id, source, completed_at, answered_at, has_offers, is_qualified, approved_at, funded_at, credit_band);

CREATE INDEX applications_to_begin ON applications USING btree (contractor_id, approved_at, id) WHERE ((approved_at IS NOT NULL) AND (funded_at IS NULL) AND (withdrawn_at IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX applications_to_choose ON applications USING btree (contractor_id, completed_at, id) WHERE (has_offers AND (information_requested_at IS NULL) AND (approved_at IS NULL) AND (funded_at IS NULL) AND (withdrawn_at IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX applications_to_inform ON applications USING btree (contractor_id, information_requested_at, id) WHERE ((information_requested_at IS NOT NULL) AND (approved_at IS NULL) AND (funded_at IS NULL) AND (withdrawn_at IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX applications_token ON applications USING btree (token_hash);

CREATE INDEX applications_waiting ON applications USING btree (information_requested_at, id) WHERE ((information_requested_at IS NOT NULL) AND (approved_at IS NULL) AND (funded_at IS NULL) AND (withdrawn_at IS NULL) AND (anonymised_at IS NULL) AND (NOT is_qualified));

CREATE INDEX applications_words ON applications USING btree (contractor_id, started_at, id, page_id, source, completed_at, answered_at, has_offers, is_qualified, approved_at, funded_at, credit_band, words);

CREATE INDEX audit_log_about ON audit_log USING btree (entity_id, at, id);

CREATE INDEX audit_log_action_time ON audit_log USING btree (action, at, id);

CREATE INDEX audit_log_actor_time ON audit_log USING btree (actor_id, at, id);

CREATE INDEX audit_log_contractor_time ON audit_log USING btree (contractor_id, at, id);

CREATE INDEX audit_log_entity ON audit_log USING btree (entity, entity_id, id);

CREATE INDEX audit_log_id ON audit_log USING btree (id);

CREATE INDEX audit_log_time ON audit_log USING btree (at, id);

CREATE INDEX call_counters_resets_at ON call_counters USING btree (resets_at);

CREATE UNIQUE INDEX cards_current ON cards USING btree (contractor_id) WHERE (replaced_at IS NULL);

CREATE INDEX cards_expiry ON cards USING btree (expire_year, expire_month) WHERE (replaced_at IS NULL);

CREATE INDEX cards_gateway ON cards USING btree (payment_method_id);

CREATE UNIQUE INDEX cards_kept ON cards USING btree (contractor_id, payment_method_id);

CREATE INDEX co_branded_pages_contractor ON co_branded_pages USING btree (contractor_id, id);

CREATE INDEX commissions_amount ON commissions USING btree (contractor_id, amount_cents, id);

CREATE UNIQUE INDEX commissions_booked ON commissions USING btree (contractor_id, source);

CREATE INDEX commissions_earned ON commissions USING btree (contractor_id, earned_at, id);

CREATE INDEX commissions_friend ON commissions USING btree (friend_id, type) WHERE (friend_id IS NOT NULL);

CREATE INDEX commissions_of_application ON commissions USING btree (contractor_id, application_id) WHERE (application_id IS NOT NULL);

CREATE INDEX commissions_of_payout ON commissions USING btree (contractor_id, payout_id);

CREATE INDEX commissions_type ON commissions USING btree (contractor_id, type, earned_at);

CREATE UNIQUE INDEX contractor_views_name ON contractor_views USING btree (user_id, name);

CREATE INDEX contractors_activation ON contractors USING btree (COALESCE(activated_at,
CASE
    WHEN activation_error THEN 'infinity'::timestamp with time zone
    ELSE '-infinity'::timestamp with time zone
END), id);

CREATE INDEX contractors_by_activation ON contractors USING btree (cp_activation, ((owner_id IS NOT NULL)), id);

CREATE INDEX contractors_by_payment_status ON contractors USING btree (payment_status, ((owner_id IS NOT NULL)), id);

CREATE INDEX contractors_by_plan ON contractors USING btree (plan_id, ((owner_id IS NOT NULL)), id);

CREATE INDEX contractors_by_w9 ON contractors USING btree (w9_status, ((owner_id IS NOT NULL)), id);

CREATE INDEX contractors_company_name ON contractors USING btree (lower(company_name), id);

CREATE INDEX contractors_default_order ON contractors USING btree (((owner_id IS NOT NULL)), id, owner_id);

CREATE INDEX contractors_email ON contractors USING btree (lower(email), id);

CREATE INDEX contractors_first_name ON contractors USING btree (lower(first_name), id);

CREATE INDEX contractors_last_name ON contractors USING btree (lower(last_name), id);

CREATE UNIQUE INDEX contractors_owner ON contractors USING btree (owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX contractors_partner ON contractors USING btree (partner_id) WHERE (partner_id IS NOT NULL);

CREATE INDEX contractors_phone ON contractors USING btree (phone, id);

CREATE INDEX contractors_referral ON contractors USING btree (referral_id) WHERE (referral_id IS NOT NULL);

CREATE INDEX contractors_registered_at ON contractors USING btree (registered_at, id);

CREATE INDEX contractors_search ON contractors USING gin (fold_search(((((((((company_name || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || phone)) gin_trgm_ops);

CREATE INDEX contractors_w9_flagged ON contractors USING btree (((owner_id IS NOT NULL)), id) WHERE (w9_is_different AND (NOT w9_skip_differences));

CREATE INDEX customer_applications_of ON customer_applications USING btree (contractor_id, customer_id, application_id);

CREATE INDEX customers_active ON customers USING btree (contractor_id, active_at, id) WHERE ((archived_at IS NULL) AND (merged_into IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX customers_created ON customers USING btree (contractor_id, created_at, id) WHERE ((archived_at IS NULL) AND (merged_into IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX customers_email ON customers USING btree (contractor_id, lower(email), id);

CREATE INDEX customers_id ON customers USING btree (id);

CREATE INDEX customers_import ON customers USING btree (contractor_id, import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX customers_last_use ON customers USING btree (active_at, id) WHERE (anonymised_at IS NULL);

CREATE INDEX customers_merged ON customers USING btree (contractor_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX customers_name ON customers USING btree (contractor_id, lower(name), id) WHERE ((archived_at IS NULL) AND (merged_into IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX customers_person ON customers USING btree (lower(email), id);

CREATE INDEX customers_phone ON customers USING btree (contractor_id, phone, id);

CREATE INDEX customers_put_away ON customers USING btree (contractor_id, active_at, id) WHERE ((archived_at IS NOT NULL) AND (merged_into IS NULL) AND (anonymised_at IS NULL));

CREATE INDEX customers_search ON customers USING gin (contractor_id, words gin_trgm_ops);

CREATE INDEX customers_tags ON customers USING gin (contractor_id, tags);

CREATE INDEX disputes_payment ON disputes USING btree (contractor_id, payment_id, id);

CREATE UNIQUE INDEX disputes_reported ON disputes USING btree (contractor_id, gateway, dispute_id);

CREATE INDEX disputes_state ON disputes USING btree (state, opened_at);

CREATE INDEX document_events_failed ON document_events USING btree (contractor_id, at, id) WHERE (kind = 'text-failed'::text);

CREATE UNIQUE INDEX document_links_code ON document_links USING btree (contractor_id, code_hash);

CREATE UNIQUE INDEX document_links_living ON document_links USING btree (contractor_id, document_id) WHERE (revoked_at IS NULL);

CREATE INDEX document_payments_application ON document_payments USING btree (contractor_id, application_id);

CREATE INDEX document_payments_document ON document_payments USING btree (contractor_id, document_id, id);

CREATE UNIQUE INDEX document_payments_offer ON document_payments USING btree (contractor_id, offer_id) WHERE ((offer_id IS NOT NULL) AND (taken_back_at IS NULL));

CREATE INDEX document_payments_paid ON document_payments USING btree (contractor_id, paid_on, amount_cents) WHERE (taken_back_at IS NULL);

CREATE INDEX document_revisions_file ON document_revisions USING btree (contractor_id, file_key);

CREATE INDEX document_revisions_logo ON document_revisions USING btree (((facts ->> 'logoKey'::text))) WHERE (signed_file_key IS NULL);

CREATE INDEX document_revisions_signed_file ON document_revisions USING btree (contractor_id, signed_file_key);

CREATE INDEX documents_balance ON documents USING btree (contractor_id, balance_cents, id, kind, status, issued_on);

CREATE INDEX documents_by_number ON documents USING btree (contractor_id, number, id, kind, status, issued_on);

CREATE INDEX documents_by_number_falling ON documents USING btree (contractor_id, number DESC NULLS LAST, id DESC, kind, status, issued_on);

CREATE INDEX documents_due ON documents USING btree (contractor_id, due_on, id, kind, status, issued_on);

CREATE INDEX documents_due_falling ON documents USING btree (contractor_id, due_on DESC NULLS LAST, id DESC, kind, status, issued_on);

CREATE UNIQUE INDEX documents_estimate ON documents USING btree (contractor_id, estimate_id) WHERE ((estimate_id IS NOT NULL) AND (status <> 'void'::text));

CREATE INDEX documents_issued ON documents USING btree (contractor_id, issued_on, id, kind, status);

CREATE INDEX documents_issued_falling ON documents USING btree (contractor_id, issued_on DESC NULLS LAST, id DESC, kind, status);

CREATE INDEX documents_last_use ON documents USING btree (updated_at, id) WHERE (anonymised_at IS NULL);

CREATE INDEX documents_name ON documents USING btree (contractor_id, lower(customer_name), id);

CREATE UNIQUE INDEX documents_number ON documents USING btree (contractor_id, kind, number);

CREATE INDEX documents_of_customer ON documents USING btree (contractor_id, customer_id, updated_at, id);

CREATE INDEX documents_open ON documents USING btree (contractor_id, kind, due_on, balance_cents, total_cents) WHERE (status = ANY (ARRAY['sent'::text, 'viewed'::text, 'part_paid'::text]));

CREATE INDEX documents_person ON documents USING btree (lower(((content -> 'customer'::text) ->> 'email'::text)), id);

CREATE INDEX documents_search ON documents USING gin (contractor_id, words gin_trgm_ops);

CREATE INDEX documents_status ON documents USING btree (contractor_id, status, kind, updated_at, id, issued_on);

CREATE INDEX documents_total ON documents USING btree (contractor_id, total_cents, id, kind, status, issued_on);

CREATE INDEX documents_updated ON documents USING btree (contractor_id, updated_at, id, kind, status, issued_on);

CREATE INDEX documents_viewed ON documents USING btree (contractor_id, viewed_at, id) WHERE ((kind = 'estimate'::text) AND (status = 'viewed'::text));

CREATE UNIQUE INDEX email_events_type ON email_events USING btree (lower(type));

CREATE INDEX email_messages_built_in ON email_messages USING btree (created_at, id) WHERE (built_in_reason IS NOT NULL);

CREATE UNIQUE INDEX email_messages_cause ON email_messages USING btree (contractor_id, key text_pattern_ops);

CREATE INDEX email_messages_due ON email_messages USING btree (settled_at, id) WHERE ((anonymised_at IS NULL) AND (status <> 'queued'::email_status));

CREATE INDEX email_messages_failed ON email_messages USING btree (settled_at, id) WHERE ((status = 'failed'::email_status) AND (anonymised_at IS NULL));

CREATE INDEX email_messages_id ON email_messages USING btree (id);

CREATE INDEX email_messages_status ON email_messages USING btree (status, settled_at, id);

CREATE INDEX email_messages_to ON email_messages USING btree (lower("to"));

CREATE UNIQUE INDEX email_templates_enabled ON email_templates USING btree (event_id) WHERE enabled;

CREATE INDEX email_templates_event ON email_templates USING btree (event_id);

CREATE INDEX gateway_customers_customer ON gateway_customers USING btree (customer_id);

CREATE INDEX gateway_events_open ON gateway_events USING btree (received_at) WHERE (processed_at IS NULL);

CREATE INDEX guarantee_claims_id ON guarantee_claims USING btree (id);

CREATE UNIQUE INDEX guarantee_claims_open ON guarantee_claims USING btree (contractor_id) WHERE (state = 'open'::text);

CREATE INDEX guarantee_claims_state ON guarantee_claims USING btree (state, opened_at);

CREATE INDEX homeowner_documents_application ON homeowner_documents USING btree (contractor_id, application_id, id);

CREATE INDEX homeowner_documents_file ON homeowner_documents USING btree (file_key);

CREATE UNIQUE INDEX homeowner_documents_reference ON homeowner_documents USING btree (contractor_id, reference);

CREATE INDEX homeowner_documents_sent ON homeowner_documents USING btree (sent_at);

CREATE INDEX idempotency_keys_started ON idempotency_keys USING btree (started_at);

CREATE INDEX job_workers_seen_at ON job_workers USING btree (seen_at);

CREATE UNIQUE INDEX lead_distribution_sets_title ON lead_distribution_sets USING btree (lower(title));

CREATE UNIQUE INDEX lead_sources_link_id ON lead_sources USING btree (link_id) WHERE (link_id <> ''::text);

CREATE INDEX lead_sources_set ON lead_sources USING btree (set_id);

CREATE UNIQUE INDEX lead_sources_value ON lead_sources USING btree (lower(value));

CREATE INDEX leads_owner ON leads USING btree (owner_id);

CREATE INDEX leads_set ON leads USING btree (set_id);

CREATE INDEX leads_source ON leads USING btree (source_id);

CREATE UNIQUE INDEX ledger_entries_booked ON ledger_entries USING btree (contractor_id, source);

CREATE INDEX ledger_entries_contractor ON ledger_entries USING btree (contractor_id, account, id);

CREATE INDEX ledger_entries_reference ON ledger_entries USING btree (reference);

CREATE INDEX legal_texts_effective ON legal_texts USING btree (kind, effective_at);

CREATE UNIQUE INDEX lender_requests_reference ON lender_requests USING btree (contractor_id, application_id, offer_id, reference);

CREATE UNIQUE INDEX link_sends_code ON link_sends USING btree (contractor_id, code_hash);

CREATE INDEX mail_events_received ON mail_events USING btree (received_at);

CREATE INDEX marketing_templates_kind ON marketing_templates USING btree (kind, social_media, content_type, id);

CREATE INDEX offers_funded ON offers USING btree (funded_at) WHERE (funded_at IS NOT NULL);

CREATE INDEX offers_id ON offers USING btree (id);

CREATE UNIQUE INDEX offers_of_application ON offers USING btree (contractor_id, application_id, reference);

CREATE INDEX offers_paid_out ON offers USING btree (contractor_id, funded_at, funded_amount_cents) WHERE (funded_at IS NOT NULL);

CREATE INDEX offers_qualified ON offers USING btree (received_at) WHERE is_qualified;

CREATE INDEX offers_received ON offers USING btree (contractor_id, received_at, funded_at);

CREATE INDEX page_names_search ON page_names USING gin (name gin_trgm_ops);

CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (credential_id);

CREATE INDEX passkeys_user ON passkeys USING btree (user_id, id);

CREATE UNIQUE INDEX payment_attempts_asked ON payment_attempts USING btree (contractor_id, idempotency_key);

CREATE INDEX payment_attempts_at ON payment_attempts USING btree (contractor_id, payment_id, id);

CREATE UNIQUE INDEX payment_attempts_charge ON payment_attempts USING btree (contractor_id, intent_id);

CREATE INDEX payment_attempts_intent ON payment_attempts USING btree (intent_id);

CREATE INDEX payment_attempts_key ON payment_attempts USING btree (idempotency_key);

CREATE UNIQUE INDEX payment_attempts_running ON payment_attempts USING btree (contractor_id, payment_id) WHERE (state = ANY (ARRAY['started'::attempt_state, 'requires_action'::attempt_state]));

CREATE INDEX payments_amount ON payments USING btree (contractor_id, amount_cents, id);

CREATE UNIQUE INDEX payments_billed ON payments USING btree (contractor_id, subscription_id, term, installment);

CREATE INDEX payments_created ON payments USING btree (contractor_id, created_at, id);

CREATE INDEX payments_id ON payments USING btree (id);

CREATE UNIQUE INDEX payments_numbered ON payments USING btree (contractor_id, number);

CREATE INDEX payments_state ON payments USING btree (contractor_id, state, created_at);

CREATE INDEX payments_try ON payments USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

CREATE INDEX payout_runs_prepared ON payout_runs USING btree (prepared_at, id);

CREATE INDEX payout_runs_released ON payout_runs USING btree (released_at);

CREATE INDEX payout_runs_waiting ON payout_runs USING btree (prepared_by) WHERE ((released_at IS NULL) AND (canceled_at IS NULL));

CREATE INDEX payouts_amount ON payouts USING btree (state, amount_cents, id);

CREATE INDEX payouts_contractor ON payouts USING btree (contractor_id, month, id);

CREATE INDEX payouts_id ON payouts USING btree (id);

CREATE UNIQUE INDEX payouts_month ON payouts USING btree (contractor_id, month) WHERE ((returned_at IS NULL) AND (canceled_at IS NULL));

CREATE INDEX payouts_run ON payouts USING btree (run_id, id);

CREATE INDEX payouts_state ON payouts USING btree (state, month, id);

CREATE INDEX privacy_requests_copy ON privacy_requests USING btree (copy_expires_at) WHERE (copy_sealed IS NOT NULL);

CREATE INDEX privacy_requests_decided ON privacy_requests USING btree (decided_at, id);

CREATE INDEX privacy_requests_due ON privacy_requests USING btree (due_at, id);

CREATE UNIQUE INDEX privacy_requests_open ON privacy_requests USING btree (email, kind) WHERE (state = 'open'::text);

CREATE INDEX privacy_requests_received ON privacy_requests USING btree (received_at, id);

CREATE INDEX privacy_requests_unproven ON privacy_requests USING btree (secret_expires_at) WHERE (state = 'unproven'::text);

CREATE INDEX privacy_requests_waits ON privacy_requests USING btree (id) WHERE waits;

CREATE INDEX push_devices_endpoint ON push_devices USING btree (endpoint_hash);

CREATE UNIQUE INDEX push_devices_of ON push_devices USING btree (contractor_id, user_id, endpoint_hash);

CREATE INDEX push_devices_session ON push_devices USING btree (session_id);

CREATE INDEX push_sends_queued ON push_sends USING btree (queued_at);

CREATE INDEX refresh_tokens_expires ON refresh_tokens USING btree (expires_at);

CREATE INDEX refresh_tokens_session ON refresh_tokens USING btree (session_id);

CREATE UNIQUE INDEX refunds_asked ON refunds USING btree (contractor_id, idempotency_key);

CREATE INDEX refunds_at ON refunds USING btree (contractor_id, payment_id, id);

CREATE INDEX refunds_charge ON refunds USING btree (contractor_id, charge_id);

CREATE INDEX refunds_gateway ON refunds USING btree (refund_id);

CREATE INDEX refunds_id ON refunds USING btree (id);

CREATE UNIQUE INDEX refunds_made ON refunds USING btree (contractor_id, refund_id);

CREATE UNIQUE INDEX retention_runs_open ON retention_runs USING btree (dry) WHERE (ended_at IS NULL);

CREATE INDEX sandbox_disputes_created ON sandbox_disputes USING btree (created_at);

CREATE INDEX sandbox_disputes_decided ON sandbox_disputes USING btree (decided_at);

CREATE INDEX sandbox_intents_created ON sandbox_intents USING btree (created_at, id);

CREATE UNIQUE INDEX saved_items_description ON saved_items USING btree (contractor_id, lower(description)) WHERE (archived_at IS NULL);

CREATE INDEX saved_items_price ON saved_items USING btree (contractor_id, unit_price_cents, id);

CREATE INDEX saved_items_search ON saved_items USING gin (contractor_id, fold_search(description) gin_trgm_ops);

CREATE INDEX saved_items_updated ON saved_items USING btree (contractor_id, updated_at, id);

CREATE INDEX sent_links_applied ON sent_links USING btree (contractor_id, application_id) WHERE (application_id IS NOT NULL);

CREATE INDEX sent_links_created ON sent_links USING btree (contractor_id, created_at, channel, sent_at, delivered_at, opened_at, started_at, submitted_at);

CREATE INDEX sent_links_due ON sent_links USING btree (created_at, id) WHERE (anonymised_at IS NULL);

CREATE INDEX sent_links_failed ON sent_links USING btree (contractor_id, failed_at, id) WHERE ((send_state = 'failed'::text) AND (channel = 'text'::text));

CREATE INDEX sent_links_of ON sent_links USING btree (contractor_id, customer_id, id);

CREATE INDEX sent_links_person ON sent_links USING btree (lower(email), id);

CREATE INDEX sessions_last_seen ON sessions USING btree (last_seen_at);

CREATE INDEX sessions_user ON sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX sign_in_failures_last ON sign_in_failures USING btree (last_at);

CREATE INDEX sign_up_links_email ON sign_up_links USING btree (email, created_at);

CREATE INDEX sign_up_links_expiry ON sign_up_links USING btree (expires_at);

CREATE INDEX sign_ups_contractor ON sign_ups USING btree (contractor_id);

CREATE INDEX sign_ups_waiting ON sign_ups USING btree (lower(email)) WHERE (contractor_id IS NULL);

CREATE INDEX spent_challenges_expires ON spent_challenges USING btree (expires_at);

CREATE INDEX staff_visits_session ON staff_visits USING btree (session_id, id);

CREATE UNIQUE INDEX subscriptions_current ON subscriptions USING btree (contractor_id) WHERE (state <> 'canceled'::subscription_state);

CREATE INDEX subscriptions_due ON subscriptions USING btree (next_billing_at) WHERE ((next_billing_at IS NOT NULL) AND (state = ANY (ARRAY['active'::subscription_state, 'past_due'::subscription_state])));

CREATE INDEX text_messages_due ON text_messages USING btree (settled_at, id) WHERE ((anonymised_at IS NULL) AND (status <> 'queued'::text_status));

CREATE INDEX text_messages_id ON text_messages USING btree (id);

CREATE UNIQUE INDEX text_messages_key ON text_messages USING btree (contractor_id, key text_pattern_ops);

CREATE INDEX text_messages_newest ON text_messages USING btree (created_at, id);

CREATE INDEX text_messages_number ON text_messages USING gin ("to" gin_trgm_ops);

CREATE INDEX text_messages_status ON text_messages USING btree (status, created_at, id);

CREATE INDEX text_messages_to ON text_messages USING btree ("to", created_at, id);

CREATE INDEX text_stops_newest ON text_stops USING btree (stopped_at, number);

CREATE INDEX text_stops_number ON text_stops USING gin (number gin_trgm_ops);

CREATE INDEX training_categories_place ON training_categories USING btree (type, "position", id);

CREATE INDEX training_materials_place ON training_materials USING btree (category_id, "position", id);

CREATE INDEX training_materials_updated ON training_materials USING btree (updated_at);

CREATE INDEX training_progress_last ON training_progress USING btree (last_at);

CREATE INDEX training_progress_material ON training_progress USING btree (material_id, last_at);

CREATE INDEX undeliverable_addresses_count ON undeliverable_addresses USING btree (count, id);

CREATE UNIQUE INDEX undeliverable_addresses_email ON undeliverable_addresses USING btree (email);

CREATE INDEX undeliverable_addresses_first ON undeliverable_addresses USING btree (first_at, id);

CREATE INDEX undeliverable_addresses_last ON undeliverable_addresses USING btree (last_at, id);

CREATE INDEX undeliverable_addresses_reason ON undeliverable_addresses USING btree (reason, last_at, id);

CREATE INDEX undeliverable_addresses_search ON undeliverable_addresses USING gin (fold_search(email) gin_trgm_ops);

CREATE INDEX unsubscribers_date ON unsubscribers USING btree (date, id);

CREATE UNIQUE INDEX unsubscribers_email ON unsubscribers USING btree (lower(email));

CREATE INDEX unsubscribers_search ON unsubscribers USING gin (fold_search(email) gin_trgm_ops);

CREATE INDEX unsubscribers_source ON unsubscribers USING btree (source, date, id);

CREATE INDEX user_roles_role ON user_roles USING btree (role_id);

CREATE INDEX users_contractor ON users USING btree (contractor_id);

CREATE UNIQUE INDEX users_email ON users USING btree (lower(email)) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX users_owner ON users USING btree (contractor_id) WHERE (kind = 'owner'::user_kind);

CREATE INDEX users_search ON users USING gin (fold_search(((((firstname || ' '::text) || lastname) || ' '::text) || email)) gin_trgm_ops);

CREATE INDEX users_staff ON users USING btree (lower(((firstname || ' '::text) || lastname)), id) WHERE ((kind = 'staff'::user_kind) AND (removed_at IS NULL));

CREATE INDEX w9_forms_contractor ON w9_forms USING btree (contractor_id, id);

CREATE UNIQUE INDEX w9_forms_current ON w9_forms USING btree (contractor_id) WHERE (replaced_at IS NULL);

CREATE INDEX w9_forms_state ON w9_forms USING btree (state, signed_at) WHERE (replaced_at IS NULL);

CREATE INDEX widget_sightings_contractor ON widget_sightings USING btree (contractor_id, last_seen);

CREATE UNIQUE INDEX widget_sightings_of_page ON widget_sightings USING btree (contractor_id, page_id, widget, site);

CREATE TRIGGER application_consents_append_only BEFORE DELETE OR TRUNCATE ON application_consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE application_consents ENABLE ALWAYS TRIGGER application_consents_append_only;

CREATE TRIGGER application_consents_stay BEFORE UPDATE ON application_consents FOR EACH ROW EXECUTE FUNCTION refuse_other_proof();

ALTER TABLE application_consents ENABLE ALWAYS TRIGGER application_consents_stay;

CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE audit_chain ENABLE ALWAYS TRIGGER audit_chain_append_only;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;

CREATE TRIGGER commissions_append_only BEFORE DELETE OR TRUNCATE ON commissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER consent_texts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON consent_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE consent_texts ENABLE ALWAYS TRIGGER consent_texts_append_only;

CREATE TRIGGER contractors_version BEFORE UPDATE ON contractors FOR EACH ROW WHEN (((((((((((((old.company_name IS DISTINCT FROM new.company_name) OR (old.first_name IS DISTINCT FROM new.first_name)) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.email IS DISTINCT FROM new.email)) OR (old.plan_id IS DISTINCT FROM new.plan_id)) OR (old.payment_status IS DISTINCT FROM new.payment_status)) OR (old.manager_id IS DISTINCT FROM new.manager_id)) OR (old.partner_id IS DISTINCT FROM new.partner_id)) OR (old.referral_id IS DISTINCT FROM new.referral_id)) OR (old.max_team_users IS DISTINCT FROM new.max_team_users)) OR (old.owner_id IS DISTINCT FROM new.owner_id))) EXECUTE FUNCTION count_contractor_version();

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER legal_texts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON legal_texts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE legal_texts ENABLE ALWAYS TRIGGER legal_texts_append_only;

ALTER TABLE account_links
    ADD CONSTRAINT account_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE account_preferences
    ADD CONSTRAINT account_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE agreement_acceptances
    ADD CONSTRAINT agreement_acceptances_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE app_factors
    ADD CONSTRAINT app_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE application_consents
    ADD CONSTRAINT application_consents_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE application_follow_ups
    ADD CONSTRAINT application_follow_ups_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE application_keys
    ADD CONSTRAINT application_keys_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE application_notes
    ADD CONSTRAINT application_notes_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE application_short_links
    ADD CONSTRAINT application_short_links_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE applications
    ADD CONSTRAINT applications_page_id_co_branded_pages_id_fk FOREIGN KEY (page_id) REFERENCES co_branded_pages(id);

ALTER TABLE cards
    ADD CONSTRAINT cards_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE co_branded_pages
    ADD CONSTRAINT co_branded_pages_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE co_branded_pages
    ADD CONSTRAINT co_branded_pages_logo_key_files_key_fk FOREIGN KEY (logo_key) REFERENCES files(key);

ALTER TABLE commissions
    ADD CONSTRAINT commissions_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE company_exports
    ADD CONSTRAINT company_exports_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE company_exports
    ADD CONSTRAINT company_exports_file_key_files_key_fk FOREIGN KEY (file_key) REFERENCES files(key) ON DELETE SET NULL;

ALTER TABLE contractor_column_choices
    ADD CONSTRAINT contractor_column_choices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE contractor_views
    ADD CONSTRAINT contractor_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_manager_id_managers_id_fk FOREIGN KEY (manager_id) REFERENCES managers(id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_partner_id_contractors_id_fk FOREIGN KEY (partner_id) REFERENCES contractors(id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_plan_id_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans(id);

ALTER TABLE contractors
    ADD CONSTRAINT contractors_referral_id_contractors_id_fk FOREIGN KEY (referral_id) REFERENCES contractors(id);

ALTER TABLE customer_applications
    ADD CONSTRAINT customer_applications_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE customer_applications
    ADD CONSTRAINT customer_applications_customer FOREIGN KEY (contractor_id, customer_id) REFERENCES customers(contractor_id, id);

ALTER TABLE customer_events
    ADD CONSTRAINT customer_events_customer FOREIGN KEY (contractor_id, customer_id) REFERENCES customers(contractor_id, id);

ALTER TABLE disputes
    ADD CONSTRAINT disputes_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE document_events
    ADD CONSTRAINT document_events_document FOREIGN KEY (contractor_id, document_id) REFERENCES documents(contractor_id, id);

ALTER TABLE document_links
    ADD CONSTRAINT document_links_document FOREIGN KEY (contractor_id, document_id) REFERENCES documents(contractor_id, id);

ALTER TABLE document_payments
    ADD CONSTRAINT document_payments_document FOREIGN KEY (contractor_id, document_id) REFERENCES documents(contractor_id, id);

ALTER TABLE document_revisions
    ADD CONSTRAINT document_revisions_document FOREIGN KEY (contractor_id, document_id) REFERENCES documents(contractor_id, id);

ALTER TABLE documents
    ADD CONSTRAINT documents_customer FOREIGN KEY (contractor_id, customer_id) REFERENCES customers(contractor_id, id);

ALTER TABLE documents
    ADD CONSTRAINT documents_page_id_co_branded_pages_id_fk FOREIGN KEY (page_id) REFERENCES co_branded_pages(id);

ALTER TABLE email_template_versions
    ADD CONSTRAINT email_template_versions_template_id_email_templates_id_fk FOREIGN KEY (template_id) REFERENCES email_templates(id);

ALTER TABLE email_templates
    ADD CONSTRAINT email_templates_category_id_email_categories_id_fk FOREIGN KEY (category_id) REFERENCES email_categories(id);

ALTER TABLE email_templates
    ADD CONSTRAINT email_templates_event_id_email_events_id_fk FOREIGN KEY (event_id) REFERENCES email_events(id);

ALTER TABLE gateway_customers
    ADD CONSTRAINT gateway_customers_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE guarantee_claims
    ADD CONSTRAINT guarantee_claims_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE guarantee_claims
    ADD CONSTRAINT guarantee_claims_refund FOREIGN KEY (contractor_id, refund_id) REFERENCES refunds(contractor_id, id);

ALTER TABLE homeowner_documents
    ADD CONSTRAINT homeowner_documents_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE homeowner_documents
    ADD CONSTRAINT homeowner_documents_contractor_id_request_id_lender_requests_co FOREIGN KEY (contractor_id, request_id) REFERENCES lender_requests(contractor_id, id);

ALTER TABLE lead_set_owners
    ADD CONSTRAINT lead_set_owners_manager_id_managers_id_fk FOREIGN KEY (manager_id) REFERENCES managers(id);

ALTER TABLE lead_set_owners
    ADD CONSTRAINT lead_set_owners_set_id_lead_distribution_sets_id_fk FOREIGN KEY (set_id) REFERENCES lead_distribution_sets(id) ON DELETE CASCADE;

ALTER TABLE lead_sources
    ADD CONSTRAINT lead_sources_set_id_lead_distribution_sets_id_fk FOREIGN KEY (set_id) REFERENCES lead_distribution_sets(id) ON DELETE SET NULL;

ALTER TABLE leads
    ADD CONSTRAINT leads_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE leads
    ADD CONSTRAINT leads_first_touch_id_lead_first_touches_id_fk FOREIGN KEY (first_touch_id) REFERENCES lead_first_touches(id);

ALTER TABLE leads
    ADD CONSTRAINT leads_owner_id_managers_id_fk FOREIGN KEY (owner_id) REFERENCES managers(id);

ALTER TABLE leads
    ADD CONSTRAINT leads_set_id_lead_distribution_sets_id_fk FOREIGN KEY (set_id) REFERENCES lead_distribution_sets(id) ON DELETE SET NULL;

ALTER TABLE leads
    ADD CONSTRAINT leads_source_id_lead_sources_id_fk FOREIGN KEY (source_id) REFERENCES lead_sources(id);

ALTER TABLE ledger_entries
    ADD CONSTRAINT ledger_entries_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE lender_events
    ADD CONSTRAINT lender_events_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE lender_requests
    ADD CONSTRAINT lender_requests_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE lender_requests
    ADD CONSTRAINT lender_requests_offer FOREIGN KEY (contractor_id, offer_id) REFERENCES offers(contractor_id, id);

ALTER TABLE link_sends
    ADD CONSTRAINT link_sends_link FOREIGN KEY (contractor_id, link_id) REFERENCES sent_links(contractor_id, id);

ALTER TABLE marketing_template_versions
    ADD CONSTRAINT marketing_template_versions_template_id_marketing_templates_id_ FOREIGN KEY (template_id) REFERENCES marketing_templates(id);

ALTER TABLE offers
    ADD CONSTRAINT offers_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE page_flyers
    ADD CONSTRAINT page_flyers_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE page_flyers
    ADD CONSTRAINT page_flyers_logo_key_files_key_fk FOREIGN KEY (logo_key) REFERENCES files(key);

ALTER TABLE page_flyers
    ADD CONSTRAINT page_flyers_page_id_co_branded_pages_id_fk FOREIGN KEY (page_id) REFERENCES co_branded_pages(id);

ALTER TABLE page_names
    ADD CONSTRAINT page_names_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE page_names
    ADD CONSTRAINT page_names_page_id_co_branded_pages_id_fk FOREIGN KEY (page_id) REFERENCES co_branded_pages(id);

ALTER TABLE passkeys
    ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE payment_attempts
    ADD CONSTRAINT payment_attempts_card FOREIGN KEY (contractor_id, card_id) REFERENCES cards(contractor_id, id);

ALTER TABLE payment_attempts
    ADD CONSTRAINT payment_attempts_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE payment_attempts
    ADD CONSTRAINT payment_attempts_of_payment FOREIGN KEY (contractor_id, payment_id) REFERENCES payments(contractor_id, id);

ALTER TABLE payments
    ADD CONSTRAINT payments_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE payments
    ADD CONSTRAINT payments_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions(contractor_id, id);

ALTER TABLE payout_methods
    ADD CONSTRAINT payout_methods_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE payouts
    ADD CONSTRAINT payouts_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE payouts
    ADD CONSTRAINT payouts_run_id_payout_runs_id_fk FOREIGN KEY (run_id) REFERENCES payout_runs(id);

ALTER TABLE plan_roles
    ADD CONSTRAINT plan_roles_plan_id_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans(id);

ALTER TABLE push_devices
    ADD CONSTRAINT push_devices_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE push_devices
    ADD CONSTRAINT push_devices_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE push_devices
    ADD CONSTRAINT push_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE push_sends
    ADD CONSTRAINT push_sends_device FOREIGN KEY (contractor_id, device_id) REFERENCES push_devices(contractor_id, id) ON DELETE CASCADE;

ALTER TABLE recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE refunds
    ADD CONSTRAINT refunds_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE refunds
    ADD CONSTRAINT refunds_of_payment FOREIGN KEY (contractor_id, payment_id) REFERENCES payments(contractor_id, id);

ALTER TABLE renewal_notices
    ADD CONSTRAINT renewal_notices_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE renewal_notices
    ADD CONSTRAINT renewal_notices_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions(contractor_id, id);

ALTER TABLE role_privileges
    ADD CONSTRAINT role_privileges_role_id_roles_id_fk FOREIGN KEY (role_id) REFERENCES roles(id);

ALTER TABLE sent_links
    ADD CONSTRAINT sent_links_application FOREIGN KEY (contractor_id, application_id) REFERENCES applications(contractor_id, id);

ALTER TABLE sent_links
    ADD CONSTRAINT sent_links_customer FOREIGN KEY (contractor_id, customer_id) REFERENCES customers(contractor_id, id);

ALTER TABLE sessions
    ADD CONSTRAINT sessions_switched_user_id_users_id_fk FOREIGN KEY (switched_user_id) REFERENCES users(id);

ALTER TABLE sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE sign_ups
    ADD CONSTRAINT sign_ups_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE sign_ups
    ADD CONSTRAINT sign_ups_subscription FOREIGN KEY (contractor_id, subscription_id) REFERENCES subscriptions(contractor_id, id);

ALTER TABLE staff_visits
    ADD CONSTRAINT staff_visits_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id);

ALTER TABLE staff_visits
    ADD CONSTRAINT staff_visits_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE staff_visits
    ADD CONSTRAINT staff_visits_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id);

ALTER TABLE staff_visits
    ADD CONSTRAINT staff_visits_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE subscriptions
    ADD CONSTRAINT subscriptions_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE subscriptions
    ADD CONSTRAINT subscriptions_next_plan_id_plans_id_fk FOREIGN KEY (next_plan_id) REFERENCES plans(id);

ALTER TABLE subscriptions
    ADD CONSTRAINT subscriptions_plan_id_plans_id_fk FOREIGN KEY (plan_id) REFERENCES plans(id);

ALTER TABLE training_materials
    ADD CONSTRAINT training_materials_category_id_training_categories_id_fk FOREIGN KEY (category_id) REFERENCES training_categories(id);

ALTER TABLE training_materials
    ADD CONSTRAINT training_materials_image_key_files_key_fk FOREIGN KEY (image_key) REFERENCES files(key);

ALTER TABLE training_materials
    ADD CONSTRAINT training_materials_track_key_files_key_fk FOREIGN KEY (track_key) REFERENCES files(key);

ALTER TABLE training_materials
    ADD CONSTRAINT training_materials_video_key_files_key_fk FOREIGN KEY (video_key) REFERENCES files(key);

ALTER TABLE training_progress
    ADD CONSTRAINT training_progress_material_id_training_materials_id_fk FOREIGN KEY (material_id) REFERENCES training_materials(id) ON DELETE CASCADE;

ALTER TABLE training_progress
    ADD CONSTRAINT training_progress_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE user_roles
    ADD CONSTRAINT user_roles_role_id_roles_id_fk FOREIGN KEY (role_id) REFERENCES roles(id);

ALTER TABLE user_roles
    ADD CONSTRAINT user_roles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE users
    ADD CONSTRAINT users_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE w9_forms
    ADD CONSTRAINT w9_forms_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);

ALTER TABLE widget_sites
    ADD CONSTRAINT widget_sites_contractor_id_contractors_id_fk FOREIGN KEY (contractor_id) REFERENCES contractors(id);
