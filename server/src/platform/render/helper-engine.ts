import type { Logger } from 'pino';
import { checkHtml } from './check-html.ts';
import { Helper } from './helper.ts';
import { checkSize, type Bounds } from './limits.ts';
import type { Difference } from './picture-difference.ts';
import type { FastPictureInput, RendererStats } from './port.ts';
import { createRenderQueue } from './queue.ts';

/** What is drawn without a browser, in the helper process: checked, and a few at once. */
export class HelperEngine {
  readonly #helper: Helper;
  readonly #queue = createRenderQueue();

  constructor(bounds: Bounds, log: Logger) {
    this.#helper = new Helper(bounds, log);
  }

  async png(input: FastPictureInput): Promise<Buffer> {
    checkSize(input);
    await checkHtml(input.html);
    const { html, width, height } = input;
    return asBuffer(await this.#queue.run(() => this.#helper.run('draw', { html, width, height })));
  }

  async pages(pdf: Uint8Array, width: number): Promise<Buffer[]> {
    checkSize({ width, height: width });
    return (await this.#queue.run(() => this.#helper.run('pages', { pdf, width }))).map(asBuffer);
  }

  difference(first: Uint8Array, second: Uint8Array): Promise<Difference> {
    return this.#queue.run(() => this.#helper.run('difference', { first, second }));
  }

  async warmUp(): Promise<void> {
    await this.#helper.run('ready', null);
  }

  stats(): RendererStats['helper'] {
    return { ...this.#helper.stats(), ...this.#queue.size() };
  }

  close(): void {
    this.#helper.close();
  }
}

/** Buffers arrive from the other process as plain bytes. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
