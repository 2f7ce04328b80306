import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** Where the bytes of files are kept. Keys are ours: lowercase letters, digits, dashes, dots and slashes. */
export interface FileStore {
  /** Writing the same key again replaces it as a whole: no reader sees half a file. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
}

const validKey = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/;

/** Files in a folder of this machine: the embedded default. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!validKey.test(key)) throw new Error(`Not a file key: ${key}`);
    return join(folder, key);
  };
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${randomUUID()}.part`;
      await writeFile(partial, bytes, { flush: true });
      await rename(partial, path);
    },
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
