import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './cluster.ts';

type Log = (line: string) => void;

const startSeconds = 60;
/** After a kill, the old server's lock remains for a moment. */
const lockSeconds = 10;

/**
 * Starts PostgreSQL and waits until it accepts connections. Throws with the server's last log lines
 * on failure.
 */
export async function startServer(
  binaries: Binaries,
  args: string[],
  log: Log,
): Promise<ChildProcess> {
  const giveUp = Date.now() + lockSeconds * 1000;
  for (;;) {
    const started = await attempt(binaries, args, log);
    if (typeof started !== 'string') return started;
    if (!/lock file|shared memory block|pre-existing/.test(started) || Date.now() > giveUp) {
      throw new Error(
        `PostgreSQL did not start: ${started.trim().split('\n').slice(-3).join(' ')}`,
      );
    }
    await sleep(250);
  }
}

/** The running server, or its output before it exited. */
function attempt(binaries: Binaries, args: string[], log: Log): Promise<ChildProcess | string> {
  const [file = '', ...prefix] = binaries.postgres;
  return new Promise((done, fail) => {
    // A separate process group: Ctrl-C must reach us first, so that requests finish before the
    // database stops.
    const child = spawn(file, [...prefix, ...args], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
      ...binaries.runAs,
    });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGQUIT'), startSeconds * 1000);
    child.once('error', fail);
    child.once('exit', () => {
      clearTimeout(timer);
      done(output);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line.trim() !== '') log(line);
      if (output.length < 100_000) output += text;
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      done(child);
    });
  });
}

/** Fast shutdown: open transactions roll back; everything acknowledged is on disk. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await ended;
  clearTimeout(late);
}
