import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const parentOf = (pid: string): number => {
  try {
    return Number(/^\d+ \(.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
};

/**
 * The process ids of the PostgreSQL server on a data folder, parent first; empty when it isn't
 * running.
 */
export function serverProcesses(dataFolder: string): number[] {
  try {
    const [pid = ''] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    const first = Number(pid);
    const others = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && parentOf(name) === first,
    );
    return parentOf(pid) > 0 ? [first, ...others.map(Number)] : [];
  } catch {
    return [];
  }
}
