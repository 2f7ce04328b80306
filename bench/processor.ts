import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** A clock tick of /proc in milliseconds. */
const tick = 10;

interface ProcessorTime {
  parent: number;
  own: number;
  /** Including child processes that have exited. */
  ended: number;
}

/** CPU time of one process, user and system; zero without /proc. */
async function processTime(pid: number | string): Promise<ProcessorTime> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (place: number): number => Number(fields[place] ?? 0);
  return { parent: at(1), own: (at(11) + at(12)) * tick, ended: (at(13) + at(14)) * tick };
}

const ownProcessor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * CPU milliseconds so far of this process and the database processes that serve its connections.
 * Unlike wall time, it is the same on a busy machine.
 */
export async function totalProcessorTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const each = await Promise.all(rows.map(({ pid }) => processTime(pid)));
  return each.reduce((sum, { own }) => sum + own, ownProcessor());
}

/**
 * CPU time of this process with its threads, and of all processes of a database on this machine,
 * including exited ones.
 */
export async function processorTimes(pool: Pool): Promise<{ process: number; database: number }> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { parent } = await processTime(rows[0]?.pid ?? 0);
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(processTime));
  const first = await processTime(parent);
  const database = all.reduce(
    (sum, one) => (one.parent === parent ? sum + one.own : sum),
    first.own + first.ended,
  );
  return { process: ownProcessor(), database };
}

/** CPU milliseconds of this process's main thread so far. */
function ownProcessorTime(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
    return Number(text.split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/**
 * Watches for how long the main thread is blocked, which delays others even on an otherwise idle
 * machine. The returned function stops watching and returns the longest time in milliseconds.
 */
export function watchBlockedTime(): () => number {
  let [last, longest] = [ownProcessorTime(), 0];
  const timer = setInterval(() => {
    const now = ownProcessorTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/**
 * CPU milliseconds so far of the process tree at `root`, and of all other direct or indirect child
 * processes.
 */
export async function processTreeTime(root: number): Promise<{ root: number; children: number }> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = new Map(
    await Promise.all(pids.map(async (pid) => [Number(pid), await processTime(pid)] as const)),
  );
  const processTree = (pid: number): 'root' | 'children' | null => {
    if (pid === root) return 'root';
    const parent = all.get(pid)?.parent ?? 0;
    if (parent === 0) return null;
    return parent === process.pid ? 'children' : processTree(parent);
  };
  const sums = { root: 0, children: 0 };
  for (const [pid, { own, ended }] of all) {
    const tree = processTree(pid);
    if (tree !== null) sums[tree] += own + ended;
  }
  return sums;
}
