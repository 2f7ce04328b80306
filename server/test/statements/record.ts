import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import pg from 'pg';

const seen = new Set<string>();
let file: string | null = null;

/**
 * Writes each statement down that this worker makes from now on, once, into the folder. Those that
 * tests write themselves are left out: they are plain texts, the product's come with their values.
 */
export function recordStatements(folder: string): void {
  if (file !== null) return;
  file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const to = file;
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...given: unknown[]): unknown {
    const [config] = given;
    if (typeof config === 'object' && config !== null && 'text' in config)
      write(to, String(config.text));
    return Reflect.apply(query, this, given);
  };
  Object.assign(pg.Client.prototype, { query: recording });
}

function write(to: string, statement: string): void {
  if (seen.has(statement)) return;
  seen.add(statement);
  appendFileSync(to, `${JSON.stringify(statement)}\n`);
}
