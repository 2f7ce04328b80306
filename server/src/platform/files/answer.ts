import { AppError } from '../errors.ts';
import { revalidated, holdsTag } from '../http/etag.ts';
import type { FileAnswer, RequestFacts } from '../http/route.ts';
import type { FileStore } from './store.ts';

/** A stored file whose content never changes under its key. */
interface StoredFile {
  key: string;
  bytes: number;
  contentType: string;
}

/**
 * Streams a file, or the requested range, from the store. The user's browser may cache it but must
 * revalidate each time; shared caches may not. Text files are always sent whole, because a range of
 * a compressed response would be wrong. Throws `not_found` when the store has lost the file.
 */
export async function fileAnswer(
  store: FileStore,
  file: StoredFile,
  request: RequestFacts,
): Promise<FileAnswer> {
  const hasParts = !file.contentType.startsWith('text/');
  const etag = `"${file.key.replaceAll('/', '-')}"`;
  const headers = {
    etag,
    'cache-control': revalidated,
    ...(hasParts && { 'accept-ranges': 'bytes' }),
  };
  const wanted = resolveRange(request, { size: file.bytes, etag, hasParts });
  if (wanted.status === 304) return { status: 304, content: Buffer.alloc(0), headers };
  if (wanted.status === 416) return noSuchPart(file);
  const part = wanted.status === 206 ? { start: wanted.start, end: wanted.end } : undefined;
  const content = await store.stream(file.key, part);
  if (content === null) throw new AppError('not_found');
  if (part === undefined)
    return { content, headers: { ...headers, 'content-length': String(file.bytes) } };
  const { start, end } = part;
  const range = {
    'content-range': `bytes ${start}-${end}/${file.bytes}`,
    'content-length': String(end - start + 1),
  };
  return { status: 206, content, headers: { ...headers, ...range } };
}

const noSuchPart = ({ bytes }: StoredFile): FileAnswer => ({
  status: 416,
  content: Buffer.from(JSON.stringify(new AppError('range_not_satisfiable').toBody())),
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'content-range': `bytes */${bytes}`,
    'cache-control': 'no-store',
  },
});

/**
 * The part of a file in the response: all of it, a range, nothing because the browser's copy is
 * current, or nothing because the range is invalid.
 */
type RangeResult = { status: 200 | 304 | 416 } | { status: 206; start: number; end: number };

const header = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/**
 * The requested part of a file of `size` bytes (RFC 9110). Multiple ranges, other units, and a
 * range of an older version (If-Range) get the whole file.
 */
function resolveRange(
  { headers }: Pick<RequestFacts, 'headers'>,
  { size, etag, hasParts }: { size: number; etag: string; hasParts: boolean },
): RangeResult {
  if (holdsTag(header(headers['if-none-match']) || undefined, etag)) return { status: 304 };
  const [, from, to] =
    /^bytes=(\d*)-(\d*)$/.exec(header(headers['range']).replace(/\s/g, '')) ?? [];
  const condition = header(headers['if-range']);
  if (!hasParts || from === undefined || to === undefined || (from === '' && to === ''))
    return { status: 200 };
  if (condition !== '' && condition !== etag) return { status: 200 };
  if (from === '')
    return Number(to) === 0
      ? { status: 416 }
      : { status: 206, start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return { status: 200 };
  return start >= size ? { status: 416 } : { status: 206, start, end };
}
