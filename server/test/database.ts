import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openDatabase, type OpenDatabase } from '../src/platform/db/connect.ts';
import { recordStatements } from './statements/record.ts';

export interface TestDatabase extends OpenDatabase {
  connectionString: string;
}

/** Any number: cloning needs the template to itself. */
const cloneLock = 7_231_905;

/**
 * A database of its own for a test file: a clone of the migrated template, or of another. `close`
 * drops it.
 */
export async function createTestDatabase(template = inject('template')): Promise<TestDatabase> {
  recordStatements(inject('statements'));
  const server = inject('postgres');
  const name = `lintel_test_${randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase(server, { max: 1 });
  await admin.pool.query('select pg_advisory_lock($1)', [cloneLock]);
  await admin.pool.query(`create database ${name} template ${template}`);
  await admin.pool.query('select pg_advisory_unlock($1)', [cloneLock]);
  const connectionString = server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
  const database = openDatabase(connectionString, { max: 10 });
  return {
    ...database,
    connectionString,
    close: async () => {
      await database.close();
      await admin.pool.query(`drop database if exists ${name} with (force)`);
      await admin.close();
    },
  };
}
