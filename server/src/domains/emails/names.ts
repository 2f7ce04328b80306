import type { Template } from '@lintel/contract/emails';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { presentTemplate, type Names } from './present.ts';
import { findTemplate } from './template-repository.ts';

/** The full names of accounts, as identity knows them. */
export type NamesOf = (db: Database, userIds: readonly number[]) => Promise<Names>;

interface Deps {
  db: Database;
  namesOf: NamesOf;
}

/** The names of those who are among `ids`, each asked for once. */
export async function namesIn(
  { db, namesOf }: Deps,
  ids: readonly (number | null)[],
): Promise<Names> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  return known.length === 0 ? new Map() : namesOf(db, known);
}

/** A template as the wire shows it. Throws `not_found`. */
export async function oneTemplate(deps: Deps, id: number): Promise<Template> {
  const row = await findTemplate(deps.db, id);
  if (row === undefined) throw new AppError('not_found');
  return presentTemplate(row, await namesIn(deps, [row.template.lastEditBy]));
}
