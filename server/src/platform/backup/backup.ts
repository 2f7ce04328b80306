import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../db/embedded/folder-lock.ts';
import { copyTree } from './copy-tree.ts';
import { copyRunning, copyStopped } from './database-copy.ts';

/** Beside the database: the password that it was made with, and the key that everything secret is sealed with. */
const besides = ['pg18.password', 'encryption.key'];

/**
 * Copies an installation with the embedded database into a new folder, whether it runs or not: the database first, then the files, so
 * that every file that the database knows is there. Throws when there is none, or the folder exists.
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  if (!existsSync(join(dataDir, 'pg18'))) throw new Error(`There is no embedded database in ${dataDir}`);
  if (existsSync(target)) throw new Error(`${target} exists already`);
  const partial = `${target}.part`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir).catch(() => null);
  try {
    await (lock === null ? copyRunning : copyStopped)(dataDir, join(partial, 'pg18'));
    await copyBesides(dataDir, partial);
  } finally {
    await lock?.release();
  }
  await rename(partial, target);
}

/** Makes an installation of a backup: `dataDir` must hold none yet. The server starts on it as on any other. */
export async function restore(backup: string, dataDir: string): Promise<void> {
  if (!existsSync(join(backup, 'pg18'))) throw new Error(`${backup} is not a backup`);
  if (existsSync(join(dataDir, 'pg18')))
    throw new Error(`${dataDir} holds a database already: please name a new folder by DATA_DIR`);
  await mkdir(dataDir, { recursive: true });
  await copyBesides(backup, dataDir);
  const partial = join(dataDir, 'pg18.restored');
  await rm(partial, { recursive: true, force: true });
  await copyTree(join(backup, 'pg18'), partial);
  await rename(partial, join(dataDir, 'pg18'));
}

async function copyBesides(from: string, to: string): Promise<void> {
  for (const name of besides) if (existsSync(join(from, name))) await copyFile(join(from, name), join(to, name));
  if (existsSync(join(from, 'files'))) await copyTree(join(from, 'files'), join(to, 'files'));
}
