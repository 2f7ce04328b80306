import { createHmac } from 'node:crypto';
import type { FileStore } from '../../../platform/files/store.ts';
import { singleFlight } from '../../../platform/render/cache.ts';

/**
 * Drawn files by what they are drawn from: as long as nothing of that changes, asking again is one
 * read of a file, and nobody need make the HTML first. The names cannot be guessed without the key,
 * so that a picture may be public to whoever knows its address.
 */
export class KeptFiles {
  readonly #files: FileStore;
  readonly #key: Uint8Array;
  readonly #once = singleFlight<Buffer>();

  constructor(files: FileStore, key: Uint8Array) {
    this.#files = files;
    this.#key = key;
  }

  /** The name of what is drawn from `parts`: 64 hexadecimal digits. */
  nameOf(parts: readonly unknown[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex');
  }

  async keep(key: string, bytes: Buffer): Promise<void> {
    if ((await this.#files.size(key)) === null) await this.#files.write(key, bytes);
  }

  /**
   * The file, made and kept when it is not there. What many ask for at the same time is made once.
   */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    return this.#once(key, async () => {
      const kept = await this.#files.read(key);
      if (kept !== null) return kept;
      const bytes = await make();
      await this.#files.write(key, bytes);
      return bytes;
    });
  }
}
