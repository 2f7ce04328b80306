import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { minuteMs } from '@lintel/contract/core/durations';
import { toError } from '../errors.ts';

/** How often processes record that they use the database, in milliseconds. */
const beat = minuteMs;

export interface ClaimOptions {
  /** The folder of the embedded database; undefined when `DATABASE_URL` names a server. */
  embeddedIn?: string | undefined;
  /** The code from an earlier rejection. */
  takeOver?: string | undefined;
  log: Logger;
}

interface Claim {
  id: string;
  place: string;
  seen_at: Date;
}

/**
 * Claims the database for the processes of one deployment. The claim names the database's location,
 * so all its processes share the claim, even after a crash or a restart; a copy has another
 * location and still holds the original's claim. For such a copy, throws an error with
 * instructions.
 */
export async function claimDatabase(pool: Pool, options: ClaimOptions): Promise<void> {
  const place = await readPlace(pool, options.embeddedIn);
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
  const code = claimCode(claim);
  if (takeOver !== code) throw new Error(refusal(claim, code));
  await client.query(
    'update database_claim set id = gen_random_uuid(), place = $1, seen_at = now()',
    [place],
  );
  log.warn({ from: claim.place, to: place }, 'this copy of the database was taken over');
}

const refusal = ({ id, seen_at }: Claim, code: string): string =>
  `This database is a copy of installation ${id}, which was last active on ${seen_at.toISOString()}. ` +
  'If both ran, people would be charged and messaged twice. ' +
  'To inspect the copy without outside effects, start with RESTORE_REHEARSAL=1. ' +
  `If the original has stopped for good, start with TAKE_OVER_DATABASE=${code}.`;

/** Works for one copy only: a setting left in place never accepts a later one. */
const claimCode = ({ id, place }: Claim): string =>
  createHash('sha256').update(`${id} ${place}`).digest('hex').slice(0, 12);

/**
 * The database's location: the server's identifier, and the database's within it. A promoted
 * replica has the same; a restored dump doesn't.
 */
async function readPlace(pool: Pool, embeddedIn: string | undefined): Promise<string> {
  const { rows } = await pool.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  );
  const folder = embeddedIn === undefined ? [] : [await realpath(embeddedIn)];
  return [await readServerId(pool), rows[0]?.oid, ...folder].join('/');
}

/** Some hosts deny access to the identifier; the database's own id has to do then. */
const readServerId = (pool: Pool): Promise<string> =>
  pool
    .query<{ server: string }>('select system_identifier::text server from pg_control_system()')
    .then(
      ({ rows }) => rows[0]?.server ?? '',
      () => '',
    );

/**
 * Records every minute that the database is in use, so that a copy can report the time. Calls
 * `onLost` when another database has taken its place. Returns a function that stops it.
 */
export function keepClaim(
  pool: Pool,
  { embeddedIn, log, onLost }: ClaimOptions & { onLost(): void },
): () => void {
  const look = async (): Promise<void> => {
    const { rowCount } = await pool.query(
      'update database_claim set seen_at = now() where place = $1',
      [await readPlace(pool, embeddedIn)],
    );
    if (rowCount === 0) onLost();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      log.debug({ err: toError(error) }, 'the claim on the database was not renewed');
    });
  }, beat);
  timer.unref();
  return () => clearInterval(timer);
}
