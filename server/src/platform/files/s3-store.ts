import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { toError } from '../errors.ts';
import { calling } from '../observe/tracing.ts';
import { checkedKey, type ByteRange, type FileStore } from './store.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** For servers other than Amazon's. */
  endpoint?: string | undefined;
  /** Defaults to Amazon's standard credential sources, such as the machine's role. */
  keys?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /**
   * The bucket is in the path instead of the host name, as most servers other than Amazon's
   * require.
   */
  pathStyle: boolean;
}

/**
 * Stores files in a bucket of an S3-compatible server, which several machines share. The client is
 * loaded on demand.
 */
export async function s3Store(settings: S3Settings): Promise<FileStore & { close(): void }> {
  // The SDK would print a warning at each start; the lock file determines its version.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const client = new sdk.S3Client(clientOptions(settings));
  client.middlewareStack.add(
    (next, { commandName }) =>
      (call) =>
        calling('files', `s3 ${commandName}`, () => next(call)),
    { step: 'initialize', name: 'traced' },
  );
  const place = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });
  const get = (key: string, range?: ByteRange) =>
    orNull(
      client.send(
        new sdk.GetObjectCommand({
          ...place(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      ),
    );
  return {
    async write(key, content) {
      const at = { ...place(key), ContentType: 'application/octet-stream' };
      if (content instanceof Uint8Array)
        await client.send(new sdk.PutObjectCommand({ ...at, Body: content }));
      // Multipart, because the length is unknown. An interrupted upload is aborted on the server,
      // too.
      else await new Upload({ client, params: { ...at, Body: content } }).done();
    },
    async read(key) {
      const bytes = await (await get(key))?.Body?.transformToByteArray();
      return bytes === undefined ? null : Buffer.from(bytes);
    },
    size: async (key) =>
      (await orNull(client.send(new sdk.HeadObjectCommand(place(key)))))?.ContentLength ?? null,
    async stream(key, range) {
      const body = (await get(key, range))?.Body;
      return body instanceof Readable ? body : null;
    },
    remove: async (key) => void (await client.send(new sdk.DeleteObjectCommand(place(key)))),
    async list({ after, limit }) {
      const getRequest = {
        Bucket: settings.bucket,
        MaxKeys: limit,
        ...(after !== '' && { StartAfter: after }),
      };
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command(getRequest));
      return Contents.flatMap(({ Key, LastModified }) =>
        Key !== undefined && LastModified !== undefined
          ? [{ key: Key, writtenAt: LastModified }]
          : [],
      );
    },
    async removeUnfinished(before, ours) {
      const { Uploads = [] } = await client.send(
        new sdk.ListMultipartUploadsCommand({ Bucket: settings.bucket }),
      );
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Key === undefined || Initiated === undefined || Initiated >= before || !ours(Key))
          continue;
        await client.send(
          new sdk.AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId }),
        );
      }
    },
    close: () => client.destroy(),
  };
}

const clientOptions = ({ endpoint, region, keys, pathStyle }: S3Settings) =>
  ({
    region,
    forcePathStyle: pathStyle,
    // A response must start in time, and bytes must keep arriving; this applies to each of the
    // three tries.
    requestHandler: {
      connectionTimeout: 5000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(keys !== undefined && { credentials: keys }),
    // Many servers other than Amazon's support no checksums besides the signature's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }) satisfies ConstructorParameters<typeof S3Client>[0];

/** Null for a missing object. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (['NoSuchKey', 'NotFound'].includes(toError(error).name)) return null;
    throw error;
  }
}
