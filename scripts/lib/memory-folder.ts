import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const gigabyte = 2 ** 30;
const inMemory = '/dev/shm';
const prefix = 'lintel-test-';

/**
 * Makes a folder for throwaway data, also the one of `os.tmpdir()` for this process and those that
 * it starts. It is in memory if there is enough: copying a database on a disk's file system costs
 * ten times the processor time.
 */
export function makeTemporaryFolder(): { folder: string; remove(): void } {
  const root = hasRoom() ? inMemory : tmpdir();
  removeAbandoned(root);
  const folder = mkdtempSync(join(root, `${prefix}${process.pid}-`));
  process.env['TMPDIR'] = folder;
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** Programs are unpacked and started there, too, which containers often forbid. */
function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK);
    if (/^\S+ \/dev\/shm .*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > 2 * gigabyte && process.availableMemory() > 4 * gigabyte;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(root, name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
