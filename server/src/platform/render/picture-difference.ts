import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** What is compared is at most so wide: edges and hairlines that two engines smooth in their own ways fall together. */
const comparedWidth = 600;
const tile = 24;

export interface Difference {
  /** Share of the picture's pixels that differ, 0 to 1. */
  share: number;
  /** The same for the part of the picture that differs most, and where its middle is, in pixels of the picture. */
  worst: { share: number; x: number; y: number };
}

/** How much two PNGs of the same size differ to the eye. */
export async function differenceOf(first: Uint8Array, second: Uint8Array): Promise<Difference> {
  const { width: fullWidth } = await sharp(first).metadata();
  const [a, b] = await Promise.all([small(first), small(second)]);
  const { width, height } = a.info;
  const marks = new Uint8Array(a.data.length);
  const different = pixelmatch(a.data, b.data, marks, width, height, { threshold: 0.05, diffMask: true, includeAA: false });
  const worst = worstTile(marks, width, height);
  const factor = fullWidth / width;
  return {
    share: different / (width * height),
    worst: { share: worst.share, x: Math.round(worst.x * factor), y: Math.round(worst.y * factor) },
  };
}

const small = (png: Uint8Array) =>
  sharp(png)
    .flatten({ background: '#fff' })
    .resize({ width: comparedWidth, withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The picture's squares one by one; `marks` is red where pixels differ, and yellow where only their smoothing does. */
function worstTile(marks: Uint8Array, width: number, height: number): Difference['worst'] {
  const columns = Math.ceil(width / tile);
  const counts = new Uint32Array(columns * Math.ceil(height / tile));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const differs = marks[pixel * 4] === 255 && marks[pixel * 4 + 1] === 0;
    if (!differs) continue;
    const index = Math.floor(Math.floor(pixel / width) / tile) * columns + Math.floor((pixel % width) / tile);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const most = counts.reduce((found, count, index) => (count > (counts[found] ?? 0) ? index : found), 0);
  return {
    share: (counts[most] ?? 0) / (tile * tile),
    x: ((most % columns) + 0.5) * tile,
    y: (Math.floor(most / columns) + 0.5) * tile,
  };
}
