import type { Pool } from 'pg';
import { loading } from './loading.ts';

export interface Size {
  /**
   * The number of text messages, of e-mails, and of consents; there are a fifth as many links, and
   * a fiftieth as many opt-outs.
   */
  rows: number;
  contractors: number;
  /** Rows of the first contractor; the others share the rest. */
  large: number;
}

/** Ids start at 100,001. */
export const ids = { large: 100_001, usual: 100_777 } as const;

const tables = [
  'contractors',
  'co_branded_pages',
  'applications',
  'application_consents',
  'consent_texts',
  'text_stops',
  'messages',
  'unsubscribers',
  'customers',
  'sent_links',
  'staff_visits',
];

/**
 * Search indexes of the report and the customers, measured by bench/applications.ts and
 * bench/desk.ts.
 */
const leftOut = ['applications_contractor_search', 'customers_search', 'customers_tags'];

/**
 * Fills a migrated, empty database with a year of data: applications with three consents each, and
 * texts and e-mails about them and about links, with all contractors mixed.
 */
export async function load(pool: Pool, size: Size, say: (what: string) => void): Promise<void> {
  const { rows, contractors, large } = size;
  // A fraction of the rows, distributed over contractors as all of them are.
  const part = (by: number) => [Math.ceil(rows / by), Math.ceil(large / by), contractors];
  await loading(pool, { tables, leftOut }, say, async (run) => {
    await run('contractors', contractorRows, [contractors]);
    await run('pages', pages, [contractors]);
    await run('applications', applications, part(3));
    await run('consents', consents);
    await run('consent texts', consentTexts);
    await run('texts', texts, part(1));
    await run('stops', stops, part(50).slice(0, 1));
    await run('e-mails', emails, part(1));
    await run('unsubscribed', unsubscribed, part(50).slice(0, 1));
    await run('customers', customers, part(10));
    await run('links', links, part(5));
    await run('visits', visits, part(50));
  });
}

const contractorRows = `
  insert into contractors (id, company_name, registered_at, payment_status)
  select 100000 + n, 'Contractor ' || n, now(), 'Paid' from generate_series(1, $1::int) n`;

const pages = `
  insert into co_branded_pages (id, contractor_id, page_name, company_name, cc_acceptance, created_at, updated_at)
  select 1000000 + n, 100000 + n, 'page-' || n, 'Contractor ' || n, 'Yes', now(), now() from generate_series(1, $1::int) n`;

/** A hash of the row number selects the contractor, so that every run is the same. */
const insertedAt = (moreValues = '') => `
  numbered as (
    select n, abs(hashint8(n)::bigint) as h, abs(hashint8(n + 1000000007)::bigint) as g,
      now() - interval '370 days' * ((($1::bigint - n)::float8) / $1) as made ${moreValues} from generate_series(1, $1::bigint) n
  ), placed as (
    select *, 100000 + case when h % $1 < $2::bigint then 1 else 2 + g % ($3::bigint - 1) end as c from numbered
  )`;

/** Ten digits in some three hundred area codes. */
const phone = (n: string): string =>
  `(201 + ${n} % 307)::text || lpad((${n} * 7919 % 10000000)::text, 7, '0')`;

const applications = `
  insert into applications (id, contractor_id, page_id, source, reference, draft, applicant_name, email, phone, city, state,
    started_at, completed_at, answered_at, consent_at, consent_version, texts_agreed_at)
  with ${insertedAt()}
  select n, c, 900000 + c, (enum_range(null::application_source))[1 + h % 8], 'reference-' || n, '{}',
    (array['Alice','Ben','Chloe','Diego','Erin','Farid'])[1 + h % 6] || ' ' || (array['Abbott','Baker','Chen','Diaz'])[1 + g % 4] || to_hex(h % 4096),
    'home' || n % ($1 * 4 / 5) || '@example.com', ${phone('(n % ($1 * 4 / 5))')}, 'Denver', 'CO', made, made + interval '9 minutes',
    made + interval '10 minutes', made + interval '9 minutes', 'sharing 3, e-sign 3, contact 3', case when h % 3 > 0 then made + interval '9 minutes' end
  from placed`;

const consents = `
  insert into application_consents (contractor_id, application_id, kind, answer, version, effective_from, language, text_hash, at, name, email, phone, address, user_agent)
  select contractor_id, id, kind, case when kind = 'contact' and texts_agreed_at is null then 'declined' else 'given' end::consent_answer,
    3, '2026-01-01', 'en', md5(kind::text || contractor_id) || md5(kind::text), consent_at, applicant_name, email, phone, '203.0.113.7',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile'
  from applications, unnest(enum_range(null::consent_kind)) kind`;

const consentTexts = `
  insert into consent_texts (contractor_id, hash, text)
  select id, md5(kind::text || id) || md5(kind::text), 'I agree.' from contractors, unnest(enum_range(null::consent_kind)) kind
  where id > 100000`;

/** Four of five are about an application, the fifth about a link; four about each. */
const key = `case when n % 5 > 0 then 'homeowner-' || 1 + n / 5 * 4 / 3 || '-offers-' || n else 'link-' || n / 5 || '-send-1' end`;

/** The row that it is about. */
const about = `case when n % 5 > 0 then 'homeowner' else 'link' end, case when n % 5 > 0 then 1 + n / 5 * 4 / 3 else n / 5 end`;

const texts = `
  insert into messages (channel, contractor_id, key, about_kind, about_id, event, status, recipient, encoding, segments, provider, provider_id, attempts, reason, created_at, settled_at)
  with ${insertedAt()}
  select 'text', case when n % 5 > 0 then coalesce(a.contractor_id, c) else c end, ${key}, ${about}, case when n % 5 > 0 then 'homeowner-offers' else 'link-apply' end, status, '+1' || ${phone('n')}, 'gsm-7', 1, 'sandbox', 'SM' || md5(n::text), 1,
    case when status in ('failed', 'undelivered') then 'Unreachable' end, made, case when status <> 'queued' then made + interval '3 seconds' end
  from placed left join applications a on a.id = 1 + n / 5 * 4 / 3, lateral (select case when n > $1 - 200 then 'queued' when h % 100 = 7 then 'failed' when h % 50 = 9 then 'undelivered'
    when h % 100 = 11 then 'suppressed' when h % 10 = 3 then 'sent' else 'delivered' end::message_status as status) told`;

const stops = `
  insert into text_stops (number, stopped_at, source)
  select '+1' || ${phone('n * 50')}, now() - interval '370 days' * (abs(hashint8(n)::bigint) % 1000000 / 1000000.0), (enum_range(null::stop_source))[1 + n % 3]
  from generate_series(1, $1::bigint) n on conflict do nothing`;

const emails = `
  insert into messages (channel, contractor_id, key, about_kind, about_id, event, status, message_id, sender, recipient, subject, attempts, reason, built_in_reason, created_at, settled_at)
  with ${insertedAt()}
  select 'email', case when n % 5 > 0 then coalesce(a.contractor_id, c) else c end, ${key}, ${about}, case when n % 5 > 0 then 'homeowner-offers' else 'link-apply' end, status, '<' || md5(n::text) || '@example.com>',
    'Lintel <mail@example.com>', 'home' || n % ($1 * 4 / 15) || '@example.com', 'Your financing offers are ready', 1, case when status = 'failed' then 'Mailbox unavailable' end,
    case when h % 200 = 5 then 'The template has a mistake' end, made, case when status <> 'queued' then made + interval '3 seconds' end
  from placed left join applications a on a.id = 1 + n / 5 * 4 / 3, lateral (select case when n > $1 - 200 then 'queued' when h % 100 = 7 then 'failed'
    when h % 100 = 11 then 'suppressed' else 'sent' end::message_status as status) told`;

const unsubscribed = `
  insert into unsubscribers (email, date, source)
  select 'home' || n * 13 || '@' || (array['example.com','example.org','example.net'])[1 + n % 3], now() - interval '370 days' * (abs(hashint8(n)::bigint) % 1000000 / 1000000.0),
    (enum_range(null::unsubscribe_source))[1 + n % 3] from generate_series(1, $1::bigint) n`;

const customers = `
  insert into customers (contractor_id, id, name, phone, email, street, city, state, zip, tags, tag_words, origin, created_at, updated_at, active_at)
  overriding system value
  with ${insertedAt()}
  select c, n, 'Ann Abbott ' || n, ${phone('n')}, 'home' || n || '@example.com', '', 'Denver', 'CO', '80014', '{}', '', 'import', made, made, made from placed`;

/** About two links per customer. */
const links = `
  insert into sent_links (contractor_id, id, customer_id, page_id, channel, language, name, phone, email, created_at, created_by, expires_at, send_state, sent_at, delivered_at, opened_at, opens, started_at, submitted_at, application_id)
  overriding system value
  with ${insertedAt()}
  select k.contractor_id, n, k.id, 900000 + k.contractor_id, (array['text','email','qr','share'])[1 + h % 4], 'en', k.name, k.phone, k.email, made, 1, made + interval '30 days', 'sent', made,
    case when h % 4 = 0 then made end, case when h % 3 = 0 then made + interval '1 hour' end, (h % 3 = 0)::int, case when h % 6 = 0 then made + interval '1 hour' end,
    case when h % 9 = 0 then made + interval '2 hours' end, case when h % 9 = 0 then n end
  from placed join customers k on k.id = 1 + (n * 3 / 2) % ($1 / 2)`;

const visits = `
  insert into staff_visits (id, contractor_id, user_id, actor_id, session_id, reason, started_at, ends_at)
  with ${insertedAt()} select 1000 + n, c, 1, 1, gen_random_uuid(), 'Helps with a page', made, made + interval '30 minutes' from placed`;
