import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** A clock tick of /proc in milliseconds. */
const tick = 10;

/** Of one process, user and system; nothing where there is no /proc. */
async function processorOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick;
}

/**
 * The processor's time so far in milliseconds: of this process and of the database's, as far as they
 * serve its connections. Unlike time it is the same on a busy machine.
 */
export async function processorSoFar(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  const each = await Promise.all(rows.map(({ pid }) => processorOf(pid)));
  const { user, system } = process.cpuUsage();
  return each.reduce((sum, one) => sum + one, (user + system) / 1000);
}
