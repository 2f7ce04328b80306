import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { errorOf } from '../errors.ts';

/**
 * In milliseconds: how long a step waits for each of its locks before everybody else goes first, and
 * the pause before it tries again. A step that takes several has given up before PostgreSQL looks
 * for deadlocks (after a second), so that it is never somebody's request that has to give way.
 */
const pace = { lock: 100, pause: 500 };
const longestLock = 900;
const mostTries = 1000;
/**
 * It waits longer after each so many tries: on some tables there is always a transaction that takes
 * a while, as when messages are handed over.
 */
const triesUntilLonger = 20;

interface Step {
  sql: string;
  /** Again and again, until it changes nothing more. */
  repeats: boolean;
}

/**
 * Does what migrations leave to be done while the product runs: building indexes, filling columns
 * in portions, looking at rows for new constraints. Each step is done once, in the order of the
 * files and of their steps; what was interrupted goes on where it was. The caller holds the lock of
 * migrations.
 */
export async function migrateOnline(
  client: PoolClient,
  folder: string,
  { lock, pause } = pace,
): Promise<void> {
  await client.query(
    'create table if not exists online_migrations (name text not null, step integer not null, primary key (name, step))',
  );
  await client.query('set statement_timeout = 0');
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
    for (const name of names) {
      const { rows } = await client.query<{ step: number }>(
        'select step from online_migrations where name = $1',
        [name],
      );
      const done = new Set(rows.map(({ step }) => step));
      for (const [step, what] of stepsOf(await readFile(join(folder, name), 'utf8')).entries())
        if (!done.has(step))
          await patiently(pause, (tries) =>
            take(client, { name, step, lock: lockAfter(lock, tries) }, what),
          );
    }
  } finally {
    await client.query('reset statement_timeout');
  }
}

const stepsOf = (text: string): Step[] =>
  text.split(/^(?=--> (?:step|repeat)$)/m).map((part) => ({
    sql: part.replace(/^--> \w+\n/, ''),
    repeats: part.startsWith('--> repeat'),
  }));

/** What is done and that it is done are one transaction, where the database allows that. */
async function take(
  client: PoolClient,
  { name, step, lock }: { name: string; step: number; lock: number },
  { sql, repeats }: Step,
): Promise<void> {
  const note = (): Promise<unknown> =>
    client.query('insert into online_migrations (name, step) values ($1, $2)', [name, step]);
  if (/\bconcurrently\b/i.test(sql)) {
    await dropBroken(client, sql);
    await client.query(sql);
    await note();
    return;
  }
  if (repeats) {
    while (((await client.query(sql)).rowCount ?? 0) > 0);
    await note();
    return;
  }
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lock}`);
    await client.query(sql);
    await note();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An index whose building was interrupted is there and of no use. */
async function dropBroken(client: PoolClient, sql: string): Promise<void> {
  const name = /create (?:unique )?index concurrently if not exists (\w+)/i.exec(sql)?.[1];
  if (name === undefined) return;
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (rowCount) await client.query(`drop index concurrently ${name}`);
}

const lockNotAvailable = '55P03';
const deadlock = '40P01';

/** How long to wait for each lock at this try, the first of which is 1. */
const lockAfter = (lock: number, tries: number): number =>
  Math.min(longestLock, lock * Math.ceil(tries / triesUntilLonger));

/** Whoever would have to wait long for a lock lets the others go first and tries again. */
async function patiently(pause: number, work: (tries: number) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work(tries);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { code } = errorOf(error);
      if (tries >= mostTries || (code !== lockNotAvailable && code !== deadlock)) throw error;
      await sleep(pause);
    }
}
