import type { Logger } from 'pino';
import type { HelperBounds } from '../helper/bounds.ts';
import { HelperPool } from '../helper/pool.ts';
import { checkSize, limits } from './limits.ts';
import type { Difference } from './picture-difference.ts';
import type { FastPictureInput, RendererStats } from './port.ts';
import type { DocumentAbout } from './with-about.ts';

/** Rendering without a browser, in helper processes: checked, and a few at once. */
export class HelperEngine {
  readonly #pool: HelperPool;

  /** After `idle` milliseconds without a task the processes stop, which frees their memory. */
  constructor(bounds: HelperBounds, log: Logger, idle: number = limits.helperIdle) {
    const { atOnce: size, waiting } = limits;
    this.#pool = new HelperPool({ size, waiting, bounds, log, idle });
  }

  /** Rejects HTML that is unsafe for any engine. Throws `too_large` or `unsupported`. */
  async check(html: string): Promise<void> {
    await this.#pool.run('check-html', html);
  }

  async png(input: FastPictureInput): Promise<Buffer> {
    checkSize(input);
    await this.check(input.html);
    const { html, width, height } = input;
    return asBuffer(await this.#pool.run('draw', { html, width, height }));
  }

  async pages(pdf: Uint8Array, width: number): Promise<Buffer[]> {
    checkSize({ width, height: width });
    return (await this.#pool.run('pages', { pdf, width })).map(asBuffer);
  }

  /** Adds document properties to a printed PDF, which may be large. */
  async withAbout(pdf: Uint8Array, about: DocumentAbout): Promise<Buffer> {
    return asBuffer(await this.#pool.run('about', { pdf, about }));
  }

  difference(first: Uint8Array, second: Uint8Array): Promise<Difference> {
    return this.#pool.run('difference', { first, second });
  }

  async warmUp(): Promise<void> {
    await this.#pool.run('ready', null);
  }

  stats(): RendererStats['helper'] {
    return this.#pool.stats();
  }

  close(): void {
    this.#pool.close();
  }
}

/** Buffers arrive from the other process as plain bytes. */
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
