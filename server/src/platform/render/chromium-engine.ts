import type { Page } from 'playwright-core';
import type { Logger } from 'pino';
import type { HelperBounds } from '../helper/bounds.ts';
import { createQueue } from '../helper/pool.ts';
import { Chromium } from './chromium.ts';
import type { ChromiumSource } from './chromium-binary.ts';
import { onFreshPage, type PageContent } from './chromium-page.ts';
import { fontFaceRules } from './fonts.ts';
import type { HelperEngine } from './helper-engine.ts';
import { checkSize, limits, paperDimensions } from './limits.ts';
import type { DocumentInput, PictureInput, RendererStats } from './port.ts';
import { RenderError } from './render-error.ts';

/** Chromium's pixels for a length in inches. */
const pixels = (inches: number): number => Math.round(inches * 96);

/** Images and documents by Chromium: checked, one after another, and retried after a crash. */
export class ChromiumEngine {
  readonly #chromium: Chromium;
  readonly #queue = createQueue(limits);
  readonly #fonts = fontFaceRules();
  readonly #bounds: HelperBounds;
  readonly #helper: Pick<HelperEngine, 'check' | 'withAbout'>;
  readonly #log: Logger;

  /** `helper` parses HTML and documents in another process. */
  constructor(
    source: ChromiumSource,
    bounds: HelperBounds,
    log: Logger,
    helper: Pick<HelperEngine, 'check' | 'withAbout'>,
  ) {
    this.#helper = helper;
    this.#chromium = new Chromium(source, { memoryLimit: bounds.memory, log });
    this.#bounds = bounds;
    this.#log = log;
  }

  async png(input: PictureInput): Promise<Buffer> {
    checkSize(input);
    const { html, width, height, scale = 1 } = input;
    return this.#onPage({ html, width, height, scale, media: 'screen' }, (page) =>
      page.screenshot({ type: 'png', timeout: 0 }),
    );
  }

  async pdf({ html, paper, about }: DocumentInput): Promise<Buffer> {
    const { width, height } = paperDimensions(paper);
    const printed = await this.#onPage(
      { html, width: pixels(width), height: pixels(height), scale: 1, media: 'print' },
      async (page) => {
        const pdf = await page.pdf({
          width: `${width}in`,
          height: `${height}in`,
          printBackground: true,
          tagged: true,
        });
        if (pdf.length > limits.pdfBytes)
          throw new RenderError('too_large', `The document has ${pdf.length} bytes`);
        return pdf;
      },
    );
    return about === undefined ? printed : this.#helper.withAbout(printed, about);
  }

  stats(): RendererStats['chromium'] {
    return { ...this.#chromium.stats(), ...this.#queue.size() };
  }

  close(): Promise<void> {
    return this.#chromium.close();
  }

  async #onPage(
    content: Omit<PageContent, 'bounds'>,
    take: (page: Page) => Promise<Buffer>,
  ): Promise<Buffer> {
    await this.#helper.check(content.html);
    const whole = { ...content, html: withFonts(content.html, this.#fonts), bounds: this.#bounds };
    return this.#queue.run(() =>
      this.#twice(() => this.#chromium.use((live) => onFreshPage(live, whole, take))),
    );
  }

  /**
   * Retries once on a fresh page, and in a fresh browser if needed, when the engine crashed instead
   * of reporting an error.
   */
  async #twice(draw: () => Promise<Buffer>): Promise<Buffer> {
    try {
      return await draw();
    } catch (error) {
      if (error instanceof RenderError) throw error;
      this.#log.warn({ err: error }, 'a rendering crashed and is being retried');
    }
    return await draw().catch((error: unknown) => {
      throw error instanceof RenderError
        ? error
        : new RenderError('failed', 'The page could not be drawn', { cause: error });
    });
  }
}

/**
 * Puts the font rules before the page's own, so that its own rules win, and always uses standards
 * mode.
 */
function withFonts(html: string, rules: string): string {
  const doctype = /^\uFEFF?\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  const rest = html.slice(doctype.length);
  return `<!doctype html><meta charset="utf-8"><style>${rules}</style>${rest}`;
}
