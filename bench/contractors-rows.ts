import type { Pool } from 'pg';

const words = (list: string): string =>
  `(array[${list
    .split(' ')
    .map((word) => `'${word}'`)
    .join(',')}])`;
const places = words(
  'Harbor Cedar Mesa Northgate Prairie Lakeshore Redrock Oldmill Granite Maple Evergreen Silver Summit Oak Iron Canyon',
);
const trades = words(
  'Kitchens Roofing Heating Windows Exteriors Solar Decks Painting Gutters Baths Floors Fencing',
);
const first = words(
  'Jordan Riley Morgan Elena Marcus Noor Hannah Luis Grace Omar Priya Brandon Connie Freddie Casey Toni',
);
const last = words(
  'Bennett Castillo Dvorak Freeman Gupta Hoffman Natarajan Okafor Larsen Alvarez Brandt Reyes Quinn Porter Ito',
);
const one = (list: string, seed: string): string =>
  `${list}[1 + (${seed}) % array_length(${list}, 1)]`;

/**
 * Fills an empty database with contractors in a realistic mix of plans, statuses, and tax forms.
 */
export async function fillContractors(pool: Pool, rows: number): Promise<void> {
  await pool.query(`insert into plans (id, name, tier, price_cents, stripe_id)
    select n, t || ' ' || n, t::tier, 9900, 'price_' || n
    from generate_series(1, 12) n, lateral (select (array['Pro','Self','Concierge','Brand','Free','Test'])[1 + n % 6] t) tier`);
  const step = 50_000;
  for (let from = 1; from <= rows; from += step) {
    await pool.query(
      `insert into contractors (id, company_name, first_name, last_name, email, phone, plan_id, payment_status, owner_id, activated_at,
         activation_error, lead_id, w9_status, w9_full_name, w9_company_name, w9_is_ssn, w9_skip_differences, registered_at)
       select 100000 + n, ${one(places, 'h')} || ' ' || ${one(trades, 'h / 16')} || ' ' || n,
         ${one(first, 'h / 200')}, ${one(last, 'h / 3000')},
         lower(${one(first, 'h / 200')}) || '.' || n || '@example.com', lpad((5550000000 + h % 9999999)::text, 10, '0'),
         case when h % 50 = 0 then null else 1 + h / 5000 % 12 end,
         (array['Paid','Paid','Paid','Unpaid','Unpaid','Failed','Canceled','Renewed'])[1 + h % 8]::payment_status,
         case when n % 3 = 0 then n end,
         case when n % 3 = 0 and h % 10 <> 0 then now() - (h % 900) * interval '1 day' end, n % 3 = 0 and h % 200 = 0,
         case when n % 3 <> 0 then n end,
         case when n % 3 <> 0 then 'Not found' else (array['Not found','Pending','Verified','Verified','Rejected'])[1 + h % 5] end,
         case when n % 3 = 0 then ${one(first, 'h / 200')} || ' ' || ${one(last, 'case when h % 40 = 0 then h else h / 3000 end')} else '' end,
         '', n % 2 = 0, h % 80 = 0, now() - (h % 1500) * interval '1 day' - n * interval '1 second'
       from (select n, abs(hashint4(n)) h from generate_series($1::int, $2::int) n) numbered`,
      [from, Math.min(rows, from + step - 1)],
    );
  }
  // Rows count as visible to all only once their transactions have reached the disk.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await pool.query('vacuum analyze contractors');
}
