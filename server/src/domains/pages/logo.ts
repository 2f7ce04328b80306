import { createHash, randomBytes } from 'node:crypto';
import { logoRule } from '@lintel/contract/pages/page';
import type { FileStore } from '../../platform/files/store.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import type { HelperPool } from '../../platform/helper/pool.ts';
import { reencode } from '../../platform/images/reencode.ts';

export interface StoredLogo {
  key: string;
  bytes: number;
  originalName: string;
}

/**
 * Encodes the upload anew and stores it under an unguessable name. It is written before the
 * transaction that refers to it: what is left behind when that fails is a file that nobody knows.
 */
export async function storeLogo(
  { files, uploads }: { files: FileStore; uploads: HelperPool },
  upload: ReceivedFile | undefined,
): Promise<StoredLogo | null> {
  if (upload === undefined) return null;
  const png = await reencode(uploads, upload.bytes, {
    shape: 'logo',
    field: 'logo',
    message: logoRule.messages.type,
  });
  const digest = createHash('sha256')
    .update(png)
    .update(randomBytes(16))
    .digest('hex')
    .slice(0, 40);
  const key = `logo-${digest}.png`;
  await files.write(key, png);
  return { key, bytes: png.length, originalName: upload.name.slice(0, 200) };
}
