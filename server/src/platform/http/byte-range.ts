import { holdsTag } from './etag.ts';
import type { RequestFacts } from './route.ts';

/**
 * What of a file an answer holds: the whole, a part, nothing because the asker has it, or nothing
 * because there is no such part.
 */
type Wanted = { status: 200 | 304 | 416 } | { status: 206; start: number; end: number };

const header = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/**
 * What a request asks of a file of `size` bytes, by RFC 9110. Several ranges, and what is no range
 * of bytes, get the whole file; so does a range of another version of it (If-Range).
 */
export function wantedOf(
  { headers }: Pick<RequestFacts, 'headers'>,
  { size, etag, hasParts }: { size: number; etag: string; hasParts: boolean },
): Wanted {
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
