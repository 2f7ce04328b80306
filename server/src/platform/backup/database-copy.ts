import {
  copyFile,
  mkdir,
  readFile,
  writeFile,
  chmod,
  chown,
  readdir,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { superuser } from '../db/embedded/cluster.ts';

/** Belongs to the running server only and means nothing in a copy. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/(?!archive_status$|summaries$)/;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/;
/** Says where recovery starts, so it is copied after everything else. */
const control = 'global/pg_control';

/**
 * Copies the data of a running embedded PostgreSQL, following the base backup procedure of its
 * manual. The copy holds the database as of the moment this resolves; its first start recovers to
 * that moment.
 */
export async function copyRunning(dataDir: string, to: string): Promise<void> {
  const from = join(dataDir, 'pg18');
  const client = new Client(await addressOf(dataDir));
  await client.connect();
  try {
    // Keeps the log from here on until we have copied it; ends with the connection.
    await client.query(`select pg_create_physical_replication_slot('lintel_backup', true, true)`);
    await client.query(`select pg_backup_start('lintel', fast => true)`);
    await copyTree(
      from,
      to,
      (path) => path !== control && !emptied.test(path) && !leftOut.test(path),
    );
    await copyFile(join(from, control), join(to, control));
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'));
  } finally {
    await client.end();
  }
}

/** Copies the data of a server that is stopped. */
export async function copyStopped(dataDir: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyTree(join(dataDir, 'pg18'), to, (path) => !path.startsWith('postmaster.'));
}

/** Where the running server listens, read from its own pid file. */
async function addressOf(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'pg18/postmaster.pid'), 'utf8')).split('\n');
  const [, , , port = '', socketFolder = ''] = lines;
  const password = (await readFile(join(dataDir, 'pg18.password'), 'utf8')).trim();
  const host = socketFolder.trim() === '' ? '127.0.0.1' : socketFolder.trim();
  return { host, port: Number(port), user: superuser, password, database: 'lintel' };
}

/**
 * Copies what is in a folder, with its owner's rights alone and, where we may, its owners. A file
 * that vanishes meanwhile is left out: a database that runs makes and removes some. `keep` says
 * what is copied, by the path inside the folder.
 */
export async function copyTree(
  from: string,
  to: string,
  keep: (path: string) => boolean = () => true,
  inside = '',
): Promise<void> {
  await copyRights(join(from, inside), join(to, inside), (path) =>
    mkdir(path, { recursive: true }),
  );
  for (const entry of await readdir(join(from, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (!keep(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, keep, path);
    else if (entry.isFile()) await copyOne(join(from, path), join(to, path)).catch(ignoreVanished);
  }
}

const copyOne = (from: string, to: string): Promise<void> =>
  copyRights(from, to, (path) => copyFile(from, path));

async function copyRights(
  from: string,
  to: string,
  make: (path: string) => Promise<unknown>,
): Promise<void> {
  const { mode, uid, gid } = await stat(from);
  await make(to);
  await chmod(to, mode & 0o700);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
}

function ignoreVanished(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
