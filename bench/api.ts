import autocannon from 'autocannon';
import Fastify from 'fastify';
import { openDatabase } from '../server/src/platform/db/connect.ts';

const seconds = 6;
const path = '/api/v1/contractor/102/co-branded-pages/filter-list';

// The same statements: the session with both accounts and their privileges, then the pages.
const account = (
  id: string,
): string => `(select json_build_object('id', u.id, 'kind', u.kind, 'contractorId', u.contractor_id, 'email', u.email,
  'firstname', u.firstname, 'lastname', u.lastname, 'teamAccess', u.team_access, 'teamResources', u.team_resources, 'paymentStatus', c.payment_status,
  'granted', coalesce((select json_agg(json_build_object('resource', p.resource, 'code', p.code)) from (select distinct resource, code from role_privileges
  where role_id in (select role_id from user_roles where u.kind = 'staff' and user_id = u.id union all
  select role_id from plan_roles where u.kind <> 'staff' and plan_id = c.plan_id)) p), '[]'))
  from users u left join contractors c on c.id = u.contractor_id where u.id = ${id} and u.is_active)`;

async function signIn(base: string): Promise<string> {
  const answer = await fetch(`${base}/api/v1/authentication`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'brand@demo.test', password: 'Demo-pass1' }),
  });
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** A bare route with the same statements, both prepared, on port 3999. */
async function startFloor(connectionString: string) {
  const { pool, close } = openDatabase(connectionString, { max: 20 });
  const bare = Fastify();
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
  const address = await bare.listen({ port: 3999, host: '127.0.0.1' });
  const stop = async (): Promise<void> => {
    await bare.close();
    await close();
  };
  return { address, stop };
}

async function requestsPerSecond(url: string, cookie: string): Promise<number> {
  const { requests, non2xx } = await autocannon({
    url,
    connections: 20,
    duration: seconds,
    headers: { cookie },
  });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no success`);
  return requests.average;
}

export interface Round {
  floor: number;
  product: number;
}

/**
 * Requests per second of a signed-in JSON read (the names of a contractor's pages) beside a bare
 * Fastify route that sends the same statements to the same database, in turns, in the same run.
 */
export async function measureRead(base: string, connectionString: string): Promise<Round[]> {
  const cookie = await signIn(base);
  const floor = await startFloor(connectionString);
  const rounds: Round[] = [];
  // The first turn of each warms up and does not count.
  for (let round = 0; round <= 3; round += 1) {
    const bare = await requestsPerSecond(`${floor.address}/floor`, cookie);
    const product = await requestsPerSecond(base + path, cookie);
    if (round > 0) rounds.push({ floor: bare, product });
  }
  await floor.stop();
  return rounds;
}

/** `npx tsx bench/api.ts <address> <connection string>` */
if (process.argv[1] === import.meta.filename) {
  const [, , base = 'http://localhost:3000', connectionString = ''] = process.argv;
  for (const { floor, product } of await measureRead(base, connectionString))
    console.log(
      `floor ${Math.round(floor)}/s, product ${Math.round(product)}/s, ratio ${(product / floor).toFixed(2)}`,
    );
}
