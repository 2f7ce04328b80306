import type { Page } from 'playwright-core';
import type { Logger } from 'pino';
import { Chromium } from './chromium.ts';
import { findChromium } from './chromium-binary.ts';
import { onFreshPage, type PageContent } from './chromium-page.ts';
import { compareEngines, type Comparison } from './comparison.ts';
import { engineVersions, type EngineVersions } from './engine-versions.ts';
import { fontFaceRules } from './fonts.ts';
import { Helper } from './helper.ts';
import { inspect } from './inspect.ts';
import { checkSize, limits, paperOf, type PaperSize, type PictureSize } from './limits.ts';
import { checkPictures } from './pictures.ts';
import { createRenderQueue } from './queue.ts';
import { RenderError } from './render-error.ts';
import { withFonts } from './with-fonts.ts';

export interface PictureInput extends PictureSize {
  /** A whole page or a piece of one. Everything in it is embedded; `font-family: Inter` (400, 500, 600, 700) is there. */
  html: string;
}

export type FastPictureInput = Omit<PictureInput, 'scale'>;

export interface DocumentInput {
  html: string;
  paper: PaperSize;
}

/** HTML to pictures and documents. All of its methods that draw throw a `RenderError`. */
export interface Renderer {
  /** A PNG by Chromium, `width * scale` by `height * scale` pixels. */
  png(input: PictureInput): Promise<Buffer>;
  /** A PNG by Takumi, many times faster; only for templates for which `compare` has agreed. */
  pngFast(input: FastPictureInput): Promise<Buffer>;
  /** A PDF by Chromium with vector text, without margins of its own. */
  pdf(input: DocumentInput): Promise<Buffer>;
  /** The pages of a PDF as PNGs that are `width` pixels wide. */
  pages(pdf: Uint8Array, size: { width: number }): Promise<Buffer[]>;
  /** Whether Takumi draws this as Chromium does, and what speaks against it. */
  compare(input: FastPictureInput): Promise<Comparison>;
  /** What the results depend on besides their input. */
  versions: EngineVersions;
  /** Starts the engines, so that the first rendering need not wait for them. Never rejects: what is wrong is logged. */
  warmUp(): Promise<void>;
  stats(): RendererStats;
  close(): Promise<void>;
}

export interface RendererStats {
  chromium: { pid: number | null; launches: number; drawn: number; running: number; waiting: number };
  helper: { pid: number | null; starts: number; running: number; waiting: number };
}

/** `cacheDir` is where a packed Chromium is unpacked. Throws an `Error` for the operator when there is no Chromium. */
export function openRenderer(options: { chromiumPath?: string | undefined; cacheDir: string; log: Logger }): Renderer {
  const { log } = options;
  const source = findChromium(options.chromiumPath, options.cacheDir);
  const [chromium, helper] = [new Chromium(source, log), new Helper(log)];
  const [pageQueue, helperQueue] = [createRenderQueue(), createRenderQueue()];
  const fonts = fontFaceRules();

  const onPage = async (content: PageContent, take: (page: Page) => Promise<Buffer>): Promise<Buffer> => {
    inspect(content.html);
    await checkPictures(content.html);
    const whole = { ...content, html: withFonts(content.html, fonts) };
    return pageQueue.run(() => twice(log, () => chromium.use((browser) => onFreshPage(browser, whole, take))));
  };
  const png = async (input: PictureInput): Promise<Buffer> => {
    checkSize(input);
    return onPage({ scale: 1, ...input, media: 'screen' }, async (page) => page.screenshot({ type: 'png', timeout: 0 }));
  };
  const pngFast = async (input: FastPictureInput): Promise<Buffer> => {
    checkSize(input);
    inspect(input.html);
    await checkPictures(input.html);
    return asBuffer(await helperQueue.run(() => helper.run('draw', input)));
  };

  return {
    png,
    pngFast,
    async pdf({ html, paper }) {
      const { width, height } = paperOf(paper);
      const content = { html, width: Math.round(width * 96), height: Math.round(height * 96), scale: 1, media: 'print' } as const;
      return onPage(content, async (page) => printed(page, { width, height }));
    },
    async pages(pdf, { width }) {
      checkSize({ width, height: width });
      return (await helperQueue.run(() => helper.run('pages', { pdf, width }))).map(asBuffer);
    },
    compare: (input) =>
      compareEngines({
        chromium: () => png(input),
        takumi: () => pngFast(input),
        difference: (first, second) => helperQueue.run(() => helper.run('difference', { first, second })),
      }),
    versions: engineVersions(source),
    async warmUp() {
      const started = await Promise.allSettled([png({ html: '<p>Ready</p>', width: 8, height: 8 }), helper.run('ready', null)]);
      for (const one of started) if (one.status === 'rejected') log.error({ err: one.reason as Error }, 'drawing is not ready');
    },
    stats: () => ({
      chromium: { ...chromium.stats(), ...pageQueue.size() },
      helper: { ...helper.stats(), ...helperQueue.size() },
    }),
    async close() {
      helper.close();
      await chromium.close();
    },
  };
}

async function printed(page: Page, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const pdf = await page.pdf({ width: `${width}in`, height: `${height}in`, printBackground: true, tagged: true });
  if (pdf.length > limits.pdfBytes) throw new RenderError('too_large', `The document has ${pdf.length} bytes`);
  return pdf;
}

/** Again on a fresh page, and a fresh browser if need be, when the engine broke down rather than said what is wrong. */
async function twice(log: Logger, draw: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof RenderError) throw error;
    log.warn({ err: error }, 'a rendering broke down and is tried again');
  }
  return await draw().catch((error: unknown) => {
    throw error instanceof RenderError ? error : new RenderError('failed', 'The page could not be drawn', { cause: error });
  });
}

/** Buffers arrive from the other process as plain bytes. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
