import sharp from 'sharp';
import { invalidField } from '../errors.ts';

/** Decoded pixels above this are refused before they are decoded: a small file can unpack to gigabytes. */
const maxPixels = 40_000_000;
const formats = new Set(['png', 'jpeg', 'gif']);

/**
 * Decodes an uploaded picture and encodes it anew as PNG within 1200×600, so that nothing but pixels of the upload survives
 * (no metadata, no appended data, no script in disguise). Throws a field error with `message` when it is no PNG, JPEG or GIF.
 */
export async function reencodeLogo(bytes: Buffer, field: string, message: string): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (!formats.has(format)) throw invalidField(field, message);
    return await picture
      .rotate()
      .resize({ width: 1200, height: 600, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    throw invalidField(field, message);
  }
}
