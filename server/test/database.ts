import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type OpenDatabase } from '../src/platform/db/connect.ts';
import { dropDatabase, onMachines, withDatabase } from './machines.ts';

export interface TestDatabase extends OpenDatabase {
  connectionString: string;
}

/** An arbitrary number: cloning needs exclusive access to the template. */
const cloneLock = 7_231_905;

/**
 * A database for one test file: a clone of the migrated template, or of another. `close` drops it.
 */
export async function createTestDatabase(template = inject('template')): Promise<TestDatabase> {
  const server = inject('postgres');
  const machines = inject('machines');
  const name = `lintel_test_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase(server, { max: 1 });
  await admin.pool.query('select pg_advisory_lock($1)', [cloneLock]);
  await onMachines(machines, `create database ${name} template ${template}`);
  await admin.pool.query('select pg_advisory_unlock($1)', [cloneLock]);
  // For tests that disable triggers.
  if (machines.length > 1)
    await admin.pool.query(`alter database ${name} set citus.enable_unsafe_triggers = on`);
  const connectionString = withDatabase(server, name);
  const database = openDatabase(connectionString, { max: 10 });
  return {
    ...database,
    connectionString,
    close: async () => {
      await database.close();
      await dropDatabase(machines, name);
      await admin.close();
    },
  };
}
