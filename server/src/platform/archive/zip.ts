import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { toError } from '../errors.ts';

interface FileSummary {
  bytes: number;
  sha256: string;
}

/**
 * Streams a ZIP: memory use doesn't grow with the entries' sizes, and with their number only by
 * their names.
 */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #at: Date;
  readonly #broken = new AbortController();
  readonly #output = this.#zip.outputStream.pipe(new PassThrough());

  /** `at` is the modification time of all entries. */
  constructor(at: Date) {
    this.#at = at;
    this.#zip.on('error', (error) => this.fail(error));
    this.#output.on('error', () => this.#broken.abort());
    this.#output.on('close', () => this.#broken.abort());
  }

  /** The ZIP's bytes. A reader that stops early must call `fail`. */
  get output(): Readable {
    return this.#output;
  }

  /**
   * Writes one entry completely before it returns. Throws when its content does, or when the ZIP
   * has failed. `level` is the compression level, from 1 (fast) to 9 (small).
   */
  async add(
    name: string,
    content: Buffer | Readable,
    { level = 6 }: { level?: number } = {},
  ): Promise<FileSummary> {
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
    // These formats are already compressed.
    const compressionLevel = /\.(?:png|jpg|pdf)$/.test(name) ? 0 : level;
    this.#zip.addReadStream(counted, name, { mtime: this.#at, mode: 0o100600, compressionLevel });
    await pipeline(source, counted, { signal: this.#broken.signal });
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Call after the last entry. */
  end(): void {
    this.#zip.end();
  }

  /** Ends the output with an error, so that a partial file can't pass for a complete one. */
  fail(error: unknown): void {
    this.#output.destroy(toError(error));
    this.#broken.abort();
  }
}
