import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built server's entry file. */
export const mainFile = join(import.meta.dirname, '../dist/main.js');

/** A process of the built server. */
export interface BuiltServer {
  /** Its output so far. */
  said(): string;
  hasEnded(): boolean;
  /** Stops it, or kills it with SIGKILL; returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built server with these settings; resolves once it has logged `ready`. */
export async function startBuilt(
  settings: Record<string, string>,
  ready: RegExp,
): Promise<BuiltServer> {
  const child = spawn(process.execPath, [mainFile], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends it even when the test fails.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const giveUp = Date.now() + 600_000;
  while (!ready.test(said)) {
    await sleep(20);
    if (child.exitCode === null && Date.now() < giveUp) continue;
    child.kill('SIGKILL');
    throw new Error(`The server did not start: ${said}`);
  }
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return { said: () => said, hasEnded, stop: (signal = 'SIGTERM') => stopped(child, signal) };
}

/** The address in a ready server's log. */
export const addressOf = (server: BuiltServer): string =>
  /is ready at (\S+)/.exec(server.said())?.[1] ?? '';

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts the built server in its own folder with the demo data and additional settings; `stop`
 * removes everything.
 */
export async function startDemo(
  settings: Record<string, string> = {},
): Promise<{ base: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-demo-'));
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const own = {
    DATA_DIR: folder,
    DATABASE_URL: '',
    PORT: String(port),
    PUBLIC_URL: base,
    LOG_LEVEL: 'warn',
    DEMO: '1',
  };
  const server = await startBuilt({ ...own, ...settings }, /is ready at/);
  return {
    base,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
