import autocannon from 'autocannon';
import Fastify from 'fastify';
import { openDatabase } from '../server/src/platform/db/connect.ts';

/**
 * `npx tsx bench/api.ts <address> <connection string>`: requests per second of a signed-in JSON
 * read (the Applications report) beside a bare Fastify route that sends the same statements to the
 * same database, in turns, in the same run.
 */
const [base = 'http://localhost:3000', connectionString = ''] = process.argv.slice(2);
const seconds = 8;

const signedIn = await fetch(`${base}/api/v1/authentication`, {
  method: 'POST',
  body: new URLSearchParams({ username: 'brand@demo.test', password: 'Demo-pass1' }),
});
const cookie = signedIn.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
const path = '/api/v1/contractor/102/co-branded-pages/filter-list';

const { pool } = openDatabase(connectionString, { max: 20 });
const bare = Fastify();
// The same statements: the session with both accounts and their privileges, then the pages.
const account = (
  id: string,
): string => `(select json_build_object('id', u.id, 'kind', u.kind, 'contractorId', u.contractor_id, 'email', u.email,
  'firstname', u.firstname, 'lastname', u.lastname, 'teamAccess', u.team_access, 'teamResources', u.team_resources, 'paymentStatus', c.payment_status,
  'granted', coalesce((select json_agg(json_build_object('resource', p.resource, 'code', p.code)) from (select distinct resource, code from role_privileges
  where role_id in (select role_id from user_roles where u.kind = 'staff' and user_id = u.id union all
  select role_id from plan_roles where u.kind <> 'staff' and plan_id = c.plan_id)) p), '[]'))
  from users u left join contractors c on c.id = u.contractor_id where u.id = ${id} and u.is_active)`;
const { rows: sessions } = await pool.query<{ id: string }>(
  'select id from sessions order by created_at desc limit 1',
);
bare.get('/floor', async () => {
  await pool.query({
    name: 'floor-session',
    text: `select ${account('s.user_id')} as account, ${account('s.switched_user_id')} as "switchedInto" from sessions s where s.id = $1 and s.ended_at is null`,
    values: [sessions[0]?.id],
  });
  const { rows } = await pool.query(
    'select id, page_name from co_branded_pages where contractor_id = $1 and is_active order by id',
    [102],
  );
  return { data: rows };
});
await bare.listen({ port: 3999, host: '127.0.0.1' });

const run = async (url: string): Promise<number> => {
  const { requests, non2xx } = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    headers: { cookie },
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no success`);
  return requests.average;
};
for (let round = 1; round <= 3; round += 1) {
  const floor = await run('http://127.0.0.1:3999/floor');
  const product = await run(`${base}${path}`);
  console.log(
    `round ${round}: floor ${Math.round(floor)}/s, product ${Math.round(product)}/s, ratio ${(product / floor).toFixed(2)}`,
  );
}
await bare.close();
await pool.end();
