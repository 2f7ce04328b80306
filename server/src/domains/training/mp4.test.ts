import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FilmLength } from './mp4.ts';

const box = (type: string, content: Buffer | Buffer[] = [], long = false): Buffer => {
  const whole = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const head = Buffer.alloc(long ? 16 : 8);
  head.writeUInt32BE(long ? 1 : whole.length + 8, 0);
  head.write(type, 4, 'latin1');
  if (long) head.writeBigUInt64BE(BigInt(whole.length + 16), 8);
  return Buffer.concat([head, whole]);
};
/** A movie header of either version, padded for the other fields. */
function filmHead(scale: number, duration: number, version = 0): Buffer {
  const head = Buffer.alloc(100);
  head.writeUInt8(version, 0);
  head.writeUInt32BE(scale, version === 1 ? 20 : 12);
  if (version === 1) head.writeBigUInt64BE(BigInt(duration), 24);
  else head.writeUInt32BE(duration, 16);
  return box('mvhd', head);
}
const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isommp41'));
const media = box('mdat', Buffer.alloc(70_000, 7), true);

function lengthOf(file: Buffer, piece = 65_536): number | null {
  const length = new FilmLength();
  for (let at = 0; at < file.length; at += piece) length.push(file.subarray(at, at + piece));
  return length.seconds;
}

test.each([1, 7, 48, 1000, 65_536])(
  'finds the duration before and after the media data, in chunks of %i bytes',
  (piece) => {
    const moov = box('moov', [filmHead(1000, 8040)]);
    expect(lengthOf(Buffer.concat([ftyp, moov, media]), piece)).toBe(8.04);
    expect(lengthOf(Buffer.concat([ftyp, media, box('free', Buffer.alloc(3)), moov]), piece)).toBe(
      8.04,
    );
    const long = box(
      'moov',
      [box('iods', Buffer.alloc(20)), filmHead(90_000, 90_000 * 754, 1)],
      true,
    );
    expect(lengthOf(Buffer.concat([ftyp, media, long]), piece)).toBe(754);
  },
);

test.each([
  ['only its first box', ftyp],
  ['no movie header', Buffer.concat([ftyp, box('moov', [box('trak', Buffer.alloc(90))]), media])],
  ['a time scale of 0', Buffer.concat([ftyp, box('moov', [filmHead(0, 5)])])],
  ['an endless duration', Buffer.concat([ftyp, box('moov', [filmHead(1, 0xffffffff)])])],
  ['a box of size 0', Buffer.concat([ftyp, Buffer.alloc(200), box('moov', [filmHead(1, 5)])])],
  [
    'an oversized box',
    Buffer.concat([
      ftyp,
      Buffer.from('00000001 6d646174 ffffffffffffffff'.replaceAll(' ', ''), 'hex'),
      media,
    ]),
  ],
])('a file with %s has no duration', (_what, file) => {
  expect(lengthOf(file)).toBeNull();
});

test('stops after a bounded number of boxes', () => {
  const many = Buffer.concat(Array.from({ length: 200_000 }, () => box('free')));
  expect(lengthOf(Buffer.concat([ftyp, many, box('moov', [filmHead(1, 5)])]))).toBeNull();
});

test('reads the durations of the demo videos', async () => {
  expect(
    lengthOf(await readFile(join(import.meta.dirname, '../../../assets/training/first-page.mp4'))),
  ).toBeCloseTo(8, 0);
});
