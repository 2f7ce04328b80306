import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumCache, openTestRenderer, silent } from '../../../test/renderer.ts';
import { Chromium } from './chromium.ts';
import { findChromium } from './chromium-binary.ts';
import { onFreshPage } from './chromium-page.ts';
import type { HelperBounds } from '../helper/bounds.ts';
import { Helper } from '../helper/helper.ts';
import { usualBounds } from './limits.ts';
import type { Renderer } from './port.ts';

/** An attacker's target server, and the requests that reached it. */
let server: Server;
let internal: string;
let reached: string[];
let folder: string;
let secret: string;
let renderer: Renderer;
let chromium: Chromium;

const source = findChromium(process.env['CHROMIUM_PATH'], chromiumCache);

beforeAll(async () => {
  server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('<body style="background:red">');
  });
  server.on('connection', () => reached.push('connection'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  internal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'lintel-hostile-'));
  await writeFile(join(folder, 'secret.png'), await square('red').png().toBuffer());
  secret = pathToFileURL(join(folder, 'secret.png')).href;
  renderer = openTestRenderer();
  chromium = new Chromium(source, { memoryLimit: usualBounds.memory, log: silent });
});
afterAll(async () => {
  await Promise.all([renderer.close(), chromium.close()]);
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  reached = [];
});

const square = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } });

/** Bypasses the HTML checks, to test only the page's own protections. */
const onPageItself = (
  html: string,
  browser = chromium,
  bounds: Partial<HelperBounds> = {},
): Promise<Buffer> =>
  browser.use((live) =>
    onFreshPage(
      live,
      {
        html,
        width: 200,
        height: 200,
        scale: 1,
        media: 'screen',
        bounds: { ...usualBounds, ...bounds },
      },
      (page) => page.screenshot(),
    ),
  );

/** Whether the image contains red, which marks a successful attack. */
async function hasRed(png: Uint8Array): Promise<boolean> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return data.some(
    (value, index) =>
      index % 3 === 0 && value > 200 && (data[index + 1] ?? 0) < 60 && (data[index + 2] ?? 0) < 60,
  );
}

describe('a page itself', () => {
  test('shows embedded content', async () => {
    const embedded = (await square('red').png().toBuffer()).toString('base64');
    expect(await hasRed(await onPageItself(`<img src="data:image/png;base64,${embedded}">`))).toBe(
      true,
    );
  });

  test('runs no script, however it is written', async () => {
    const paint = "document.documentElement.style.background='red'";
    const html = `<script>${paint}</script><script type="module">${paint}</script><img src="data:," onerror="${paint}">
      <svg onload="${paint}"><script>${paint}</script></svg><body onload="${paint}"><iframe srcdoc="<script>parent.${paint}</script>"></iframe>
      <object data="data:text/html,<script>parent.${paint}</script>"></object><details ontoggle="${paint}" open>x</details>
      <style onload="${paint}"></style><meta http-equiv="refresh" content="0;url=javascript:${paint}">`;
    expect(await hasRed(await onPageItself(html))).toBe(false);
  });

  test.each([
    [
      'pictures',
      (url: string) =>
        `<img src="${url}"><img srcset="${url} 2x"><picture><source srcset="${url}"><img></picture>`,
    ],
    [
      'frames',
      (url: string) =>
        `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`,
    ],
    [
      'a frame in a frame',
      (url: string) => `<iframe srcdoc="<img src=${url}><iframe src=${url}></iframe>"></iframe>`,
    ],
    [
      'a refresh',
      (url: string) =>
        `<meta http-equiv="refresh" content="0;url=${url}"><p style="height:9999px">x`,
    ],
    [
      'links that are loaded ahead',
      (url: string) =>
        [
          'prefetch',
          'preconnect',
          'dns-prefetch',
          'preload" as="image',
          'modulepreload',
          'prerender',
          'stylesheet',
          'icon',
          'manifest',
        ]
          .map((rel) => `<link rel="${rel}" href="${url}">`)
          .join(''),
    ],
    [
      'styles and fonts',
      (url: string) =>
        `<style>@import url(${url}); @import "${url}"; @font-face { font-family: q; src: url(${url}) }
         p { font-family: q; background: u\\72l(${url}); list-style-image: url(${url}); cursor: url(${url}), auto }
         p::before { content: url(${url}) } div { border-image: image-set("${url}" 1x) }</style><p>x</p><div>y</div>`,
    ],
    [
      'drawings',
      (url: string) =>
        `<svg><image href="${url}" width="60" height="60"/><use href="${url}#a"/><feImage href="${url}"/></svg>`,
    ],
    [
      'sound and video',
      (url: string) =>
        `<video src="${url}" poster="${url}" autoplay></video><audio src="${url}" autoplay></audio>`,
    ],
    [
      'a base address',
      (url: string) =>
        `<base href="${url}/"><img src="x.png"><form action="${url}"><input type="image" src="${url}"></form>`,
    ],
  ])('loads nothing by %s, neither over the network nor from files', async (_, html) => {
    for (const url of [`${internal}/x`, secret]) {
      const result = await onPageItself(html(url)).catch((error: unknown) => error);
      // A page caught making a request is rejected; one whose request was blocked earlier is
      // rendered without it.
      if (Buffer.isBuffer(result)) expect(await hasRed(result)).toBe(false);
      else expect(result).toMatchObject({ code: 'unsupported' });
    }
    expect(reached).toEqual([]);
  });

  test('is stopped when it takes too much work, and the next one renders', async () => {
    const slow = `<style>b { box-shadow: 0 0 300px 300px red; filter: blur(50px) }</style>${'<b>x</b>'.repeat(20_000)}`;
    await expect(onPageItself(slow, chromium, { time: 1000 })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(await onPageItself('<p>x')).toBeInstanceOf(Buffer);
  });

  test('is stopped when it takes too much memory, and the next one renders', async () => {
    const narrow = new Chromium(source, { memoryLimit: 250_000_000, log: silent });
    try {
      const large = `<table>${`<tr>${'<td><b>x</b><i>y</i></td>'.repeat(400)}</tr>`.repeat(1000)}</table>`;
      await expect(onPageItself(large, narrow)).rejects.toMatchObject({ code: 'too_large' });
      expect(await onPageItself('<p>x', narrow)).toBeInstanceOf(Buffer);
    } finally {
      await narrow.close();
    }
  });

  test('is abandoned with a stuck browser, and the next one renders in a fresh one', async () => {
    await onPageItself('<p>x');
    const { pid } = chromium.stats();
    process.kill(pid as number, 'SIGSTOP');
    await expect(onPageItself('<p>x', chromium, { patience: 500 })).rejects.toMatchObject({
      code: 'busy',
    });
    expect(await onPageItself('<p>x')).toBeInstanceOf(Buffer);
    expect(chromium.stats().pid).not.toBe(pid);
  });

  test('may be nested to any depth', async () => {
    const nested = `<style>div { display: flex; width: calc(100% - 1px) }</style>${'<div>'.repeat(5000)}x`;
    expect(await onPageItself(nested)).toBeInstanceOf(Buffer);
  });
});

describe('the renderer', () => {
  test.each([
    ['a script', '<script>1</script>', '<script>'],
    ['a file', '<img src="file:///etc/passwd">', 'file:///etc/passwd'],
    [
      'an internal address',
      '<img src="http://169.254.169.254/latest/meta-data">',
      'http://169.254.169.254/latest/meta-data',
    ],
    ['a link that is loaded ahead', '<link rel="prefetch" href="http://10.0.0.1/">', '<link>'],
  ])('rejects %s by name, for every engine', async (_, html, name) => {
    const refused = { code: 'unsupported', message: expect.stringContaining(name) };
    await expect(renderer.png({ html, width: 60, height: 60 })).rejects.toMatchObject(refused);
    await expect(renderer.pdf({ html, paper: 'letter' })).rejects.toMatchObject(refused);
    await expect(renderer.pngFast({ html, width: 60, height: 60 })).rejects.toMatchObject(refused);
    await expect(renderer.compare({ html, width: 60, height: 60 })).rejects.toMatchObject(refused);
  });
});

describe('the helper', () => {
  test('is killed when rendering takes too much work, and renders the next one', async () => {
    const helper = new Helper({ ...usualBounds, time: 1000 }, silent, () => () => undefined);
    await helper.run('ready', null);
    const slow = {
      html: `<div>${'<b style="box-shadow: 0 0 400px 400px red">x</b>'.repeat(18_000)}</div>`,
      width: 2000,
      height: 2000,
    };
    await expect(helper.run('draw', slow)).rejects.toMatchObject({ code: 'timeout' });
    const { pid, starts } = helper.stats();
    expect({ pid, starts }).toEqual({ pid: null, starts: 1 });
    const quick = helper.run('draw', { html: '<p>x</p>', width: 60, height: 60 });
    expect(await sharp(await quick).metadata()).toMatchObject({ width: 60 });
    helper.close();
  });

  test('is killed when rendering takes too much memory', async () => {
    const helper = new Helper({ ...usualBounds, memory: 20_000_000 }, silent);
    await expect(helper.run('ready', null)).rejects.toMatchObject({ code: 'too_large' });
    helper.close();
  });
});
