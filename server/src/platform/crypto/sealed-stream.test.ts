import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openStream, sealStream } from './sealed-stream.ts';

const key = randomBytes(32);
const whole = (chunks: AsyncIterable<Buffer>): Promise<Buffer> =>
  buffer(Readable.from(chunks, { objectMode: false }));
/** In chunks of `size`, as a network brings them. */
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (bytes: Buffer, size = 10_000): Promise<Buffer> =>
  whole(sealStream(key, 'place', inChunks(bytes, size)));
const opened = (bytes: Buffer, context = 'place', with_ = key, size = 7777): Promise<Buffer> =>
  whole(openStream(with_, context, inChunks(bytes, size)));

const piece = 64 * 1024;

test.each([0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 17])(
  '%i bytes come out as they went in, however they arrive',
  async (length) => {
    const bytes = randomBytes(length);
    for (const size of [1000, piece, piece + 16, 5 * piece]) {
      const closed = await sealed(bytes, size);
      expect(closed.includes(bytes.subarray(0, 32)) && length > 16).toBe(false);
      expect((await opened(closed, 'place', key, size)).equals(bytes)).toBe(true);
    }
  },
);

test('what was changed, cut off, put together anew, or sealed for something else does not open', async () => {
  const closed = await sealed(randomBytes(3 * piece));
  const stored = piece + 16;
  const pieces = [0, 1, 2].map((at) => closed.subarray(at * stored, (at + 1) * stored));
  const flipped = Buffer.from(closed);
  flipped.writeUInt8(flipped.readUInt8(stored + 5) ^ 1, stored + 5);
  const wrong = [
    flipped,
    closed.subarray(0, closed.length - 1),
    closed.subarray(0, 2 * stored),
    closed.subarray(0, 5),
    Buffer.alloc(0),
    Buffer.concat([pieces[1] ?? closed, pieces[0] ?? closed, pieces[2] ?? closed]),
    Buffer.concat([closed, pieces[2] ?? closed]),
  ];
  for (const bytes of wrong) await expect(opened(bytes)).rejects.toThrow();
  await expect(opened(closed, 'another place')).rejects.toThrow();
  await expect(opened(closed, 'place', randomBytes(32))).rejects.toThrow();
  expect(await opened(closed)).toHaveLength(3 * piece);
});
