import { buildPath } from '@lintel/contract/core/client';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import type { RequestOptions } from './send.ts';

type Pair = [name: string, value: string];

/**
 * A value as name-value pairs, with nested names in brackets: `filters[searchText]`, `roles[0]`.
 * Omits undefined and null.
 */
export function bracketPairs(value: unknown, name = ''): Pair[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  if (value instanceof Date) return [[name, value.toISOString()]];
  return Object.entries(value).flatMap(([key, inner]) =>
    bracketPairs(inner, name === '' ? key : `${name}[${key}]`),
  );
}

/** The address below the base path, with its parameters and its query in bracket form. */
export function buildAddress(path: string, params: object = {}, query: object = {}): string {
  const filled = buildPath(path, params);
  const search = new URLSearchParams(bracketPairs(query)).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

const multipart = (body: object, files: Record<string, Blob | null | undefined>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const [name, file] of Object.entries(files)) if (file) data.append(name, file);
  return data;
};

export function encodeBody(
  encoding: EndpointSpec['encoding'],
  body: object | undefined,
  files: Record<string, Blob | null | undefined> = {},
): Pick<RequestOptions, 'body' | 'headers'> {
  if (encoding === 'multipart') return { body: multipart(body ?? {}, files) };
  if (body === undefined) return {};
  if (encoding === 'form') return { body: new URLSearchParams(bracketPairs(body)) };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
