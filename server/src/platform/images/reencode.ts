import sharp, { type Sharp } from 'sharp';
import { invalidField } from '../errors.ts';

/** Decoded pixels above this are refused before they are decoded: a small file can unpack to gigabytes. */
const maxPixels = 40_000_000;
const formats = new Set(['png', 'jpeg', 'gif']);

/**
 * Decodes an uploaded picture, turned as its camera says, and encodes it anew, so that nothing but pixels of the upload survives (no
 * metadata, no appended data, no script in disguise). Throws a field error with `message` when it is no PNG, JPEG or GIF.
 */
export async function reencode(
  bytes: Buffer,
  { field, message }: { field: string; message: string },
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { format } = await picture.metadata();
    if (!formats.has(format)) throw invalidField(field, message);
    return await encode(picture.rotate()).toBuffer();
  } catch {
    throw invalidField(field, message);
  }
}
