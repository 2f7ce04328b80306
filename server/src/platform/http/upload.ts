import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** A file of a multipart body while it arrives. */
export interface Upload {
  /** As the sender calls it. */
  name: string;
  /** Ends early when the file is longer than allowed, and fails when the sender breaks off. */
  content: Readable;
  /** Whether it was cut off at the limit; known once `content` has ended. */
  isTooLarge(): boolean;
}

/**
 * The one file of a multipart body, in the part that the endpoint `streams`. Throws `bad_request`
 * or `unsupported_type`.
 */
export async function openUpload(
  request: FastifyRequest,
  field: string,
  maxBytes: number,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  const limits = { fileSize: maxBytes, files: 1, fields: 5, fieldSize: 1000 };
  const part: MultipartFile | undefined = await request
    .file({ limits, throwFileSizeLimit: false })
    .catch(() => undefined);
  if (part?.fieldname === field)
    return { name: part.filename, content: part.file, isTooLarge: () => part.file.truncated };
  part?.file.resume();
  throw new AppError('bad_request', { message: `A file is expected in ${field}.` });
}
