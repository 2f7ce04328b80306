import sharp, { type Sharp } from 'sharp';

/** What pictures are made into: a PNG within 1200×600, or a JPEG within 960×540 on white. */
export type PictureShape = 'logo' | 'thumbnail';

export interface PictureInput {
  bytes: Uint8Array;
  shape: PictureShape;
}

/**
 * Decoded pixels above this are refused before they are decoded: a small file can unpack to
 * gigabytes.
 */
const maxPixels = 40_000_000;

/**
 * How the files begin that are pictures here; nothing else is given to the many decoders behind.
 */
const beginnings = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'];
const formats = new Set(['png', 'jpeg', 'gif']);

const shapes: Record<PictureShape, (picture: Sharp) => Sharp> = {
  logo: (picture) =>
    picture
      .resize({ width: 1200, height: 600, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 }),
  thumbnail: (picture) =>
    picture
      .resize({ width: 960, height: 540, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#FFFFFF' })
      .jpeg({ quality: 82, mozjpeg: true }),
};

/**
 * Decodes an uploaded picture, turned as its camera says, and encodes it anew, so that nothing but
 * pixels of the upload survives (no metadata, no appended data, no script in disguise). Null when
 * it is no PNG, JPEG or GIF, broken, or has too many pixels.
 */
export async function encodePicture({ bytes, shape }: PictureInput): Promise<Uint8Array | null> {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (!beginnings.some((beginning) => head.startsWith(beginning))) return null;
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    if (!formats.has((await picture.metadata()).format)) return null;
    return await shapes[shape](picture.rotate()).toBuffer();
  } catch {
    return null;
  }
}
