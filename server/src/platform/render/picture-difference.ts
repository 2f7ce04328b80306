import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** The maximum width for comparison: scaling evens out how engines smooth edges and hairlines. */
const comparedWidth = 600;
const tile = 24;
/** Colors that differ by less in every channel (0 to 255) count as equal. */
const alike = 28;

export interface Difference {
  /** The fraction of differing pixels, 0 to 1. */
  share: number;
  /** The same for the most different part of the image, and its center in image pixels. */
  worst: { share: number; x: number; y: number };
}

interface Pixels {
  /** Red, green, blue, alpha, row by row. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** The visible difference between two PNGs of the same size. */
export async function comparePictures(first: Uint8Array, second: Uint8Array): Promise<Difference> {
  const { width: fullWidth } = await sharp(first).metadata();
  const [a, b] = await Promise.all([small(first), small(second)]);
  const { width, height } = a;
  const marks = new Uint8Array(a.data.length);
  pixelmatch(a.data, b.data, marks, width, height, {
    threshold: 0.05,
    diffMask: true,
    includeAA: false,
  });
  const different = differentPixels(a, b, marks);
  const worst = worstTile(different, a);
  const factor = fullWidth / width;
  return {
    share: different.length / (width * height),
    worst: { share: worst.share, x: Math.round(worst.x * factor), y: Math.round(worst.y * factor) },
  };
}

async function small(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .resize({ width: comparedWidth, withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Engines round letter positions differently: an offset of one pixel isn't a difference. */
function differentPixels(a: Pixels, b: Pixels, marks: Uint8Array): number[] {
  const found: number[] = [];
  for (let pixel = 0; pixel < a.width * a.height; pixel += 1) {
    // Red marks a difference, yellow one of smoothing alone.
    const marked = marks[pixel * 4] === 255 && marks[pixel * 4 + 1] === 0;
    if (marked && !(isNear(a, b, pixel) && isNear(b, a, pixel))) found.push(pixel);
  }
  return found;
}

/** Whether a pixel's color in `a` occurs at the same position in `b`, or next to it. */
function isNear(a: Pixels, b: Pixels, pixel: number): boolean {
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      const other = pixel + row * b.width + column;
      if (
        other >= 0 &&
        other < b.width * b.height &&
        sameColour(a.data, pixel * 4, b.data, other * 4)
      )
        return true;
    }
  }
  return false;
}

const sameColour = (a: Uint8Array, from: number, b: Uint8Array, to: number): boolean =>
  [0, 1, 2].every((channel) => Math.abs((a[from + channel] ?? 0) - (b[to + channel] ?? 0)) < alike);

/** The square of the image with the most of these pixels. */
function worstTile(pixels: readonly number[], { width, height }: Pixels): Difference['worst'] {
  const columns = Math.ceil(width / tile);
  const counts = new Uint32Array(columns * Math.ceil(height / tile));
  for (const pixel of pixels) {
    const index =
      Math.floor(Math.floor(pixel / width) / tile) * columns + Math.floor((pixel % width) / tile);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const most = counts.reduce(
    (found, count, index) => (count > (counts[found] ?? 0) ? index : found),
    0,
  );
  return {
    share: (counts[most] ?? 0) / (tile * tile),
    x: ((most % columns) + 0.5) * tile,
    y: (Math.floor(most / columns) + 0.5) * tile,
  };
}
