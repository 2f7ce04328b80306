import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** A copy, inside a folder, of the migrations as they were before one that has this number. */
export async function migrationsBefore(number: string, inside: string): Promise<string> {
  const then = join(inside, `before-${number}`);
  await cp(fileURLToPath(folder), then, { recursive: true });
  const journal = join(then, 'meta/_journal.json');
  const { entries, ...rest }: { entries: { tag: string }[] } = JSON.parse(
    await readFile(journal, 'utf8'),
  );
  const kept = entries.filter(({ tag }) => tag < number);
  if (kept.length === entries.length) throw new Error(`There is no migration ${number}`);
  await writeFile(journal, JSON.stringify({ ...rest, entries: kept }));
  return then;
}
