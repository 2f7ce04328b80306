import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkedKey, type FileStore } from './store.ts';

/** Files in a folder of this machine: the embedded default. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}.part`;
      try {
        await writeWhole(partial, content);
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: (key) => orNull(readFile(pathOf(key))),
    size: async (key) => (await orNull(stat(pathOf(key))))?.size ?? null,
    async stream(key, range) {
      // Opened here, so that a missing file is told now and not in the middle of an answer.
      const file = await orNull(open(pathOf(key)));
      return file && createReadStream('', { fd: file, ...range });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** On the disk when it resolves, whatever happens to the machine then. */
const writeWhole = (path: string, content: Uint8Array | Readable): Promise<void> =>
  content instanceof Uint8Array
    ? writeFile(path, content, { flush: true })
    : pipeline(content, createWriteStream(path, { flush: true }));

/** Null for a file that is not there. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
