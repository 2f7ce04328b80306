import type { PoolClient } from 'pg';
import { readConfig } from './platform/config.ts';
import { listMachines, spreadOverMachines } from './platform/db/cluster/index.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { openSecondConnection } from './platform/db/open-for-command.ts';
import { toError } from './platform/errors.ts';
import { readEnvironment } from './platform/secret-files.ts';

/**
 * `npm run distribute`: distributes an installation over the machines of a Citus cluster with the
 * coordinator in `DATABASE_URL` (docs/operations/scale.md). The servers must be stopped. Safe to
 * run again: distributed tables stay unchanged.
 */
const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const database = await openSecondConnection(readConfig(readEnvironment()));
  const { pool } = database;
  /** Runs with its own connection. */
  const connected = async <Result>(
    run: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> => {
    const client = await pool.connect();
    try {
      return await run(client);
    } finally {
      client.release();
    }
  };
  try {
    const machines = await connected(listMachines);
    const others = await connected(countOthers);
    if (others > 0)
      throw new Error(
        `Stop the servers first: they have ${others} open connections to this database`,
      );
    printLine(`Worker machines: ${machines.join(', ')}`);
    await migrateDatabase(pool);
    await connected((client) => spreadOverMachines(client, printLine));
    printLine(
      'Done: all tables with contractors’ rows are distributed. New tables are distributed by their migrations.',
    );
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 1;
}

/** The number of other connections to this database. */
async function countOthers(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int count from pg_stat_activity where datname = current_database() and application_name like 'lintel%' and pid <> pg_backend_pid()",
  );
  return rows[0]?.count ?? 0;
}
