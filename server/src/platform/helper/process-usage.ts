import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Bytes of memory that these processes hold for themselves; processes that have ended count
 * nothing, and so do all on Windows.
 */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  if (pids.length === 0 || process.platform === 'win32') return 0;
  const kilobytes =
    process.platform === 'linux'
      ? await Promise.all(pids.map(ownMemory))
      : await residentMemory(pids);
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/**
 * Without mapped files: the program's own pages are shared by its processes and would count once
 * for each.
 */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return parts.reduce((sum, [, value]) => sum + Number(value), 0);
}

const residentMemory = async (pids: readonly number[]): Promise<number[]> =>
  (await psOutput('rss=', pids)).map((kilobytes) => Number(kilobytes));

/** What `ps` tells of processes, a line for each that runs. */
async function psOutput(what: string, pids: readonly number[]): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', what, '-p', pids.join(',')]);
    return stdout.trim().split('\n');
  } catch {
    return [];
  }
}

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const tick = 10;

/**
 * Milliseconds of processor time that a process has used since it started, all its threads
 * together; 0 when it has ended, and on Windows. On a busy machine it grows more slowly than the
 * clock, so it says how much work was done and not how long it took.
 */
export async function processorTimeOf(pid: number): Promise<number> {
  if (process.platform === 'win32') return 0;
  if (process.platform !== 'linux')
    return secondsIn((await psOutput('time=', [pid]))[0] ?? '') * 1000;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field of
  // all.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * tick;
}

/** `[[days-]hours:]minutes:seconds` as `ps` writes it. */
const secondsIn = (text: string): number =>
  text
    .replace('-', ':')
    .split(':')
    .reduce(
      (sum, part, index, { length }) =>
        sum + Number(part) * ([1, 60, 3600, 86_400][length - 1 - index] ?? 0),
      0,
    ) || 0;

/** Ends a process at once, whatever it does. One that has ended already is no error. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Looks at something every so many milliseconds, one look after the other, until it is stopped. */
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
 * Calls `exceeded` when the memory of the processes is above `limit` bytes; looks every 200 ms
 * until it is stopped.
 */
export const watchMemory = (
  pids: () => Promise<number[]>,
  limit: number,
  exceeded: () => Promise<void>,
): (() => void) =>
  watch(200, async (stopped) => {
    const found = await pids().catch(() => []);
    if ((await memoryOf(found)) > limit && !stopped.aborted) await exceeded();
  });
