import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestRenderer, silent } from '../../../test/renderer.ts';
import { HelperEngine } from './helper-engine.ts';
import { usualBounds } from './limits.ts';
import type { Renderer } from './port.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = openTestRenderer();
  await renderer.warmUp();
});
afterAll(() => renderer.close());

const card = `<!doctype html><html><head><style>
  body { margin: 0; font-family: Inter }
  .card { box-sizing: border-box; width: 600px; height: 315px; padding: 40px; background: linear-gradient(135deg, #1c418c, #0b1f47); color: #fff }
  h1 { margin: 0 0 12px; font-size: 40px; line-height: 1.1; font-weight: 700 }
  p { margin: 0; font-size: 18px }
  </style></head><body><div class="card"><h1>New roof? Pay over time.</h1><p>Dvořák &amp; Łukasz Roofing</p></div></body></html>`;
const size = { width: 600, height: 315 };

async function colourAt(png: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * 3;
  return [...data.subarray(start, start + 3)];
}

/** The fraction of ink in a black-on-white image. */
async function ink(png: Buffer): Promise<number> {
  const { channels } = await sharp(png).flatten({ background: '#fff' }).greyscale().stats();
  return 1 - (channels[0]?.mean ?? 0) / 255;
}

describe('pictures', () => {
  test('HTML becomes a PNG of the requested size, sharper when scaled, on white', async () => {
    const html =
      '<body style="margin:0"><div style="width:50px;height:50px;background:#1c418c"></div>';
    const png = await renderer.png({ html, width: 120, height: 80 });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 120, height: 80 });
    expect(await colourAt(png, 10, 10)).toEqual([28, 65, 140]);
    expect(await colourAt(png, 100, 70)).toEqual([255, 255, 255]);
    const large = await renderer.png({ html, width: 120, height: 80, scale: 2 });
    expect(await sharp(large).metadata()).toMatchObject({ width: 240, height: 160 });
    expect(await colourAt(large, 90, 90)).toEqual([28, 65, 140]);
  });

  test('Inter is available in four weights and for Central European letters, without the template including it', async () => {
    const text = (weight: number, family: string) =>
      `<p style="margin:0;font:${weight} 40px ${family}">Příliš žluťoučký ăąćđ</p>`;
    const inks = await Promise.all(
      [400, 500, 600, 700].map(async (weight) =>
        ink(await renderer.png({ html: text(weight, 'Inter'), width: 500, height: 60 })),
      ),
    );
    expect(inks.toSorted((a, b) => a - b)).toEqual(inks);
    expect(new Set(inks).size).toBe(4);
    const other = await ink(
      await renderer.png({ html: text(400, 'no-such-family'), width: 500, height: 60 }),
    );
    expect(inks).not.toContain(other);
  });

  test.each([
    [{ width: 5000, height: 10 }, 1],
    [{ width: 0, height: 10 }, 1],
    [{ width: 10.5, height: 10 }, 1],
    [{ width: 4000, height: 4000 }, 2],
    [{ width: 10, height: 10 }, 9],
  ])('rejects an excessive size: %o at %i', async (wrong, scale) => {
    await expect(renderer.png({ html: 'x', ...wrong, scale })).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

describe('documents', () => {
  const flyer = `<style>body { margin: 0; font-family: Inter } section { display: flow-root; height: 11in; break-after: page; background: #eef }
    section:last-child { break-after: auto }</style><section><h1>Page one</h1><a href="https://example.com/apply">Apply</a></section>
    <section><p>Dvořák</p></section>`;

  test('HTML becomes a letter-size PDF with selectable text', async () => {
    const pdf = await renderer.pdf({ html: flyer, paper: 'letter' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('/URI (https://example.com/apply)');
    expect(pdf.toString('latin1')).toMatch(/FontName \/\w+\+Inter/);
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(pdf);
    expect(document.getPageCount()).toBe(2);
    expect(document.getPage(0).getOriginalSize()).toEqual({
      originalWidth: 612,
      originalHeight: 792,
    });
    expect(document.getPage(0).getText()).toContain('Page one');
    expect(document.getPage(1).getText()).toContain('Dvořák');
    document.destroy();
    library.destroy();
  });

  test("a PDF's pages become images of the requested width", async () => {
    const pages = await renderer.pages(await renderer.pdf({ html: flyer, paper: 'letter' }), {
      width: 425,
    });
    expect(pages).toHaveLength(2);
    for (const page of pages)
      expect(await sharp(page).metadata()).toMatchObject({
        format: 'png',
        width: 425,
        height: 550,
      });
    expect(await colourAt(pages[0] as Buffer, 400, 500)).toEqual([238, 238, 255]);
  });

  test("rejects excessive paper sizes, and files that aren't PDFs", async () => {
    await expect(
      renderer.pdf({ html: 'x', paper: { width: 200, height: 11 } }),
    ).rejects.toMatchObject({ code: 'too_large' });
    const strip = await PDFDocument.create();
    strip.addPage([10, 14_000]);
    await expect(renderer.pages(await strip.save(), { width: 100 })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(renderer.pages(Buffer.from('no PDF'), { width: 100 })).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});

test('idle helper processes stop', async () => {
  const engine = new HelperEngine(usualBounds, silent, 0);
  await engine.check('<p>fine</p>');
  await expect.poll(() => engine.stats().pid).toBeNull();
  engine.close();
});

describe('two engines', () => {
  test('Takumi renders what it supports like Chromium, with the same fonts', async () => {
    const comparison = await renderer.compare({ html: card, ...size });
    expect(comparison).toMatchObject({ agrees: true, reason: null });
    expect(comparison.difference).toBeLessThan(0.005);
    const fast = await renderer.pngFast({ html: card, ...size });
    expect(await sharp(fast).metadata()).toMatchObject({ format: 'png', ...size });
    expect(fast).toEqual(comparison.takumi);
  });

  test.each([
    [
      'a float',
      card.replace(
        '<h1>',
        '<div style="float:left;width:90px;height:90px;background:red"></div><h1>',
      ),
    ],
    [
      'a table made of boxes',
      card.replace(
        '<h1>',
        '<div style="display:table"><b style="display:table-cell;padding:20px">A</b><i style="display:table-cell">B</i></div><h1>',
      ),
    ],
    ['a font that is not shipped', card.replace('font-family: Inter', 'font-family: Courier')],
  ])(
    '%s, which Takumi draws in another way, makes them disagree, and the author is told where',
    async (_, html) => {
      const comparison = await renderer.compare({ html, ...size });
      expect(comparison).toMatchObject({ agrees: false });
      expect(comparison.reason).toMatch(
        /^Takumi draws it differently: [\d.]+% of the picture, most of all around \d+, \d+$/,
      );
      expect(comparison.takumi).not.toBeNull();
    },
  );

  test.each([
    [
      '<style>\nh1 { font: 700 40px Inter }</style><h1>x</h1>',
      'Line 2: Takumi does not know the property "font"',
    ],
    ['<p style="columns: 2">x</p>', 'Line 1: Takumi does not know the property "columns"'],
    [
      '<p style="width: min(10px, 5vw)">x</p>',
      `Line 1: Takumi doesn't accept "min(10px, 5vw)" for "width"`,
    ],
    ['<p>\n<button>x</button></p>', 'Line 2: <button> is not drawn by Takumi'],
    ['<p class=x>x</p>', 'Line 1: Takumi reads the value of "class" only in quotes'],
    [
      '<style>@font-face { font-family: x }</style>',
      'Line 1: Takumi doesn\'t support "@font-face"',
    ],
  ])('a construct that Takumi would drop is refused by its name: %s', async (html, message) => {
    await expect(renderer.pngFast({ html, ...size })).rejects.toMatchObject({
      code: 'unsupported',
      message,
    });
    await expect(renderer.compare({ html, ...size })).resolves.toMatchObject({
      agrees: false,
      reason: message,
      takumi: null,
    });
  });

  test('custom properties, queries, inline SVG, and properties without effect in a still image are accepted', async () => {
    const html = `<style>:root { --c: #1c418c } p { transition: color 1s; cursor: pointer; -webkit-print-color-adjust: exact; color: var(--c) }
      @media (min-width: 100px) { p { font-size: 30px } }</style><p>x</p>
      <svg width="40" height="40" viewBox="0 0 40 40"><rect width="40" height="40" style="fill: red; stroke-width: 2"/></svg>`;
    expect(await renderer.pngFast({ html, ...size })).toBeInstanceOf(Buffer);
  });
});

describe('under load and after a crash', () => {
  const small = { html: '<p>x', width: 60, height: 40 };

  test(
    'rejects requests as busy when forty are queued, and serves the others in order',
    { timeout: 60_000 },
    async () => {
      const asked = Array.from({ length: 50 }, () => renderer.png(small));
      const results = await Promise.allSettled(asked);
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(48);
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy' });
      expect(renderer.stats().chromium).toMatchObject({ running: 0, waiting: 0 });
    },
  );

  test('a browser killed while rendering is restarted transparently', async () => {
    const { pid, launches } = renderer.stats().chromium;
    const asked = Array.from({ length: 6 }, () => renderer.png(small));
    await Promise.race(asked);
    process.kill(pid as number, 'SIGKILL');
    const pictures = await Promise.all(asked);
    expect(pictures).toHaveLength(6);
    expect(renderer.stats().chromium).toMatchObject({ launches: launches + 1 });
    expect(renderer.stats().chromium.pid).not.toBe(pid);
  });

  test('a helper killed while rendering is restarted transparently', async () => {
    const { pid } = renderer.stats().helper;
    const asked = Array.from({ length: 6 }, () => renderer.pngFast({ html: card, ...size }));
    await Promise.race(asked);
    process.kill(pid as number, 'SIGKILL');
    expect(await Promise.all(asked)).toHaveLength(6);
    expect(renderer.stats().helper.pid).not.toBe(pid);
  });
});

test("closing right after the browser's start rejects only the renderings", async () => {
  const closing = openTestRenderer();
  // An unhandled rejection would crash the process: the test runner reports it.
  const drawn = Array.from({ length: 4 }, () =>
    closing.png({ html: '<p>Too late</p>', width: 8, height: 8 }),
  );
  const ended = Promise.allSettled(drawn);
  while (closing.stats().chromium.pid === null) await sleep(1);
  await closing.close();
  expect((await ended).map(({ status }) => status)).toContain('rejected');
});

test('a server has no browser before its first image', async () => {
  const fresh = openTestRenderer();
  await fresh.warmUp();
  expect(fresh.stats().chromium).toMatchObject({ pid: null, launches: 0 });
  expect(fresh.stats().helper.pid).not.toBeNull();
  await fresh.png({ html: '<p>First</p>', width: 8, height: 8 });
  expect(fresh.stats().chromium).toMatchObject({ pid: expect.any(Number), launches: 1 });
  await fresh.close();
});

test('closing an engine during its start logs nothing; a failed start is logged', async () => {
  const told: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
  const closing = openTestRenderer({ log });
  const started = closing.warmUp();
  await closing.close();
  await started;
  expect(told).toEqual([]);
  const impatient = openTestRenderer({ log, bounds: { ...usualBounds, patience: 0 } });
  await impatient.warmUp();
  await impatient.close();
  expect(told.join('')).toContain('a rendering engine could not be started');
});
