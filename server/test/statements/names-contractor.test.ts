import { expect, test } from 'vitest';
import { unnamedTables } from './names-contractor.ts';

const tables = [
  'applications',
  'offers',
  'payments',
  'payouts',
  'commissions',
  'messages',
  'lender_events',
];

test('accepts a statement that names the contractor of every row that it reads or changes', () => {
  const named = [
    'select * from applications where contractor_id = $1 and id = $2',
    'select * from applications a where a.contractor_id = any($1)',
    'select * from applications where (contractor_id, id) = ($1, $2)',
    'select * from applications where (contractor_id, id) in (select 1, 2)',
    'select * from applications a join offers o on o.contractor_id = a.contractor_id and o.application_id = a.id where a.contractor_id = $1',
    'select * from applications a join offers o using (contractor_id) where o.contractor_id = $1',
    'select c.id, (select count(*) from payments p where p.contractor_id = $1) from contractors c where c.id = $1',
    'select 1 from applications a where a.contractor_id = $1 and exists (select 1 from offers o where o.contractor_id = $1 and o.application_id = a.id)',
    'select * from contractors c join payments p on p.contractor_id = c.id where c.id = $1',
    'with due as (select contractor_id, id from offers where contractor_id = $1) update applications a set phone = 1 from due where a.contractor_id = due.contractor_id',
    'insert into payments (contractor_id, number) values ($1, $2) on conflict (contractor_id, number) do nothing',
    'insert into payments (contractor_id, number) values ($1, $2) on conflict do nothing',
    'delete from messages where contractor_id = $1::integer and id = 1',
    'select * from contractors where lower(company_name) = $1',
  ];
  for (const statement of named)
    expect([statement, unnamedTables(statement, tables)]).toEqual([statement, []]);
});

test('finds rows without a contractor anywhere in a statement', () => {
  const open: [string, string[]][] = [
    ['select * from applications where reference = $1 for update', ['applications']],
    ['select * from applications where contractor_id = $1 or id = $2', ['applications']],
    ['select * from applications where contractor_id > $1', ['applications']],
    ['select * from applications a where a.contractor_id = a.contractor_id', ['applications']],
    [
      'select * from applications a join offers o on o.application_id = a.id where a.contractor_id = $1',
      ['offers'],
    ],
    ['select * from contractors c join payments p on p.contractor_id = c.id', ['payments']],
    ['select 1 where exists (select 1 from payouts where run_id = $1)', ['payouts']],
    ['with a as (select * from offers) select * from a where contractor_id = $1', ['offers']],
    [
      'select 1 from applications where contractor_id = $1 union all select 1 from commissions',
      ['commissions'],
    ],
    [
      'select c.id, (select count(*) from payments p where p.contractor_id = c.id) from contractors c where c.id = $1',
      ['payments'],
    ],
    [
      'select 1 from applications a where a.contractor_id = $1 and exists (select 1 from offers o where o.contractor_id = a.contractor_id and o.application_id = a.id)',
      ['offers'],
    ],
    [
      'select 1 from applications where contractor_id = $1 and exists (select 1 from offers o where o.contractor_id = applications.contractor_id)',
      ['offers'],
    ],
    [
      'select 1 from applications a cross join lateral (select 1 from offers o where o.contractor_id = a.contractor_id limit 1) o where a.contractor_id = $1',
      ['offers'],
    ],
    ['update payments set number = 1 where id = $1', ['payments']],
    ['delete from messages where id = $1', ['messages']],
    ['insert into lender_events (id) values ($1)', ['lender_events']],
    [
      'insert into payments (contractor_id, number) values ($1, $2) on conflict (number) do nothing',
      ['payments'],
    ],
    [
      'insert into payments (contractor_id, number) select contractor_id, id from payouts',
      ['payouts'],
    ],
  ];
  for (const [statement, found] of open)
    expect([statement, unnamedTables(statement, tables)]).toEqual([statement, found]);
});
