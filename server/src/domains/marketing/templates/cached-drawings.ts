import { createHmac } from 'node:crypto';
import type { FileStore } from '../../../platform/files/store.ts';
import { singleFlight } from '../../../platform/render/cache.ts';

/**
 * Rendered files by their inputs: while these don't change, a request reads one file without
 * building the HTML. Names can't be guessed without the key, so an image can be public by its URL.
 */
export class CachedDrawings {
  readonly #files: FileStore;
  readonly #key: Uint8Array;
  readonly #once = singleFlight<Buffer>();

  constructor(files: FileStore, key: Uint8Array) {
    this.#files = files;
    this.#key = key;
  }

  /** The name for these inputs: 64 hexadecimal digits. */
  nameOf(parts: readonly unknown[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex');
  }

  async ensure(key: string, bytes: Buffer): Promise<void> {
    if ((await this.#files.size(key)) === null) await this.#files.write(key, bytes);
  }

  /** Returns the file, creating it if missing. Concurrent requests create it once. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    return this.#once(key, async () => {
      const cached = await this.#files.read(key);
      if (cached !== null) return cached;
      const bytes = await make();
      await this.#files.write(key, bytes);
      return bytes;
    });
  }
}
