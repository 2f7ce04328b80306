import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/store.ts';
import { cached } from './cache.ts';
import type { Renderer } from './port.ts';
import { RenderError } from './render-error.ts';

let folder: string;
let files: FileStore;
let drawn: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-renders-'));
  files = diskStore(folder);
  drawn = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Engines that record their calls. */
function engines(version = '1'): Renderer {
  const draw = async (what: string) => {
    drawn.push(what);
    await setTimeout(10);
    if (what.includes('broken')) throw new RenderError('failed', 'no');
    return Buffer.from(what);
  };
  const unused = () => Promise.reject(new Error('Not expected'));
  return {
    png: ({ html }) => draw(`png ${html}`),
    pngFast: ({ html }) => draw(`fast ${html}`),
    pdf: ({ html }) => draw(`pdf ${html}`),
    pages: async (pdf) => [
      await draw(`page 1 of ${Buffer.from(pdf).toString()}`),
      await draw('page 2'),
    ],
    compare: unused,
    versions: { chromium: version, takumi: version, pdfium: version },
    warmUp: unused,
    stats: () => {
      throw new Error('Not expected');
    },
    close: unused,
  };
}

test('a rendering is read from its file from then on, even after a restart', async () => {
  const input = { html: '<p>Hello', paper: 'letter' } as const;
  const first = await cached(files, engines()).pdf(input);
  const later = await cached(files, engines()).pdf(input);
  expect(later).toEqual(first);
  expect(await files.read(first.key)).toEqual(Buffer.from('pdf <p>Hello'));
  expect(drawn).toHaveLength(1);
});

test('twenty concurrent requests share one rendering', async () => {
  const renders = cached(files, engines());
  const input = { html: '<p>Hello', width: 100, height: 50 };
  const all = await Promise.all(Array.from({ length: 20 }, () => renders.pngFast(input)));
  expect(new Set(all.map(({ key }) => key)).size).toBe(1);
  expect(drawn).toEqual(['fast <p>Hello']);
});

test('other HTML, sizes, engines, or versions get other files', async () => {
  const renders = cached(files, engines());
  const input = { html: '<p>Hello', width: 100, height: 50 };
  const results = [
    await renders.png(input),
    await renders.png({ ...input, html: '<p>Hello!' }),
    await renders.png({ ...input, width: 101 }),
    await renders.png({ ...input, scale: 2 }),
    await renders.pngFast(input),
    await cached(files, engines('2')).png(input),
    await renders.pdf({ html: input.html, paper: 'letter' }),
    await renders.pdf({ html: input.html, paper: { width: 8, height: 11 } }),
  ];
  expect(new Set(results.map(({ key }) => key)).size).toBe(results.length);
  expect(drawn).toHaveLength(results.length);
});

test('the pages of a PDF are stored together', async () => {
  const pdf = Buffer.from('%PDF');
  const first = await cached(files, engines()).pages(pdf, { width: 400 });
  const later = await cached(files, engines()).pages(pdf, { width: 400 });
  expect(first.map(({ bytes }) => bytes.toString())).toEqual(['page 1 of %PDF', 'page 2']);
  expect(later).toEqual(first);
  expect(drawn).toHaveLength(2);
});

test('the next request retries a failed rendering', async () => {
  const renders = cached(files, engines());
  const input = { html: 'broken', width: 10, height: 10 };
  await expect(renders.png(input)).rejects.toMatchObject({ code: 'failed' });
  await expect(renders.png(input)).rejects.toMatchObject({ code: 'failed' });
  expect(drawn).toHaveLength(2);
});
