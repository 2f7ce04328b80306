import { chmod, chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
