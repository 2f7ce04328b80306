import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sandboxGateway, type SandboxGateway } from '../../src/domains/billing/gateway/sandbox.ts';
import { lastDays, reconcile } from '../../src/domains/billing/payments/reconcile.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openTestContext } from '../context.ts';
import { TestClock } from '../edges.ts';
import { startBuilt, type BuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { OnEachMachine } from '../machines.ts';
import { planOf, subscribeNew } from '../sandbox-subscribers.ts';
import { overTcp } from '../tcp-database.ts';

const count = 6;
/** The worker's concurrency. */
const atOnce = 4;
const priceCents = 10_000;
/** An arbitrary number. */
const gate = 7_231_906;

let folder: string;
let database: TestDatabase;
let network: Awaited<ReturnType<typeof overTcp>>;
let gateway: SandboxGateway;
let running: BuiltServer | undefined;
const encryptionKey = randomBytes(32).toString('hex');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-money-'));
  database = await createTestDatabase();
  network = await overTcp(database.connectionString);
  gateway = sandboxGateway({
    db: database.db,
    clock: systemClock,
    publicUrl: 'http://localhost',
    secret: 'x',
  });
});
afterAll(async () => {
  await running?.stop('SIGKILL');
  network.close();
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(): Promise<void> {
  const settings = {
    DATABASE_URL: network.url,
    ENCRYPTION_KEY: encryptionKey,
    DATA_DIR: folder,
    ROLE: 'worker',
    DEMO: '0',
  };
  running = await startBuilt({ ...settings, LOG_LEVEL: 'info', NODE_ENV: 'test' }, /works on jobs/);
}

const numberOf = async (query: string): Promise<number> => {
  const { rows } = await database.pool.query<{ count: string }>(`select count(*) from ${query}`);
  return Number(rows[0]?.count);
};
async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) {
    if (running?.hasEnded()) throw new Error(`The worker ended by itself: ${running.said()}`);
    await sleep(50);
  }
}

/** Blocks all bookings until the returned function is called, after their charges are made. */
async function holdBookings(): Promise<() => Promise<void>> {
  const { pool, connectionString } = database;
  await pool.query(`
    create function wait_at_the_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`);
  await pool.query(
    'create trigger wait_at_the_gate before insert on ledger_entries for each row execute function wait_at_the_gate()',
  );
  const open = await new OnEachMachine(inject('machines'), connectionString).lock(gate);
  return async () => {
    await open();
    await pool.query('drop trigger wait_at_the_gate on ledger_entries');
  };
}

const forgetEvents = () =>
  database.pool.query(`
    delete from graphile_worker._private_jobs using graphile_worker._private_tasks tasks
    where tasks.id = task_id and tasks.identifier = 'billing.sandbox-event'`);

test('a kill -9 between a charge and its booking loses no payment and charges none twice: after the restart the books match the gateway', async () => {
  const planId = await planOf({ database, gateway }, priceCents);
  for (let at = 0; at < count; at += 1) await subscribeNew({ database, gateway }, planId);
  const open = await holdBookings();
  await start();
  await until(
    async () => (await numberOf(`sandbox_intents where status = 'succeeded'`)) >= atOnce / 2,
  );
  await sleep(500);
  await running?.stop('SIGKILL');
  const charged = await numberOf(`sandbox_intents where status = 'succeeded'`);
  expect(charged).toBeGreaterThanOrEqual(1);
  expect(await numberOf('ledger_entries')).toBe(0);
  expect(await numberOf(`payment_attempts where state = 'started'`)).toBeGreaterThanOrEqual(
    charged,
  );
  // The webhook is lost too, so only polling the gateway helps, and the minute before polling has
  // passed.
  await forgetEvents();
  await open();
  await database.pool.query(
    `update payment_attempts set started_at = now() - interval '2 minutes'`,
  );
  await start();
  await until(async () => (await numberOf(`payments where state = 'Succeeded'`)) === count);
  await until(
    async () =>
      (await numberOf(`payment_attempts where state in ('started', 'requires_action')`)) === 0,
  );
  await running?.stop('SIGKILL');
  const { rows } = await database.pool.query(
    `select intents.amount_cents::int as charged, entries.amount_cents::int as booked
     from sandbox_intents intents full join ledger_entries entries on entries.reference = intents.id`,
  );
  expect(rows).toEqual(
    Array.from({ length: count }, () => ({ charged: priceCents, booked: priceCents })),
  );
  expect(await numberOf(`contractors where payment_status = 'Paid'`)).toBe(count);
  expect(await numberOf(`messages where event = 'payment-succeeded'`)).toBe(count);
  const clock = new TestClock(new Date());
  const { context, close } = await openTestContext(database, clock);
  const made = await reconcile(
    { ...context, gateway },
    { range: lastDays(new Date(), 1), userId: null },
  );
  expect(made).toMatchObject({ checked: count, differences: [], problem: '' });
  await close();
}, 300_000);
