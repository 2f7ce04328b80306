import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { FileAnswer } from '../http/route.ts';
import type { FileStore } from './store.ts';

/** Writes a file of unknown length and returns its size in bytes. */
export async function writeMeasured(
  files: FileStore,
  key: string,
  content: Readable,
): Promise<number> {
  await files.write(key, content);
  const bytes = await files.size(key);
  if (bytes === null) throw new Error(`The file ${key} is gone`);
  return bytes;
}

/** A file created by a job, downloadable for a limited time. */
interface MadeFile {
  key: string;
  bytes: number;
  /** With its extension. */
  name: string;
  type: string;
}

/**
 * The file as a download that shared caches may not store. `before` runs when the file exists and
 * before its first byte is sent, whether or not all of them arrive. Throws `not_found` when the
 * store has lost the file.
 */
export async function madeFileAnswer(
  files: FileStore,
  { key, bytes, name, type }: MadeFile,
  before: () => Promise<void>,
): Promise<FileAnswer> {
  const content = await files.stream(key);
  if (content === null) throw new AppError('not_found');
  try {
    await before();
  } catch (error) {
    content.destroy();
    throw error;
  }
  return {
    content,
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes),
      'cache-control': 'private, no-store',
    },
  };
}
