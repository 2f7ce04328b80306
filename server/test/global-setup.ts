import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import type { TestProject } from 'vitest/node';
import { makeTemporaryFolder } from '../../scripts/lib/memory-folder.ts';
import { seedDemo } from '../src/demo/index.ts';
import { demoPassword } from '../src/demo/people.ts';
import { readPlacement } from '../src/platform/db/cluster/index.ts';
import { openDatabase } from '../src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded/launcher.ts';
import { readConfig } from '../src/platform/config.ts';
import { prepareDatabase } from '../src/runtime.ts';
import {
  dropDatabase,
  joinMachines,
  keepForCopies,
  machinesOfCluster,
  onMachines,
  spreadDatabase,
  withDatabase,
} from './machines.ts';
import { createContext } from '../src/app.ts';
import { openTestEdges, TestClock } from './edges.ts';
import { silent } from './renderer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string;
    /** The servers of each database: one, or those of the cluster. */
    machines: string[];
    template: string;
    demoTemplate: string;
    demoFolder: string;
    /** The tables whose statements must name the contractor. */
    contractorTables: string[];
  }
}

/**
 * One server for the whole run: an embedded one, the one in `DATABASE_URL`, or the cluster with the
 * coordinator in `CITUS_URL`. Two template databases are created once: a migrated one, and one with
 * the demo data.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = makeTemporaryFolder();
  const cluster = process.env['CITUS_URL'];
  const real = cluster ?? process.env['DATABASE_URL'];
  const embedded = real
    ? null
    : await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false });
  const server = real ?? embedded?.connectionString ?? '';
  const template = `lintel_template_${process.pid}`;
  const machines = cluster === undefined ? [server] : await machinesOfCluster(cluster);
  const run = (statement: string): Promise<void> => onMachines(machines, statement);
  await run(`create database ${template}`);
  if (cluster !== undefined) {
    await joinMachines(machines, template);
    await spreadDatabase(withDatabase(server, template));
  }
  const database = openDatabase(withDatabase(server, template));
  await prepareDatabase(database, readConfig({}));
  const { spread } = await readPlacement(database.pool);
  await database.close();
  if (cluster !== undefined) await keepForCopies(machines, template);
  const demoTemplate = `${template}_demo`;
  const demoFolder = join(folder, 'demo');
  await run(`create database ${demoTemplate} template ${template}`);
  await seed(withDatabase(server, demoTemplate), demoFolder);
  if (cluster !== undefined) await keepForCopies(machines, demoTemplate);
  project.provide('contractorTables', spread);
  project.provide('postgres', server);
  project.provide('machines', machines);
  project.provide('template', template);
  project.provide('demoTemplate', demoTemplate);
  project.provide('demoFolder', demoFolder);
  return async () => {
    await dropDatabase(machines, demoTemplate);
    await dropDatabase(machines, template);
    await embedded?.stop();
    remove();
  };
}

async function seed(connectionString: string, folder: string): Promise<void> {
  const database = openDatabase(connectionString);
  const clock = new TestClock(new Date());
  const deps = await openTestEdges({ folder, database, clock, log: silent });
  await seedDemo(createContext(deps), fileURLToPath(new URL('../assets', import.meta.url)));
  // The tests sign in thousands of times, and a password's hash says how expensive its check is.
  await database.pool.query('update users set password_hash = $1 where password_hash is not null', [
    await hash(demoPassword, { memoryCost: 32, timeCost: 1 }),
  ]);
  await deps.drawing.close();
  deps.helpers.close();
  await database.close();
}
