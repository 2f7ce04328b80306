import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** The user that owns everything in the embedded server. */
export const superuser = 'portal';

/**
 * Makes the data folder once and returns it with the password. The folder is named after the major
 * version, because another major version cannot read it. It is made under another name first: an
 * interrupted start leaves nothing half made.
 */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
): Promise<{ folder: string; password: string }> {
  await mkdir(dataDir, { recursive: true });
  const folder = join(dataDir, 'pg18');
  const password = await readPassword(join(dataDir, 'pg18.password'));
  if (await exists(folder)) return { folder, password };
  const partial = join(dataDir, 'pg18.init');
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  const passwordFile = join(dataDir, 'pg18.password');
  if (binaries.runAs) {
    await chown(partial, binaries.runAs.uid, binaries.runAs.gid);
    await chown(passwordFile, binaries.runAs.uid, binaries.runAs.gid);
  }
  const [file = '', ...prefix] = binaries.initdb;
  const options = [
    '-D',
    partial,
    '-U',
    superuser,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
  ];
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
  await run(file, [...prefix, ...options, ...locale], {
    env: { ...process.env, LC_ALL: 'C' },
    ...binaries.runAs,
  });
  await rename(partial, folder);
  return { folder, password };
}

async function readPassword(path: string): Promise<string> {
  await writeFile(path, `${randomBytes(24).toString('hex')}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
