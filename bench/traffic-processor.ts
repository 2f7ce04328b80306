import { setTimeout as sleep } from 'node:timers/promises';
import { processTreeTime } from './processor.ts';
import { databasePid, kinds, type Kind } from './traffic.ts';

/** CPU milliseconds per call, including the jobs that it causes. */
export interface KindCost {
  name: string;
  /** Percent of calls. */
  part: number;
  server: number;
  database: number;
}

/** Measured calls per kind. */
const calls = 200;
/** Milliseconds until the jobs of the last calls finish. */
const settleMs = 4000;

/** Measures each kind separately, one call after another. */
export async function measureKinds(): Promise<KindCost[]> {
  const root = await databasePid();
  // Let the startup work finish first.
  await sleep(3 * settleMs);
  const rest = await measureProcessTime(root, () => sleep(settleMs));
  const costs: KindCost[] = [];
  for (const kind of kinds) {
    await send(kind, 30);
    await sleep(settleMs);
    const { server, database } = await measureProcessTime(root, async () => {
      await send(kind, calls);
      await sleep(settleMs);
    });
    const { name, part } = kind;
    costs.push({
      name,
      part,
      server: Math.max(0, server - rest.server) / calls,
      database: Math.max(0, database - rest.database) / calls,
    });
  }
  return costs;
}

async function send({ run }: Kind, count: number): Promise<void> {
  for (let call = 0; call < count; call += 1) await run();
}

async function measureProcessTime(database: number, run: () => Promise<unknown>) {
  const before = await processTreeTime(database);
  await run();
  const after = await processTreeTime(database);
  return { server: after.children - before.children, database: after.root - before.root };
}
