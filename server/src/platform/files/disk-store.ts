import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toError } from '../errors.ts';
import { checkedKey, type FileStore, type ListedFile } from './store.ts';

/**
 * Stores files in a local folder: the embedded default. Only the server's account can read them.
 */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
      // Opened here, so that a missing file fails now and not mid-response.
      const file = await orNull(open(pathOf(key)));
      return file && createReadStream('', { fd: file, ...range });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async list({ after, limit }) {
      const found: ListedFile[] = [];
      for await (const path of pathsIn(folder, '', after)) {
        if (path.endsWith('.part')) continue;
        const facts = await orNull(stat(join(folder, path)));
        if (facts) found.push({ key: path, writtenAt: facts.mtime });
        if (found.length === limit) break;
      }
      return found;
    },
    async removeUnfinished(before, ours) {
      for await (const path of pathsIn(folder, '', '')) {
        const key = unfinished.exec(path)?.[1];
        if (key === undefined || !ours(key)) continue;
        const facts = await orNull(stat(join(folder, path)));
        if (facts && facts.mtime < before) await rm(join(folder, path), { force: true });
      }
    },
  };
}

const unfinished = /^(.+)\.[0-9a-f-]{36}\.part$/;

/** The paths of the files below a folder that come after `after`, in a bucket's listing order. */
async function* pathsIn(root: string, prefix: string, after: string): AsyncGenerator<string> {
  const entries = (await orNull(readdir(join(root, prefix), { withFileTypes: true }))) ?? [];
  const paths = entries.map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    if (path.endsWith('/')) {
      if (path > after || after.startsWith(path)) yield* pathsIn(root, path, after);
    } else if (path > after) yield path;
  }
}

/** Resolves once the bytes are flushed to disk. */
const writeWhole = (path: string, content: Uint8Array | Readable): Promise<void> =>
  content instanceof Uint8Array
    ? writeFile(path, content, { flush: true, mode: 0o600 })
    : pipeline(content, createWriteStream(path, { flush: true, mode: 0o600 }));

/** Null for a missing file. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (toError(error).code === 'ENOENT') return null;
    throw error;
  }
}
