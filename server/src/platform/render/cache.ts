import { createHash } from 'node:crypto';
import type { FileStore } from '../files/store.ts';
import { paperDimensions } from './limits.ts';
import type { DocumentInput, FastPictureInput, PictureInput, Renderer } from './port.ts';

export interface CachedRender {
  /**
   * The key in the file store: a caller that saves it can read the file without the HTML and an
   * engine.
   */
  key: string;
  bytes: Buffer;
}

/** The renderer's methods, with results cached in the file store by all of their inputs. */
export interface CachedRenderer {
  png(input: PictureInput): Promise<CachedRender>;
  pngFast(input: FastPictureInput): Promise<CachedRender>;
  pdf(input: DocumentInput): Promise<CachedRender>;
  pages(pdf: Uint8Array, size: { width: number }): Promise<CachedRender[]>;
}

/**
 * Renders once for concurrent requests, and never what is already in `files`. Doesn't cache errors.
 */
export function cached(files: FileStore, renderer: Renderer): CachedRenderer {
  const { versions } = renderer;
  const once = singleFlight<CachedRender>();
  const onceForPages = singleFlight<CachedRender[]>();

  const file = (key: string, make: () => Promise<Buffer>): Promise<CachedRender> =>
    once(key, async () => {
      const known = await files.read(key);
      if (known) return { key, bytes: known };
      const bytes = await make();
      await files.write(key, bytes);
      return { key, bytes };
    });

  return {
    png: ({ html, width, height, scale = 1 }) =>
      file(`${cacheName(['png', versions.chromium, html, width, height, scale])}.png`, () =>
        renderer.png({ html, width, height, scale }),
      ),
    pngFast: ({ html, width, height }) =>
      file(`${cacheName(['fast', versions.takumi, html, width, height])}.png`, () =>
        renderer.pngFast({ html, width, height }),
      ),
    async pdf({ html, paper, about }) {
      const { width, height } = paperDimensions(paper);
      const { title = '', author = '', creator = '' } = about ?? {};
      const name = cacheName([
        'pdf',
        versions.chromium,
        html,
        width,
        height,
        title,
        author,
        creator,
      ]);
      return file(`${name}.pdf`, () => renderer.pdf({ html, paper, ...(about && { about }) }));
    },
    pages(pdf, { width }) {
      const name = cacheName(['pages', versions.pdfium, pdf, width]);
      return onceForPages(name, async () => {
        const known = await readPages(files, name);
        return known.length > 0
          ? known
          : writePages(files, name, await renderer.pages(pdf, { width }));
      });
    },
  };
}

/**
 * A key below the store's `renders`. Lengths separate the parts, so that different lists never
 * collide.
 */
function cacheName(parts: readonly (string | number | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'object' ? part : Buffer.from(String(part));
    hash.update(`${bytes.length}:`).update(bytes);
  }
  const name = hash.digest('hex');
  return `renders/${name.slice(0, 2)}/${name}`;
}

const pageKey = (name: string, page: number): string => `${name}-${page}.png`;

async function readPages(files: FileStore, name: string): Promise<CachedRender[]> {
  const pages: CachedRender[] = [];
  for (;;) {
    const key = pageKey(name, pages.length + 1);
    const bytes = await files.read(key);
    if (bytes === null) return pages;
    pages.push({ key, bytes });
  }
}

async function writePages(
  files: FileStore,
  name: string,
  pictures: readonly Buffer[],
): Promise<CachedRender[]> {
  const pages = pictures.map((bytes, index) => ({ key: pageKey(name, index + 1), bytes }));
  // The first page is written last: its presence means that all are there.
  for (const { key, bytes } of pages.toReversed()) await files.write(key, bytes);
  return pages;
}

/** Shares one run among concurrent calls with the same key. */
export function singleFlight<Result>(): (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known) return known;
    const started = work().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
