import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isSigned } from './signature.ts';

export const s3Keys = { id: 'test-access-key', secret: 'test/secret+key' };

export interface S3Imitation {
  endpoint: string;
  bucket: string;
  objects: Map<string, Buffer>;
  /** The number of unfinished multipart uploads. */
  open(): number;
  close(): Promise<void>;
}

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  range: string | undefined;
  body: Buffer;
}
interface Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

const problem = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
});
const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/**
 * A small server with the part of S3's HTTP API that the product uses: one bucket in memory,
 * addressed by path, with signature checks.
 */
export async function startS3(bucket = 'lintel-files'): Promise<S3Imitation> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const server = createServer((request, response) => {
    void answer(request, { bucket, objects, uploads }).then(
      ({ status, body = '', headers = {} }) => {
        response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
        return response.end(request.method === 'HEAD' ? undefined : body);
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    open: () => uploads.size,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface World {
  bucket: string;
  objects: Map<string, Buffer>;
  uploads: Map<string, Map<number, Buffer>>;
}

async function answer(request: IncomingMessage, world: World): Promise<Answer> {
  const body = await buffer(request);
  if (!isSigned(request, body, s3Keys)) return problem(403, 'SignatureDoesNotMatch');
  const url = new URL(request.url ?? '', 'http://host');
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  if (bucket !== world.bucket) return problem(404, 'NoSuchBucket');
  const { range } = request.headers;
  const call: Call = {
    method: request.method ?? '',
    key: rest.join('/'),
    query: url.searchParams,
    range,
    body,
  };
  if (call.method === 'GET' && call.key === '') return listing(call, world);
  return call.query.has('uploads') || call.query.has('uploadId')
    ? uploading(call, world)
    : ofObject(call, world);
}

/**
 * Every object and upload is dated at the time of the request, because the imitation has no clock.
 */
function listing({ query }: Call, { objects, uploads }: World): Answer {
  const at = new Date().toISOString();
  if (query.has('uploads')) {
    const begun = [...uploads.keys()].map(
      (id) =>
        `<Upload><Key>${keysOf.get(id)}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
    );
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${begun.join('')}</ListMultipartUploadsResult>`,
    };
  }
  const keys = [...objects.keys()]
    .filter((key) => key > (query.get('start-after') ?? ''))
    .toSorted();
  const listed = keys.slice(0, Number(query.get('max-keys') ?? 1000));
  const contents = listed.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`,
  );
  return { status: 200, body: `<ListBucketResult>${contents.join('')}</ListBucketResult>` };
}

/** Each multipart upload's object key. */
const keysOf = new Map<string, string>();

function ofObject({ method, key, range, body }: Call, { objects }: World): Answer {
  if (method === 'PUT') {
    objects.set(key, body);
    return { status: 200, headers: { etag: tagOf(body) } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const bytes = objects.get(key);
  if (bytes === undefined) return problem(404, 'NoSuchKey');
  if (range === undefined) return { status: 200, body: bytes, headers: { etag: tagOf(bytes) } };
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(first);
  const end = Math.min(last === '' ? Infinity : Number(last), bytes.length - 1);
  if (first === '' || start > end) return problem(416, 'InvalidRange');
  const headers = { etag: tagOf(bytes), 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, body: bytes.subarray(start, end + 1), headers };
}

function uploading({ method, key, query, body }: Call, { objects, uploads }: World): Answer {
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, new Map());
    keysOf.set(id, key);
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const id = query.get('uploadId') ?? '';
  const parts = uploads.get(id);
  if (parts === undefined) return problem(404, 'NoSuchUpload');
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: tagOf(body) } };
  }
  uploads.delete(id);
  if (method === 'DELETE') return { status: 204 };
  const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(
    ([, number]) => Number(number),
  );
  objects.set(key, Buffer.concat(wanted.map((number) => parts.get(number) ?? Buffer.alloc(0))));
  return {
    status: 200,
    body: `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
  };
}
