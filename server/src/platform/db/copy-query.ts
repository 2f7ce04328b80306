import { Column, is, type SQL } from 'drizzle-orm';
import pg from 'pg';
import type { CopyQuery } from './copy-rows.ts';
import type { Decoder } from './copy-text.ts';

/**
 * What a statement selects as a query that PostgreSQL copies out: the fastest way to many rows.
 * `COPY` takes no parameters, so they are written into the statement as PostgreSQL's client library
 * quotes them. Expressions among the fields are JSON.
 */
export function copyQuery(
  fields: Readonly<Record<string, Column | SQL>>,
  statement: { sql: string; params: unknown[] },
): CopyQuery {
  const sql = statement.sql.replace(/\$(\d+)/g, (_all, place: string) =>
    literalOf(statement.params[Number(place) - 1]),
  );
  return {
    text: `copy (${sql}) to stdout`,
    fields: Object.entries(fields).map(([name, field]) => [name, decoderOf(field)]),
  };
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new Error(`No parameter of a copied statement: ${typeof value}`);
  const text = String(value);
  // It would end the message in which the statement is sent.
  if (text.includes('\0')) throw new Error('No parameter holds the sign of number zero');
  return pg.escapeLiteral(text);
}

const decoders: Readonly<Record<string, Decoder>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'instant',
};

function decoderOf(field: Column | SQL): Decoder {
  if (!is(field, Column)) return 'json';
  const decoder = decoders[field.dataType];
  if (decoder === undefined) throw new Error(`No column that is copied: ${field.name}`);
  return decoder;
}
