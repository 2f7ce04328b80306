import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { openStream, sealStream } from '../../../platform/crypto/sealed-stream.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import type { FileKind } from '../../../platform/files/sweep-jobs.ts';
import { namedFiles } from './repository.ts';

/** A stored file, and its own key, encrypted with ours. */
export interface SealedFile {
  fileKey: string;
  sealedKey: string;
}

// Each file has its own key, so that neither the store nor the database alone reveals it.

const sealingKey = ({ keys }: Context): Uint8Array => keys.derive('homeowner documents');

/** Stores a stream in chunks. If it breaks off, throws and leaves nothing behind. */
export async function storeSealed(
  context: Context,
  content: AsyncIterable<Buffer>,
): Promise<SealedFile> {
  const fileKey = `documents/${randomUUID()}.sealed`;
  const key = randomBytes(32);
  await context.files.write(
    fileKey,
    Readable.from(sealStream(key, fileKey, content), { objectMode: false }),
  );
  return { fileKey, sealedKey: seal(sealingKey(context), key.toString('base64'), fileKey) };
}

/** Streams the content. Throws when the file is gone or was sealed with another `ENCRYPTION_KEY`. */
export async function openSealed(
  context: Context,
  { fileKey, sealedKey }: SealedFile,
): Promise<AsyncIterable<Buffer>> {
  const key = unseal(sealingKey(context), sealedKey, fileKey);
  const stream = await context.files.stream(fileKey);
  if (key === null || stream === null)
    throw new Error(`The file ${fileKey} is missing or was encrypted with another ENCRYPTION_KEY`);
  return openStream(Buffer.from(key, 'base64'), fileKey, stream);
}

/** The sweep deletes files of rejected uploads and files that lost their row. */
export const documentFiles: FileKind = {
  owns: (key) => /^documents\/[0-9a-f-]{36}\.sealed$/.test(key),
  named: namedFiles,
  days: 1,
};
