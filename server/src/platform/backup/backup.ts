import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyElsewhere, keyName } from '../crypto/keys.ts';
import { lockFolder } from '../db/embedded/folder-lock.ts';
import { copyRunning, copyStopped, copyTree } from './database-copy.ts';

/**
 * Copied besides the database: its password, and the key that seals every secret, or the note that
 * the key is elsewhere.
 */
const alsoCopied = ['pg18.password', keyName, keyElsewhere];

/**
 * Copies an installation with the embedded database into a new folder, whether it runs or not: the
 * database first, then the files, so that every file that the database knows is there. Nobody but
 * the account that makes it may read it. Without its key a copy gives away no bank number and no
 * tax number; an installation that is made of it starts only when it is given the key. Throws when
 * there is no installation, or the folder exists.
 */
export async function backUp(
  dataDir: string,
  target: string,
  { withKey }: { withKey: boolean } = { withKey: true },
): Promise<void> {
  if (!existsSync(join(dataDir, 'pg18')))
    throw new Error(`There is no embedded database in ${dataDir}`);
  if (existsSync(target)) throw new Error(`${target} exists already`);
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

/**
 * Makes an installation of a backup: `dataDir` must hold none yet. The server starts on it as on
 * any other.
 */
export async function restore(backup: string, dataDir: string): Promise<void> {
  if (!existsSync(join(backup, 'pg18'))) throw new Error(`${backup} is not a backup`);
  if (existsSync(join(dataDir, 'pg18')))
    throw new Error(`${dataDir} holds a database already: please name a new folder by DATA_DIR`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await copyOthers(backup, dataDir);
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
