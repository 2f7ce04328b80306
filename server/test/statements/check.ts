import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintSync } from 'libpg-query';
import { everywhere } from './everywhere.ts';
import { unnamedTables } from './names-contractor.ts';

/**
 * What is wrong with the statements that were written down in the folder: they leave open whose rows
 * they mean, and do not stand in the list of those that may.
 */
export async function checkStatements(folder: string): Promise<string[]> {
  const problems = new Map<string, string>();
  for (const statement of await recorded(folder)) {
    const tables = unnamedTables(statement);
    const mark = markOf(statement);
    if (tables.length > 0 && !(mark in everywhere))
      problems.set(mark, `${mark}: no contractor for ${tables.join(', ')}: ${statement}`);
  }
  return [...problems.values()];
}

/** The same for the same statement with other columns or more values. */
const markOf = (statement: string): string =>
  fingerprintSync(
    statement.replaceAll(/select (?:"\w+"(?:\."\w+")?(?:, )?)+ from/g, 'select * from'),
  );

async function recorded(folder: string): Promise<Set<string>> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return new Set(
    texts.flatMap((text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line): string => JSON.parse(line)),
    ),
  );
}
