import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/launcher.ts';
import { prepareDatabase } from '../src/runtime.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
    template: string;
  }
}

/** One server for the whole run: an embedded one, or the real one that `DATABASE_URL` names. Its template database is migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-test-'));
  const real = process.env['DATABASE_URL'];
  const embedded = real ? null : await startEmbeddedPostgres({ dataDir: folder, durable: false });
  const server = real ?? embedded?.connectionString ?? '';
  const template = `lintel_template_${process.pid}`;
  await run(server, `create database ${template}`);
  const database = openDatabase(withDatabase(server, template));
  await prepareDatabase(database, 'no-reply@lintel.example');
  await database.close();
  project.provide('postgres', server);
  project.provide('template', template);
  return async () => {
    await run(server, `drop database if exists ${template}`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function run(server: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase(server, { max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
}

/** The same server's other database. */
function withDatabase(server: string, name: string): string {
  return server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
