import { constants, deflateRawSync } from 'node:zlib';

/**
 * An invalid PDF: `count` places that may begin a compressed stream, 14 bytes each. Each begins
 * inside the previous one and runs through all that follow into 60 MB of zeros, which end in an
 * error.
 */
export function nestedStreams(count: number): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(60_000_000), { finishFlush: constants.Z_SYNC_FLUSH });
  const head = Buffer.from('stream\n\x78\x01', 'latin1');
  // A stored block of nine bytes: the beginning of the next place.
  const block = Buffer.from([0x00, 0x09, 0x00, 0xf6, 0xff]);
  const places = Array.from({ length: count }, () => Buffer.concat([head, block]));
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...places, head, zeros, Buffer.from([0x07])]);
}
