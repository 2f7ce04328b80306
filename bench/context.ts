import { pino } from 'pino';
import { findAccount } from '../server/src/domains/identity/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Context, Ports } from '../server/src/platform/context.ts';
import type { OpenDatabase } from '../server/src/platform/db/connect.ts';
import { Events } from '../server/src/platform/events.ts';
import { openTestEdges } from '../server/test/edges.ts';

/**
 * The parts of a context that benchmarks use, without listeners: the real clock, and a folder for
 * files and keys. `contextOf` of app.ts needs the build, which inlines the marketing templates.
 */
export async function openContext(
  database: OpenDatabase,
  folder: string,
  options: Pick<Ports, 'exports'> = {},
): Promise<Context> {
  const log = pino({ level: 'warn' });
  const ports = await openTestEdges({ folder, database, clock: systemClock, log }, options);
  const events = new Events();
  const accounts = { accountOf: findAccount };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- benchmarks use no other parts
  return { ...ports, db: database.db, events, emit: events.emit, accounts } as Context;
}
