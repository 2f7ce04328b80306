import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { errorOf } from '../errors.ts';

/** What an entry turned out to be. */
interface Written {
  bytes: number;
  sha256: string;
}

/**
 * A ZIP that is written while it is read: what it takes of memory grows with neither its entries'
 * sizes nor, beyond their names, with their number.
 */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #at: Date;
  readonly #broken = new AbortController();
  readonly #output = this.#zip.outputStream.pipe(new PassThrough());

  /** `at` is the time that all entries bear. */
  constructor(at: Date) {
    this.#at = at;
    this.#zip.on('error', (error) => this.fail(error));
    this.#output.on('error', () => this.#broken.abort());
    this.#output.on('close', () => this.#broken.abort());
  }

  /** The ZIP's bytes. Whoever stops reading calls `fail`. */
  get output(): Readable {
    return this.#output;
  }

  /**
   * Writes one entry to its end before it returns. Throws when its content does, or when the ZIP
   * has failed. `level` says how hard it is compressed, from 1 (fast) to 9 (small).
   */
  async add(
    name: string,
    content: Buffer | Readable,
    { level = 6 }: { level?: number } = {},
  ): Promise<Written> {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    // What is compressed already grows no smaller.
    const compressionLevel = /\.(?:png|jpg|pdf)$/.test(name) ? 0 : level;
    this.#zip.addReadStream(counted, name, { mtime: this.#at, mode: 0o100600, compressionLevel });
    await pipeline(source, counted, { signal: this.#broken.signal });
    return { bytes, sha256: hash.digest('hex') };
  }

  /** After the last entry. */
  end(): void {
    this.#zip.end();
  }

  /** Ends the output with an error, so that nobody takes a part of it for the whole. */
  fail(error: unknown): void {
    this.#output.destroy(errorOf(error));
    this.#broken.abort();
  }
}
