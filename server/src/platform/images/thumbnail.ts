import { reencode } from './reencode.ts';

/** An uploaded picture as JPEG within 960×540, on white. Throws a field error with `message` when it is no PNG, JPEG or GIF. */
export const reencodeThumbnail = (bytes: Buffer, field: string, message: string): Promise<Buffer> =>
  reencode(bytes, { field, message }, (picture) =>
    picture
      .resize({ width: 960, height: 540, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#FFFFFF' })
      .jpeg({ quality: 82, mozjpeg: true }),
  );
