import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from './database.ts';

const folder = new URL('../migrations/', import.meta.url);

export interface FormerDatabase extends TestDatabase {
  /** Applies that migration alone. */
  applyIt(): Promise<void>;
  /** Applies it and all that came later. */
  applyRest(): Promise<void>;
}

/**
 * A database of its own with the schema as it was before a migration, whose file's name ends so.
 * For one machine alone: a cluster's database cannot go back.
 */
export async function databaseBefore(migration: string): Promise<FormerDatabase> {
  const database = await createTestDatabase();
  const { pool } = database;
  await pool.query(
    'drop schema public cascade; create schema public; create extension if not exists pg_trgm',
  );
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted((a, b) => a.localeCompare(b));
  const added = files.findIndex((name) => name.endsWith(migration));
  if (added === -1) throw new Error(`No migration ends with ${migration}`);
  const apply = async (some: readonly string[]): Promise<void> => {
    for (const name of some) await pool.query(await readFile(new URL(name, folder), 'utf8'));
  };
  await apply(files.slice(0, added));
  return {
    ...database,
    applyIt: () => apply(files.slice(added, added + 1)),
    applyRest: () => apply(files.slice(added)),
  };
}
