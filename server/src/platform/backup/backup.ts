import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  rename,
  rm,
  writeFile,
  chown,
  readdir,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { keyElsewhere, keyName } from '../crypto/keys.ts';
import { lockFolder } from '../db/embedded/folder-lock.ts';
import { Client } from 'pg';
import { readSocketAddress } from '../db/embedded/running.ts';

/**
 * Copied with the database: its password, and the key that encrypts every secret, or the note that
 * the key is elsewhere.
 */
const alsoCopied = ['pg18.password', keyName, keyElsewhere];

/**
 * Copies an installation with the embedded database into a new folder, whether it is running or
 * not: first the database, then the files, so that every file that the database references exists.
 * Only the account that makes the copy can read it. Without its key, a copy reveals no bank or tax
 * numbers, and an installation restored from it starts only with the key. Throws when there is no
 * installation, or the folder exists.
 */
export async function backUp(
  dataDir: string,
  target: string,
  { withKey }: { withKey: boolean } = { withKey: true },
): Promise<void> {
  if (!existsSync(join(dataDir, 'pg18')))
    throw new Error(`There is no embedded database in ${dataDir}`);
  if (existsSync(target)) throw new Error(`${target} already exists`);
  const partial = `${target}.part`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir).catch(() => null);
  try {
    await (lock === null ? copyRunning : copyStopped)(dataDir, join(partial, 'pg18'));
    await copyOthers(
      dataDir,
      partial,
      withKey ? alsoCopied : alsoCopied.filter((name) => name !== keyName),
    );
    if (!withKey) await writeFile(join(partial, keyElsewhere), keyNote, { mode: 0o600 });
  } finally {
    await lock?.release();
  }
  await rename(partial, target);
}

/** Where the file store keeps the addresses whose data was deleted. */
const erasuresFolder = 'files/erasures';

/**
 * Restores an installation from a backup: `dataDir` must not hold one yet. The server starts on it
 * as usual. `deletionsOf` is an installation or a later backup with later deletions of personal
 * data: the server repeats them at startup.
 */
export async function restore(
  backup: string,
  dataDir: string,
  { deletionsOf }: { deletionsOf?: string } = {},
): Promise<void> {
  if (!existsSync(join(backup, 'pg18'))) throw new Error(`${backup} is not a backup`);
  if (deletionsOf !== undefined && !existsSync(join(deletionsOf, 'files')))
    throw new Error(`${deletionsOf} is neither an installation nor a backup`);
  if (existsSync(join(dataDir, 'pg18')))
    throw new Error(`${dataDir} already contains a database: set DATA_DIR to a new folder`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyOthers(backup, dataDir);
  if (deletionsOf !== undefined && existsSync(join(deletionsOf, erasuresFolder))) {
    await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
    await copyTree(join(deletionsOf, erasuresFolder), join(dataDir, erasuresFolder));
  }
  const partial = join(dataDir, 'pg18.restored');
  await rm(partial, { recursive: true, force: true });
  await copyTree(join(backup, 'pg18'), partial);
  await rename(partial, join(dataDir, 'pg18'));
}

const keyNote = `This copy was made without its ${keyName}, which is kept elsewhere.\n`;

async function copyOthers(
  from: string,
  to: string,
  names: readonly string[] = alsoCopied,
): Promise<void> {
  for (const name of names.filter((one) => existsSync(join(from, one)))) {
    await copyFile(join(from, name), join(to, name));
    await chmod(join(to, name), 0o600);
  }
  if (existsSync(join(from, 'files'))) await copyTree(join(from, 'files'), join(to, 'files'));
}

/** State of the running server, meaningless in a copy. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/(?!archive_status$|summaries$)/;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/;
/** Names the start of recovery, so it is copied last. */
const control = 'global/pg_control';

/**
 * Copies the data of a running embedded PostgreSQL, following the base backup procedure in its
 * manual. The copy holds the database as of the moment this resolves; its first start recovers to
 * that moment.
 */
async function copyRunning(dataDir: string, to: string): Promise<void> {
  const from = join(dataDir, 'pg18');
  const client = new Client(await readSocketAddress(dataDir));
  await client.connect();
  try {
    // Retains the WAL until it is copied; dropped with the connection.
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

/** Copies a stopped server's data. */
async function copyStopped(dataDir: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyTree(join(dataDir, 'pg18'), to, (path) => !path.startsWith('postmaster.'));
}

/**
 * Copies a folder's contents, with permissions for the owner only and, where allowed, the same
 * owners. Skips files that vanish during the copy: a running database creates and removes some.
 * `keep` selects by the path inside the folder.
 */
async function copyTree(
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
