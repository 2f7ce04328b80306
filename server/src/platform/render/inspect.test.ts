import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { processorSeconds } from '../../../test/processor-time.ts';
import { checkHtml } from './pictures.ts';
import { inspect } from './inspect.ts';
import { RenderError } from './render-error.ts';

function refusalOf(html: string): string {
  try {
    inspect(html);
  } catch (error) {
    if (error instanceof RenderError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false })
    .png()
    .toBuffer();
const svg = (text: string) =>
  `<img src="data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}">`;

test.each([
  [
    '<p>\n<script>alert(1)</script>',
    "unsupported Line 2: <script> is not allowed: templates can't run or load anything",
  ],
  [
    '<IMG SRC="data:image/png;base64,AA" onError=alert(1)>',
    'unsupported Line 1: "onerror" is not allowed: templates can\'t run scripts',
  ],
  [
    '<a href="javascript:alert(1)">',
    'unsupported Line 1: "javascript:alert(1)" in <a href> is not allowed: links must use',
  ],
  ['<a href="file:///etc/passwd">', 'unsupported Line 1: "file:///etc/passwd" in <a href>'],
  [
    '<img src="file:///etc/passwd">',
    'unsupported Line 1: "file:///etc/passwd" in <img src> is not allowed: embed it',
  ],
  ['<img src="http://10.0.0.1/">', 'unsupported Line 1: "http://10.0.0.1/" in <img src>'],
  ["<img srcset='//internal/x 2x'>", 'unsupported Line 1: "//internal/x 2x" in <img srcset>'],
  [
    '<svg><image xlink:href=/etc/passwd>',
    'unsupported Line 1: "/etc/passwd" in <image xlink:href>',
  ],
  ['<link rel=prefetch href="http://10.0.0.1/">', 'unsupported Line 1: <link> is not allowed'],
  ['<iframe srcdoc="x">', 'unsupported Line 1: <iframe> is not allowed'],
  ['<base href="http://10.0.0.1/">', 'unsupported Line 1: <base> is not allowed'],
  [
    '<meta http-equiv="refresh" content="0">',
    'unsupported Line 1: <meta http-equiv="refresh"> is not allowed',
  ],
  [
    '<style>\n\n@import "http://10.0.0.1/";</style>',
    'unsupported Line 3: "@import" is not allowed',
  ],
  [
    '<style>p {\n background: url( "http://a/b" ) }</style>',
    'unsupported Line 2: "http://a/b" in the styles is not allowed',
  ],
  [
    '<p style="color: red; background: URL(file:///x)">',
    'unsupported Line 1: "file:///x" in the styles is not allowed',
  ],
  [
    '<style>@font-face { src: url(//a/f.woff2) }</style>',
    'unsupported Line 1: "//a/f.woff2" in the styles',
  ],
  ['<p class="x"', "unsupported Line 1: The tag <p> isn't closed properly"],
])('HTML with something that runs or loads is refused by its name and line: %s', (html, reason) => {
  expect(refusalOf(html)).toContain(reason);
});

test('accepts HTML with embedded resources, and links for the reader', () => {
  const html = `<!DOCTYPE html><html><head><title>url(http://x) <script></title><style>
    /* url(http://x); @import */ p::after { content: "url(" ; color: red }
    p { background: url(data:image/png;base64,AA==) } @media print { p { color: #000 } }</style></head>
    <!-- <script src="http://x"></script> --><body><a href="https://example.com/?a=1&b=2">1 < 2</a><a href="mailto:a@b.c">
    <img src="data:image/png;base64,AA==" alt="http://x"><svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>
    &lt;script&gt;alert(1)&lt;/script&gt;</body>`;
  expect(refusalOf(html)).toBe('accepted');
});

test.each([
  ['tags without end', '<a '.repeat(1_600_000), 'unsupported'],
  ['blanks in a tag', `<a${' '.repeat(5_000_000)}`, 'unsupported'],
  ['quotes without end', '<a b="'.repeat(800_000), 'unsupported'],
  ['opening brackets', '<'.repeat(5_000_000), 'accepted'],
  ['comments in styles', `<style>${'/*'.repeat(2_400_000)}`, 'accepted'],
  ['strings in styles', `<style>${"'".repeat(4_900_000)}`, 'accepted'],
  ['elements', '<div>'.repeat(20_001), 'too_large There are more than 20000 elements'],
  ['letters', 'x'.repeat(5_242_881), 'too_large The HTML with its pictures has 5242881 bytes'],
])('reading millions of %s takes no longer than reading a long text', (_, html, result) => {
  expect(processorSeconds(() => expect(refusalOf(html)).toContain(result))).toBeLessThan(3);
});

test('rejects a small file that expands to a gigabyte before unpacking it', async () => {
  const bomb = await picture(1, 1);
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(17_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const html = `<img src="data:image/png;base64,${bomb.toString('base64')}">`;
  await expect(checkHtml(html)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('340 million pixels'),
  });
});

test('rejects many images that are allowed individually but not together', async () => {
  const pictures = await Promise.all([5001, 5002, 5003, 5004].map((width) => picture(width, 5000)));
  const html = pictures.map(
    (bytes) => `<i style="background:url(data:image/png;base64,${bytes.toString('base64')})"></i>`,
  );
  await expect(checkHtml(html.join(''))).rejects.toMatchObject({ code: 'too_large' });
  await expect(checkHtml(html.slice(0, 3).join(''))).resolves.toBeUndefined();
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>', 'too_large'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>', 'unsupported'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'unsupported'],
  ['<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"/>', 'unsupported'],
])('rejects an SVG that loads, runs, or explodes: %s', async (text, code) => {
  await expect(checkHtml(svg(text))).rejects.toMatchObject({ code });
});

test("rejects an image that isn't one", async () => {
  await expect(checkHtml('<img src="data:image/png;base64,AAAA">')).rejects.toMatchObject({
    code: 'unsupported',
  });
});
