import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Keys, startS3, type S3Imitation } from '../../../test/s3-imitation/server.ts';
import { diskStore } from './disk-store.ts';
import { s3Store } from './s3-store.ts';
import type { FileStore } from './store.ts';

const megabyte = 1024 * 1024;
let folder: string;
let s3: S3Imitation;
let stores: Record<string, FileStore>;
const bucketStore = (secret = s3Keys.secret) =>
  s3Store({
    bucket: s3.bucket,
    region: 'eu-central-1',
    endpoint: s3.endpoint,
    keys: { accessKeyId: s3Keys.id, secretAccessKey: secret },
    pathStyle: true,
  });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lintel-files-'));
  s3 = await startS3();
  stores = { folder: diskStore(folder), bucket: await bucketStore() };
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Twelve megabytes of numbered chunks. */
async function* long(): AsyncGenerator<Buffer> {
  for (let part = 0; part < 12; part += 1) yield Buffer.alloc(megabyte, part);
}
async function* breakingOff(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(6 * megabyte, 1);
  throw new Error('the sender has gone');
}
const streamed = async (
  store: FileStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer> => buffer((await store.stream(key, range)) ?? Readable.from([]));

describe.each(['folder', 'bucket'])('files in a %s', (name) => {
  const store = (): FileStore => stores[name] as FileStore;

  test('reads back exactly what was written, and a second write replaces it', async () => {
    await store().write('logos/ab/first.png', Buffer.from('first'));
    expect(await store().read('logos/ab/first.png')).toEqual(Buffer.from('first'));
    await store().write('logos/ab/first.png', Buffer.from('2nd'));
    expect(await store().read('logos/ab/first.png')).toEqual(Buffer.from('2nd'));
    expect(await store().size('logos/ab/first.png')).toBe(3);
  });

  test('stores an empty file', async () => {
    await store().write('empty', new Uint8Array());
    expect(await store().read('empty')).toEqual(Buffer.alloc(0));
    expect(await store().size('empty')).toBe(0);
  });

  test('returns null for a missing file, which may be removed', async () => {
    expect(await store().read('none.txt')).toBeNull();
    expect(await store().size('none.txt')).toBeNull();
    expect(await store().stream('none.txt')).toBeNull();
    await store().remove('none.txt');
  });

  test('stores a stream of unknown length completely, and reads any part of it', async () => {
    await store().write('videos/long.mp4', Readable.from(long()));
    expect(await store().size('videos/long.mp4')).toBe(12 * megabyte);
    expect((await streamed(store(), 'videos/long.mp4')).length).toBe(12 * megabyte);
    const border = await streamed(store(), 'videos/long.mp4', {
      start: 7 * megabyte - 2,
      end: 7 * megabyte + 1,
    });
    expect([...border]).toEqual([6, 6, 7, 7]);
  });

  test('an interrupted stream fails the write and keeps the previous content', async () => {
    await store().write('videos/kept.mp4', Buffer.from('the earlier one'));
    await expect(store().write('videos/kept.mp4', Readable.from(breakingOff()))).rejects.toThrow(
      'the sender has gone',
    );
    expect(await store().read('videos/kept.mp4')).toEqual(Buffer.from('the earlier one'));
  });

  test('a removed file is gone', async () => {
    await store().write('gone.txt', Buffer.from('soon gone'));
    await store().remove('gone.txt');
    expect(await store().read('gone.txt')).toBeNull();
  });

  test.each(['../secret', '/etc/passwd', 'a//b', 'A.png', 'a/../b', '', 'a b'])(
    'rejects the key %j',
    async (key) => {
      await expect((async () => store().read(key))()).rejects.toThrow('Not a file key');
      await expect((async () => store().write(key, Buffer.from('x')))()).rejects.toThrow(
        'Not a file key',
      );
      await expect((async () => store().remove(key))()).rejects.toThrow('Not a file key');
    },
  );
});

test('both list the same files in the same order, in pages', async () => {
  const keys = ['list/a-b.png', 'list/a.png', 'list/a/b.png', 'list/b/a.png', 'list/c.png'];
  for (const store of Object.values(stores))
    for (const key of keys) await store.write(key, Buffer.from('x'));
  for (const store of Object.values(stores)) {
    const found: string[] = [];
    for (let after = 'list/'; ; after = found.at(-1) ?? '') {
      const piece = await store.list({ after, limit: 2 });
      found.push(...piece.map(({ key }) => key).filter((key) => key.startsWith('list/')));
      for (const { writtenAt } of piece)
        expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(3_600_000);
      if (piece.length < 2 || !piece.at(-1)?.key.startsWith('list/')) break;
    }
    expect(found).toEqual(keys.toSorted());
  }
});

test('removes unfinished writes that are old and ours', async () => {
  const left = [
    'ours/x.mp4.6f1c9a52-3f5e-4d2c-9a41-0d8f6e1b2c3d.part',
    'other/x.mp4.6f1c9a52-3f5e-4d2c-9a41-0d8f6e1b2c3d.part',
  ];
  await stores['folder']?.write('ours/kept.mp4', Buffer.from('x'));
  await stores['folder']?.write('other/kept.mp4', Buffer.from('x'));
  for (const path of left) await writeFile(join(folder, path), 'x');
  const parts = async () =>
    (await readdir(folder, { recursive: true }))
      .filter((path) => path.endsWith('.part'))
      .toSorted();
  const ours = (key: string): boolean => key === 'ours/x.mp4';
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
  for (const key of ['ours/x.mp4', 'other/x.mp4']) await begunUpload(key);
  for (const store of Object.values(stores)) await store.removeUnfinished(past, ours);
  expect([await parts(), s3.open()]).toEqual([left.toSorted(), 2]);
  for (const store of Object.values(stores)) await store.removeUnfinished(future, ours);
  expect([await parts(), s3.open()]).toEqual([[left[1]], 1]);
  for (const store of Object.values(stores)) await store.removeUnfinished(future, () => true);
  expect([await parts(), s3.open()]).toEqual([[], 0]);
});

/** A multipart upload whose sender disappeared. */
async function begunUpload(key: string): Promise<void> {
  const { S3Client, CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  const credentials = { accessKeyId: s3Keys.id, secretAccessKey: s3Keys.secret };
  const client = new S3Client({
    region: 'eu-central-1',
    endpoint: s3.endpoint,
    forcePathStyle: true,
    credentials,
  });
  await client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: key }));
  client.destroy();
}

test('a broken stream leaves no partial file in the folder and no open upload in the bucket', async () => {
  expect(
    (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.part')),
  ).toEqual([]);
  expect(s3.open()).toBe(0);
});

test('a bucket rejects requests signed with another key', async () => {
  const stranger = await bucketStore('another secret');
  await expect(stranger.read('logos/ab/first.png')).rejects.toThrow('SignatureDoesNotMatch');
});
