import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '../src/app.ts';
import type { OpenDatabase } from '../src/platform/db/connect.ts';
import { openTestEdges, openTestLog, type TestClock } from './edges.ts';
import { checked } from './statements/checked.ts';

/** A context without listeners, and the warnings in its log. */
export async function openTestContext(database: OpenDatabase, clock: TestClock) {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-context-'));
  const { log, warnings } = openTestLog();
  const ports = await openTestEdges({ folder, database: checked(database), clock, log });
  const close = async (): Promise<void> => {
    await ports.drawing.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context: createContext(ports), warnings, close };
}
