import type { Pool } from 'pg';
import { loading } from './loading.ts';

export interface Size {
  rows: number;
  contractors: number;
  /** Rows of the first contractor, and of the second, which exports them. */
  large: number;
  exported: number;
}

/**
 * The first contractor has `large` rows, the second `exported`; the others share the rest. Ids
 * start at 100,001.
 */
export const ids = { large: 100_001, exported: 100_002, usual: 100_777 } as const;

/**
 * Fills a migrated, empty database with applications as they arrive: over two years, with all
 * contractors mixed. Creates the indexes afterward.
 */
export async function load(pool: Pool, size: Size, say: (what: string) => void): Promise<void> {
  const tables = ['contractors', 'co_branded_pages', 'applications', 'offers', 'offer_fundings'];
  await loading(pool, { tables }, say, async (run) => {
    await run('contractors', contractors, [size.contractors]);
    await run('pages', pages, [size.contractors]);
    await run('applications', applications, [
      size.rows,
      size.large,
      size.exported,
      size.contractors,
    ]);
    await run('offers', offers);
    await run('offer_fundings', fundings);
  });
}

const contractors = `
  insert into contractors (id, company_name, registered_at, payment_status)
  select 100000 + n, 'Contractor ' || n, now(), 'Paid' from generate_series(1, $1::int) n`;

const pages = `
  insert into co_branded_pages (id, contractor_id, page_name, company_name, cc_acceptance, created_at, updated_at)
  select 1000000 + n * 3 + part, 100000 + n, 'page-' || n || '-' || part, 'Contractor ' || n, 'Yes', now(), now()
  from generate_series(1, $1::int) n, generate_series(0, 2) part where part = 0 or n <= 2`;

/** Derived from a hash of the row number, so that every run is the same. */
const applications = `
  insert into applications (id, contractor_id, page_id, source, reference, draft, applicant_name, email, phone, city, state, credit_band,
    requested_amount_cents, project, started_at, completed_at, answered_at, has_offers, is_qualified, information_requested_at, approved_at, funded_at, flags)
  with numbered as (
    select n, abs(hashint8(n)::bigint) as h, abs(hashint8(n + 1000000007)::bigint) as g,
      now() - interval '730 days' * ((($1::bigint - n)::float8) / $1) as started from generate_series(1, $1::bigint) n
  ), placed as (
    select *, case when h % $1 < $2::bigint then 1 when h % $1 < $2::bigint + $3::bigint then 2 else 3 + g % ($4::bigint - 2) end as c, g % 100 as stage from numbered
  )
  select n, 100000 + c, 1000000 + c * 3 + case when c <= 2 then h % 3 else 0 end,
    (enum_range(null::application_source))[1 + h % 8], 'reference-' || n, '{}',
    (array['Alice','Ben','Chloe','Diego','Erin','Farid','Gina','Hugo','Iris','Jamal'])[1 + h % 10] || ' ' ||
      (array['Abbott','Baker','Chen','Diaz','Ellis','Fischer','Garcia','Hughes'])[1 + g % 8] || to_hex(h % 4096),
    'home' || n || '@example.com', (2000000000 + g % 7999999999)::text,
    (array['Denver','Boulder','Columbus','Portland','Austin','Tulsa'])[1 + g % 6], (array['CO','CO','OH','ME','TX','OK'])[1 + g % 6],
    (enum_range(null::credit_band))[1 + h % 5], case when stage >= 10 then 100000 + (h % 5000) * 1000 end, 'Roofing', started,
    case when stage >= 10 then started + interval '9 minutes' end, case when stage >= 10 then started + interval '10 minutes' end,
    stage >= 28, stage between 28 and 40, case when stage >= 70 then started + interval '2 days' end,
    case when stage >= 80 then started + interval '4 days' end, case when stage >= 88 then started + interval '9 days' end,
    case when n % 5000 = 0 then array['own-phone', 'repeated'] when n % 50 = 0 then array['repeated'] else '{}' end
  from placed`;

const offers = `
  insert into offers (application_id, contractor_id, reference, kind, lender_name, amount_cents, is_qualified, received_at, chosen_at, approved_at,
    funded_at, funded_amount_cents)
  select id, contractor_id, 'offer-' || part, (enum_range(null::offer_kind))[1 + (id + part) % 4],
    (array['Keystone Lending','Copperline Finance','Mainstreet Direct','Hearthside Credit'])[1 + (id + part) % 4],
    requested_amount_cents - part * 10000, is_qualified and part = 0, answered_at,
    case when part = 0 then information_requested_at end, case when part = 0 then approved_at end, case when part = 0 then funded_at end,
    case when part = 0 and funded_at is not null then requested_amount_cents end
  from applications, generate_series(0, 2) part where has_offers and part <= id % 3`;

const fundings = `
  insert into offer_fundings (contractor_id, offer_id, application_id, number, event_id, amount_cents, at, received_at)
  select contractor_id, id, application_id, 1, 'funded', funded_amount_cents, funded_at, funded_at
  from offers where funded_at is not null`;
