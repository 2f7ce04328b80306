import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Bytes of memory that these processes hold for themselves; processes that have ended count nothing, and so do all on Windows. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  if (pids.length === 0 || process.platform === 'win32') return 0;
  const kilobytes = process.platform === 'linux' ? await Promise.all(pids.map(ownMemory)) : await residentMemory(pids);
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** Without mapped files: the program's own pages are shared by its processes and would count once for each. */
async function ownMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parts = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)];
  return parts.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function residentMemory(pids: readonly number[]): Promise<number[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pids.join(',')]);
    return stdout.split('\n').map(Number);
  } catch {
    return [];
  }
}

/** Ends a process at once, whatever it does. One that has ended already is no error. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Calls `exceeded` when the memory of the processes is above `limit` bytes; looks every 200 ms until it is stopped. */
export function watchMemory(pids: () => Promise<number[]>, limit: number, exceeded: () => Promise<void>): () => void {
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    const found = await pids().catch(() => []);
    if ((await memoryOf(found)) > limit && !stop.signal.aborted) await exceeded();
    if (!stop.signal.aborted) timer = setTimeout(() => void look(), 200).unref();
  };
  let timer = setTimeout(() => void look(), 200).unref();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
