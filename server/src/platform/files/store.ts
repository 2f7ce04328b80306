import type { Readable } from 'node:stream';

/** The first and the last byte that are wanted, counted from 0; both are included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file that is there. */
export interface ListedFile {
  key: string;
  writtenAt: Date;
}

/**
 * Where the bytes of files are kept. Keys are ours: lowercase letters, digits, dashes, dots and
 * slashes.
 */
export interface FileStore {
  /**
   * Writing the same key again replaces it as a whole: no reader sees half a file, also when the
   * stream breaks off (which is thrown).
   */
  write(key: string, content: Uint8Array | Readable): Promise<void>;
  /** The bytes, or null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** How many bytes there are, or null when there is no such file. */
  size(key: string): Promise<number | null>;
  /**
   * The bytes as they come, all or those of `range`, which lies within the file; null when there is
   * no such file.
   */
  stream(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes a file; one that is not there is as good as removed. */
  remove(key: string): Promise<void>;
  /** At most `limit` files whose keys come after `after`, in the order of their keys. */
  list(from: { after: string; limit: number }): Promise<ListedFile[]>;
  /**
   * Removes what is left of writings that began before this moment and never ended, of keys that
   * are `ours`.
   */
  removeUnfinished(before: Date, ours: (key: string) => boolean): Promise<void>;
}

const validKey = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/;

/** The key itself. Throws for what is none, so that no key leaves the folder or bucket. */
export function checkedKey(key: string): string {
  if (!validKey.test(key)) throw new Error(`Not a file key: ${key}`);
  return key;
}
