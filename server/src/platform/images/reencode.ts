import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import type { ReceivedFile } from '../http/multipart.ts';
import { AppError, invalidField } from '../errors.ts';
import type { HelperPool } from '../helper/pool.ts';
import { isBusy, RenderError } from '../render/render-error.ts';
import type { PictureShape } from './encode.ts';

/**
 * Re-encodes an uploaded image in a helper process. Throws a field error with `message` when it
 * isn't a PNG, JPEG, or GIF or is too expensive to decode, and `busy` when the machine is
 * overloaded.
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

export interface StoredLogo {
  key: string;
  bytes: number;
  originalName: string;
}

/**
 * Re-encodes a logo and stores it under a random name; null without one. It is written before the
 * transaction that references it: if that fails, an unreferenced file remains. Throws an error of
 * `field`.
 */
export async function storeLogo(
  { files, helpers }: Pick<Context, 'files' | 'helpers'>,
  upload: ReceivedFile | undefined,
  { field, message }: { field: string; message: string },
): Promise<StoredLogo | null> {
  if (upload === undefined) return null;
  const png = await reencode(helpers.uploads, upload.bytes, { shape: 'logo', field, message });
  const digest = createHash('sha256')
    .update(png)
    .update(randomBytes(16))
    .digest('hex')
    .slice(0, 40);
  const key = `logo-${digest}.png`;
  await files.write(key, png);
  return { key, bytes: png.length, originalName: upload.name.slice(0, 200) };
}
