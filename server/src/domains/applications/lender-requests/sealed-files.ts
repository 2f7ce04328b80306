import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { openStream, sealStream } from '../../../platform/crypto/sealed-stream.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import type { FileKind } from '../../../platform/files/sweep-jobs.ts';
import { namedFiles } from './repository.ts';

/** A stored file, and its own key, which opens with ours. */
export interface SealedFile {
  fileKey: string;
  sealedKey: string;
}

/** Files that neither the store nor the database shows: each is sealed with a key of its own. */
export class SealedFiles {
  readonly #key: Uint8Array;
  readonly #files: FileStore;

  constructor(key: Uint8Array, files: FileStore) {
    this.#key = key;
    this.#files = files;
  }

  /** Stores what arrives, in pieces; a stream that breaks off is thrown and leaves nothing. */
  async store(content: AsyncIterable<Buffer>): Promise<SealedFile> {
    const fileKey = `documents/${randomUUID()}.sealed`;
    const key = randomBytes(32);
    await this.#files.write(
      fileKey,
      Readable.from(sealStream(key, fileKey, content), { objectMode: false }),
    );
    return { fileKey, sealedKey: seal(this.#key, key.toString('base64'), fileKey) };
  }

  /** Its bytes as they come. Throws when it is gone or was sealed with another `ENCRYPTION_KEY`. */
  async open({ fileKey, sealedKey }: SealedFile): Promise<AsyncIterable<Buffer>> {
    const key = unseal(this.#key, sealedKey, fileKey);
    const stream = await this.#files.stream(fileKey);
    if (key === null || stream === null)
      throw new Error(`The file ${fileKey} is gone, or was sealed with another ENCRYPTION_KEY`);
    return openStream(Buffer.from(key, 'base64'), fileKey, stream);
  }

  remove(fileKey: string): Promise<void> {
    return this.#files.remove(fileKey);
  }
}

/** What was uploaded and then refused, or lost its row, is swept away. */
export const documentFiles: FileKind = {
  owns: (key) => /^documents\/[0-9a-f-]{36}\.sealed$/.test(key),
  named: namedFiles,
  days: 1,
};
