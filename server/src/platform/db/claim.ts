import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { minuteMs } from '@lintel/contract/core/durations';
import { errorOf } from '../errors.ts';

/** How often processes note that they work on the database, in milliseconds. */
const beat = minuteMs;

export interface ClaimOptions {
  /** The folder of the embedded database; undefined where `DATABASE_URL` names a server. */
  embeddedIn?: string | undefined;
  /** The code that an earlier refusal named. */
  takeOver?: string | undefined;
  log: Logger;
}

interface Claim {
  id: string;
  place: string;
  seen_at: Date;
}

/**
 * Claims the database for the processes that work on it. The claim names the place where the
 * database is, so all processes on it share the claim, also after a crash or a restart; a copy is
 * elsewhere and still holds the claim of the original. Throws an error that says how to continue
 * when the database is such a copy.
 */
export async function claimDatabase(pool: Pool, options: ClaimOptions): Promise<void> {
  const place = await placeOf(pool, options.embeddedIn);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await claimIn(client, place, options);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function claimIn(
  client: PoolClient,
  place: string,
  { takeOver, log }: ClaimOptions,
): Promise<void> {
  await client.query(
    'insert into database_claim (id, place, seen_at) values (gen_random_uuid(), $1, now()) on conflict do nothing',
    [place],
  );
  const { rows } = await client.query<Claim>(
    'select id, place, seen_at from database_claim for update',
  );
  const [claim] = rows;
  if (claim === undefined) throw new Error('The claim on the database was not stored');
  if (claim.place === place) {
    await client.query('update database_claim set seen_at = now()');
    return;
  }
  const code = codeOf(claim);
  if (takeOver !== code) throw new Error(refusal(claim, code));
  await client.query(
    'update database_claim set id = gen_random_uuid(), place = $1, seen_at = now()',
    [place],
  );
  log.warn({ from: claim.place, to: place }, 'this copy of the database was taken over');
}

const refusal = ({ id, seen_at }: Claim, code: string): string =>
  `This database is a copy of installation ${id}, which was last at work on ${seen_at.toISOString()}. ` +
  'If both worked, people would be charged and written to twice. ' +
  'To look at the copy without any effect outside, start with RESTORE_REHEARSAL=1. ' +
  `If the original has stopped for good, start with TAKE_OVER_DATABASE=${code}.`;

/** Good for one copy only: a setting that stays in place takes over no later one. */
const codeOf = ({ id, place }: Claim): string =>
  createHash('sha256').update(`${id} ${place}`).digest('hex').slice(0, 12);

/**
 * Where the database is: the server's own identifier, and the database's in it. A replica that
 * takes the place of its primary has the same; a dump that is loaded has not.
 */
async function placeOf(pool: Pool, embeddedIn: string | undefined): Promise<string> {
  const { rows } = await pool.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  );
  const folder = embeddedIn === undefined ? [] : [await realpath(embeddedIn)];
  return [await serverOf(pool), rows[0]?.oid, ...folder].join('/');
}

/** Some hosts forbid their users to ask; the database's own number has to do then. */
const serverOf = (pool: Pool): Promise<string> =>
  pool
    .query<{ server: string }>('select system_identifier::text server from pg_control_system()')
    .then(
      ({ rows }) => rows[0]?.server ?? '',
      () => '',
    );

/**
 * Notes every minute that the database is in use, so that a copy can tell when that was. Calls
 * `onLost` when another database has been put in its place meanwhile. Returns what stops it.
 */
export function keepClaim(
  pool: Pool,
  { embeddedIn, log, onLost }: ClaimOptions & { onLost(): void },
): () => void {
  const look = async (): Promise<void> => {
    const { rowCount } = await pool.query(
      'update database_claim set seen_at = now() where place = $1',
      [await placeOf(pool, embeddedIn)],
    );
    if (rowCount === 0) onLost();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      log.debug({ err: errorOf(error) }, 'the claim on the database was not renewed');
    });
  }, beat);
  timer.unref();
  return () => clearInterval(timer);
}
