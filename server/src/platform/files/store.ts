import type { Readable } from 'node:stream';

/** The first and last byte, from 0, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ListedFile {
  key: string;
  writtenAt: Date;
}

/** Storage for files. We create the keys: lowercase letters, digits, dashes, dots, and slashes. */
export interface FileStore {
  /**
   * Writing an existing key replaces its content atomically: no reader sees half a file, even when
   * the stream is interrupted (which throws).
   */
  write(key: string, content: Uint8Array | Readable): Promise<void>;
  /** The bytes; null for a missing file. */
  read(key: string): Promise<Buffer | null>;
  /** The number of bytes; null for a missing file. */
  size(key: string): Promise<number | null>;
  /**
   * Streams all bytes or those of `range`, which must be within the file; null for a missing file.
   */
  stream(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes a file; succeeds if it is missing. */
  remove(key: string): Promise<void>;
  /** At most `limit` files with keys after `after`, ordered by key. */
  list(from: { after: string; limit: number }): Promise<ListedFile[]>;
  /** Removes unfinished writes that started before this moment, with keys that are `ours`. */
  removeUnfinished(before: Date, ours: (key: string) => boolean): Promise<void>;
}

const validKey = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+)?$/;

/** Returns the key. Throws for an invalid one, so that no key leaves the folder or bucket. */
export function checkedKey(key: string): string {
  if (!validKey.test(key)) throw new Error(`Not a file key: ${key}`);
  return key;
}
