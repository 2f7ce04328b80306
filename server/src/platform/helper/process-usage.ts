import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Bytes of private memory of these processes; exited processes count as 0, and so do all on
 * Windows.
 */
export async function readMemory(pids: readonly number[]): Promise<number> {
  if (pids.length === 0 || process.platform === 'win32') return 0;
  const kilobytes =
    process.platform === 'linux'
      ? await Promise.all(pids.map(ownMemory))
      : await residentMemory(pids);
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** Excludes mapped files: processes share the program's pages, which would count several times. */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return parts.reduce((sum, [, value]) => sum + Number(value), 0);
}

const residentMemory = async (pids: readonly number[]): Promise<number[]> =>
  (await psOutput('rss=', pids)).map((kilobytes) => Number(kilobytes));

/** The output of `ps`, a line per running process. */
async function psOutput(what: string, pids: readonly number[]): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', what, '-p', pids.join(',')]);
    return stdout.trim().split('\n');
  } catch {
    return [];
  }
}

/** Linux reports hundredths of a second, whatever the kernel's clock is. */
const tick = 10;

/**
 * CPU milliseconds that a process has used since it started, over all threads; 0 when it has
 * exited, and on Windows. On a busy machine it grows more slowly than the clock, so it measures
 * work, not duration.
 */
export async function readProcessorTime(pid: number): Promise<number> {
  if (process.platform === 'win32') return 0;
  if (process.platform !== 'linux')
    return secondsIn((await psOutput('time=', [pid]))[0] ?? '') * 1000;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may contain spaces; user and system time are the 14th and 15th fields.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick;
}

/** `[[days-]hours:]minutes:seconds`, the format of `ps`. */
const secondsIn = (text: string): number =>
  text
    .replace('-', ':')
    .split(':')
    .reduce(
      (sum, part, index, { length }) =>
        sum + Number(part) * ([1, 60, 3600, 86_400][length - 1 - index] ?? 0),
      0,
    ) || 0;

/** Kills a process immediately. Ignores one that has exited. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}

/** Calls `look` every `every` milliseconds, one call after another, until stopped. */
export function watch(every: number, look: (stopped: AbortSignal) => Promise<void>): () => void {
  const stop = new AbortController();
  const again = (): NodeJS.Timeout =>
    setTimeout(() => {
      void look(stop.signal).finally(() => {
        if (!stop.signal.aborted) timer = again();
      });
    }, every).unref();
  let timer = again();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

/**
 * Calls `exceeded` when the processes' memory is above `limit` bytes; checks every 200 ms until
 * stopped.
 */
export const watchMemory = (
  pids: () => Promise<number[]>,
  limit: number,
  exceeded: () => Promise<void>,
): (() => void) =>
  watch(200, async (stopped) => {
    const found = await pids().catch(() => []);
    if ((await readMemory(found)) > limit && !stopped.aborted) await exceeded();
  });
