import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const hash = (value: string | Buffer): string => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest();

/** RFC 3986: `encodeURIComponent` leaves five characters unencoded that are encoded here. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');

const valueOf = (headers: IncomingHttpHeaders, name: string): string =>
  String(headers[name] ?? '').trim();

/**
 * Whether a request is signed with these keys by Signature Version 4, including its body: only the
 * header `authorization`, without signed chunks.
 */
export function isSigned(
  request: IncomingMessage,
  body: Buffer,
  keys: { id: string; secret: string },
): boolean {
  const { headers, method = '', url: address = '' } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      valueOf(headers, 'authorization'),
    );
  const [, id = '', day = '', region = '', names = '', signature = ''] = given ?? [];
  const bodyHash = valueOf(headers, 'x-amz-content-sha256');
  if (id !== keys.id || bodyHash !== hash(body) || !names.split(';').includes('host')) return false;
  const url = new URL(address, 'http://host');
  const signedHeaders = names.split(';').map((name) => `${name}:${valueOf(headers, name)}\n`);
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    signedHeaders.join(''),
    names,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', valueOf(headers, 'x-amz-date'), scope, hash(canonical)].join(
    '\n',
  );
  const key = ['s3', 'aws4_request'].reduce(
    (made, part) => hmac(made, part),
    hmac(hmac(`AWS4${keys.secret}`, day), region),
  );
  return timingSafeEqual(Buffer.from(hmac(key, toSign).toString('hex')), Buffer.from(signature));
}
