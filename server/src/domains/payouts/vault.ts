import { randomUUID } from 'node:crypto';
import { seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Context } from '../../platform/context.ts';
import type { FileStore } from '../../platform/files/store.ts';

/**
 * The kind of an encrypted text: it can be decrypted only as this kind, and only for its own
 * contractor or run.
 */
type Kind = 'routing' | 'account' | 'tin' | 'run';

/**
 * Encrypts bank numbers, tax numbers, and files, so that neither the database nor the file store
 * reveals them.
 */
export class Vault {
  readonly #key: Uint8Array;
  readonly #files: FileStore;

  constructor(key: Uint8Array, files: FileStore) {
    this.#key = key;
    this.#files = files;
  }

  seal(kind: Kind, ownerId: number, text: string): string {
    return seal(this.#key, text, sealContext(kind, ownerId));
  }

  /** Throws when it was encrypted with another `ENCRYPTION_KEY`, or for another purpose. */
  open(kind: Kind, ownerId: number, sealed: string): string {
    const text = unseal(this.#key, sealed, sealContext(kind, ownerId));
    if (text === null)
      throw new Error(`The ${kind} of ${ownerId} can't be decrypted with this ENCRYPTION_KEY`);
    return text;
  }

  /** Stores an encrypted file and returns its key. */
  async store(bytes: Uint8Array): Promise<string> {
    const fileKey = `payouts/${randomUUID()}.sealed`;
    await this.#files.write(
      fileKey,
      Buffer.from(seal(this.#key, Buffer.from(bytes).toString('base64'), fileKey)),
    );
    return fileKey;
  }

  /** A stored file's bytes. Throws when it is missing or unreadable. */
  async read(fileKey: string): Promise<Buffer> {
    const sealed = await this.#files.read(fileKey);
    const text = sealed === null ? null : unseal(this.#key, sealed.toString(), fileKey);
    if (text === null)
      throw new Error(
        `The file ${fileKey} is missing or was encrypted with another ENCRYPTION_KEY`,
      );
    return Buffer.from(text, 'base64');
  }
}

/** Encrypts with the purpose's own key. */
export const openVault = ({ keys, files }: Pick<Context, 'keys' | 'files'>): Vault =>
  new Vault(keys.derive('payouts'), files);

const sealContext = (kind: Kind, ownerId: number): string => `payouts:${kind}:${ownerId}`;
