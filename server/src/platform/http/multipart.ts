import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import type { EndpointSpec, FileRule } from '@lintel/contract/core/endpoint';
import { isRecord } from '@lintel/contract/core/narrow';
import { AppError, invalidField } from '../errors.ts';

/** `filters[createdAt][start]` is three deep; no real query needs more. */
const limits = { depth: 5, parameterLimit: 200, arrayLimit: 100 } as const;

/** Parses a query or form; brackets in names create lists and objects. */
export const readBrackets = (text: string): Record<string, unknown> => qs.parse(text, limits);

/** A file from a multipart body, within its rule's size limit. */
export interface ReceivedFile {
  name: string;
  bytes: Buffer;
}

const fieldBytes = 100_000;

/**
 * Reads a multipart body: fields as strings (the last of a repeated one; brackets create lists and
 * objects), and files within their rules. An empty file part, which a browser sends for an
 * untouched file input, counts as no file.
 */
export async function readMultipart(request: FastifyRequest, spec: EndpointSpec) {
  try {
    return await readParts(request, spec);
  } catch (error) {
    // The parser's own errors about a malformed body have no status; ours and Fastify's do.
    if (error instanceof AppError || (isRecord(error) && error['statusCode'] !== undefined))
      throw error;
    throw new AppError('bad_request');
  }
}

async function readParts(request: FastifyRequest, spec: EndpointSpec) {
  const rules: Record<string, FileRule> = spec.files ?? {};
  const fields: Record<string, string> = Object.create(null);
  const bracketed = new URLSearchParams();
  const files: Record<string, ReceivedFile> = {};
  const largest = Math.max(1, ...Object.values(rules).map((rule) => rule.maxBytes));
  const parts = request.parts({
    limits: { fileSize: largest, fieldSize: fieldBytes, files: 5, fields: 50, parts: 55 },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new AppError('too_large');
      if (part.fieldname.includes('[')) bracketed.append(part.fieldname, String(part.value));
      else fields[part.fieldname] = String(part.value);
      continue;
    }
    const rule = rules[part.fieldname];
    if (rule === undefined)
      throw new AppError('bad_request', { message: `No file is expected in ${part.fieldname}.` });
    const bytes = await part.toBuffer();
    if (part.file.truncated || bytes.length > rule.maxBytes)
      throw invalidField(part.fieldname, rule.messages.size);
    if (bytes.length > 0) files[part.fieldname] = { name: part.filename, bytes };
  }
  return { fields: { ...readBrackets(bracketed.toString()), ...fields }, files };
}

/** A file of a multipart body while it arrives. */
export interface Upload {
  /** The sender's file name. */
  name: string;
  /** The type that the sender claims; the bytes may differ. */
  type: string;
  /** Ends early when the file exceeds the limit, and fails when the sender disconnects. */
  content: Readable;
  /** Whether the file was cut off at the limit; known once `content` has ended. */
  isTooLarge(): boolean;
}

/**
 * The single file of a multipart body, in the part that the endpoint `streams`. Throws
 * `bad_request` or `unsupported_type`.
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
    return {
      name: part.filename ?? '',
      type: part.mimetype,
      content: part.file,
      isTooLarge: () => part.file.truncated,
    };
  part?.file.resume();
  throw new AppError('bad_request', { message: `A file is expected in ${field}.` });
}
