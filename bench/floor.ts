import Fastify from 'fastify';
import { Pool } from 'pg';
import { livingSessions } from '../server/src/domains/identity/sessions/repository.ts';

/**
 * A bare Fastify route that sends the statements of a signed-in read with the same driver, both
 * prepared, without checks. It is a separate process, so that nothing else takes its time, and
 * prints its address. `tsx floor.ts <connection string>`
 */
const [, , connectionString = ''] = process.argv;
const pool = new Pool({ connectionString, max: 15 });
const { rows: sessions } = await pool.query<{ id: string }>(
  'select id from sessions order by created_at desc limit 1',
);
const ids = JSON.stringify(sessions.map(({ id }) => id));
const bare = Fastify();
bare.get('/floor', async () => {
  await pool.query({ ...livingSessions, values: [ids, new Date(), 'second-factor'] });
  const { rows } = await pool.query({
    name: 'page-names',
    text: 'select id, page_name, cc_acceptance from co_branded_pages where contractor_id = $1 and is_active order by id',
    values: [102],
  });
  return { data: rows };
});
console.log(await bare.listen({ port: 0, host: '127.0.0.1' }));
