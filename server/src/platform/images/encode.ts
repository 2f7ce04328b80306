import sharp, { type Sharp } from 'sharp';

/** Output formats: a PNG within 1200×600, or a JPEG within 960×540 on white. */
export type PictureShape = 'logo' | 'thumbnail';

export interface PictureInput {
  bytes: Uint8Array;
  shape: PictureShape;
}

/** Images with more pixels are rejected before decoding: a small file can expand to gigabytes. */
const maxPixels = 40_000_000;

/** The signatures of accepted images; nothing else reaches the decoders. */
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
 * Decodes an uploaded image, applies its orientation, and re-encodes it, so that only the pixels
 * survive (no metadata, appended data, or disguised scripts). Null when it isn't a PNG, JPEG, or
 * GIF, is broken, or has too many pixels.
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
