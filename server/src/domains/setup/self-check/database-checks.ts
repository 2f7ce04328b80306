import type { Pool } from 'pg';
import { minuteMs } from '@lintel/contract/core/durations';
import { compareMigrations } from '../../../platform/db/migrate.ts';
import { ok, reasonOf, runbook, skipped, type Check, type Finding, type Subject } from './check.ts';

/** Extensions that the migrations create. */
const needed = ['btree_gin', 'pg_trgm'];
/** PostgreSQL 14. */
const oldestVersion = 140_000;

const down = (reason: string): Finding => ({
  status: 'fail',
  found: `The database can't be reached: ${reason}`,
  advice: `Check DATABASE_URL and the PostgreSQL server. ${runbook('the-database-is-down')}`,
});

export const database: Check = async ({ database: opened }) => {
  if (opened instanceof Error) return down(reasonOf(opened));
  let rows: { version: string; number: number; extensions: string[] }[];
  try {
    ({ rows } = await opened.pool.query(
      `select current_setting('server_version') version, current_setting('server_version_num')::int number,
              array(select extname::text from pg_extension order by 1) extensions`,
    ));
  } catch (error) {
    return down(reasonOf(error));
  }
  const { version = '', number = 0, extensions = [] } = rows[0] ?? {};
  const missing = needed.filter((name) => !extensions.includes(name));
  const found = `PostgreSQL ${version}, with ${extensions.join(', ')}`;
  if (number < oldestVersion)
    return { status: 'fail', found, advice: 'Upgrade to PostgreSQL 14 or later.' };
  if (missing.length > 0)
    return {
      status: 'fail',
      found: `${found}; without ${missing.join(' and ')}`,
      advice: `Run as a superuser: ${missing.map((name) => `create extension ${name};`).join(' ')}`,
    };
  return ok(found);
};

/** Skips a check while the database is down, which has a check of its own. */
export const withDatabase =
  (
    check: (
      opened: { pool: Pool } & Exclude<Subject['database'], Error>,
      subject: Subject,
    ) => Promise<Finding>,
  ): Check =>
  async (subject) => {
    const { database: opened } = subject;
    if (opened instanceof Error) return skipped("The database can't be reached.");
    try {
      await opened.pool.query('select 1');
    } catch {
      return skipped("The database can't be reached.");
    }
    return check(opened, subject);
  };

export const migrations = withDatabase(async ({ pool }) => {
  const { missing, unknown, applied } = await compareMigrations(pool);
  if (unknown > 0)
    return {
      status: 'fail',
      found: `A newer version of Lintel applied ${unknown} migrations that this one doesn't know`,
      advice:
        'Start that version, or restore a backup from before the upgrade. See docs/operations/upgrades.md.',
    };
  if (missing > 0)
    return {
      status: 'warn',
      found: `${missing} of ${missing + applied} migrations are missing`,
      advice: 'Start the server: it applies them. See docs/operations/upgrades.md.',
    };
  return ok(`All ${applied} migrations are applied`);
});

/** How long a due job may wait, in milliseconds. */
const waits = { warn: 5 * minuteMs, fail: 30 * minuteMs };

export const jobs = withDatabase(async ({ pool }) => {
  const { rows } = await pool.query<{ due: number; oldest: number; given_up: number }>(
    `select count(*) filter (where attempts < max_attempts)::int due,
            coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts)), 0)::float8 oldest,
            count(*) filter (where attempts >= max_attempts)::int given_up
     from graphile_worker.jobs where locked_at is null and run_at <= now()`,
  );
  const { due = 0, oldest = 0, given_up: givenUp = 0 } = rows[0] ?? {};
  const minutes = Math.floor(oldest / 60);
  const found = `${due} due, the oldest for ${minutes} minutes; ${givenUp} given up`;
  if (oldest * 1000 >= waits.warn)
    return {
      status: oldest * 1000 >= waits.fail ? 'fail' : 'warn',
      found,
      advice: `Check that a worker is running. ${runbook('linteljobswait')}`,
    };
  if (givenUp > 0)
    return {
      status: 'warn',
      found,
      advice: `Find the cause in the log and repeat them. ${runbook('linteljobsgivenup')}`,
    };
  return ok(found);
});

/** How far the clocks may differ, in seconds. */
const skew = { warn: 2, fail: 30 };

export const clock = withDatabase(async ({ pool }) => {
  const before = Date.now();
  const { rows } = await pool.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 now',
  );
  const middle = (before + Date.now()) / 2;
  const seconds = Math.abs((rows[0]?.now ?? 0) - middle) / 1000;
  const found = `The clocks of this machine and the database differ by ${seconds.toFixed(1)} seconds`;
  if (seconds < skew.warn) return ok(found);
  return {
    status: seconds >= skew.fail ? 'fail' : 'warn',
    found,
    advice: `Synchronize both clocks (NTP): sign-in codes, links, and webhooks depend on them. ${runbook('the-clock-is-wrong')}`,
  };
});
