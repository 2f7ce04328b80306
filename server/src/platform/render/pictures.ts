import sharp from 'sharp';
import { inspect } from './inspect.ts';
import { limits } from './limits.ts';
import { RenderError } from './render-error.ts';

const dataAddress = /data:image\/([a-z0-9.+-]+)((?:;[a-z0-9=-]+)*),([^"')\s>]*)/gi;

/**
 * Rejects embedded images by their headers, before anything decodes them. Throws `too_large` when
 * one image or all together have too many pixels, and `unsupported` for one that can't be read or,
 * as an SVG, loads or runs something.
 */
export async function checkPictures(html: string): Promise<void> {
  const found = new Map([...html.matchAll(dataAddress)].map((match) => [match[0], match]));
  if (found.size > limits.pictures)
    throw new RenderError('too_large', `There are more than ${limits.pictures} pictures`);
  let all = 0;
  for (const [, type = '', parameters = '', body = ''] of found.values()) {
    const bytes = parameters.endsWith(';base64')
      ? Buffer.from(body, 'base64')
      : Buffer.from(unescaped(body));
    all += type.startsWith('svg') ? checkDrawing(bytes) : await checkPicture(bytes);
    if (all > limits.allPicturesPixels) throw tooManyPixels('The pictures together', all);
  }
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

async function checkPicture(bytes: Buffer): Promise<number> {
  const pixels = await countPixels(bytes);
  if (pixels > limits.picturePixels) throw tooManyPixels('A picture', pixels);
  return pixels;
}

async function countPixels(bytes: Buffer): Promise<number> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return width * height;
  } catch {
    throw new RenderError(
      'unsupported',
      'An embedded picture cannot be read: it must be a PNG, JPEG, GIF, WebP, AVIF or SVG',
    );
  }
}

/** An SVG is rendered at its size on the page, so reject only declared sizes beyond any page. */
function checkDrawing(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  const root = inspect(text).find(({ name }) => name === 'svg');
  if (/<!ENTITY/i.test(text))
    throw new RenderError('unsupported', 'An SVG with "<!ENTITY" is not allowed');
  if (/data:image/i.test(text))
    throw new RenderError(
      'unsupported',
      'An SVG with a picture in it is not allowed: embed the picture itself',
    );
  const side = (name: string): number =>
    Number.parseFloat(root?.attributes.find((one) => one.name === name)?.value ?? '') || 300;
  const pixels = side('width') * side('height');
  if (pixels > limits.picturePixels) throw tooManyPixels('An SVG', pixels);
  return pixels;
}

const tooManyPixels = (what: string, pixels: number): RenderError =>
  new RenderError(
    'too_large',
    `${what} would have ${Math.round(pixels / 1e6)} million pixels, too many to draw`,
  );

/** Rejects HTML that is unsafe for any engine. Throws `too_large` or `unsupported`. */
export async function checkHtml(html: string): Promise<void> {
  inspect(html);
  await checkPictures(html);
}
