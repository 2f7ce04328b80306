import { reencode } from './reencode.ts';

/** An uploaded picture as PNG within 1200×600. Throws a field error with `message` when it is no PNG, JPEG or GIF. */
export const reencodeLogo = (bytes: Buffer, field: string, message: string): Promise<Buffer> =>
  reencode(bytes, { field, message }, (picture) =>
    picture.resize({ width: 1200, height: 600, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  );
