import { AppError, invalidField } from '../errors.ts';
import type { HelperPool } from '../helper/pool.ts';
import { isBusy, RenderError } from '../render/render-error.ts';
import type { PictureShape } from './encode.ts';

/**
 * An uploaded picture encoded anew in a helper process. Throws a field error with `message` when it
 * is no PNG, JPEG or GIF or takes too much to decode, and `busy` when the machine does not come to
 * it.
 */
export async function reencode(
  pool: HelperPool,
  bytes: Buffer,
  { shape, field, message }: { shape: PictureShape; field: string; message: string },
): Promise<Buffer> {
  try {
    const encoded = await pool.run('picture', { bytes, shape });
    if (encoded !== null) return Buffer.from(encoded);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    if (isBusy(error)) throw new AppError('busy');
  }
  throw invalidField(field, message);
}
