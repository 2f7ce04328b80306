import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const tagBytes = 16;
/** Bytes encrypted at a time, and the maximum in memory. */
const pieceBytes = 64 * 1024;

/**
 * Each chunk's nonce is its number and whether it is the last, so chunks can't be reordered,
 * omitted, or cut off. A key encrypts one file only, so that no nonce repeats.
 */
function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce.writeUInt8(isLast ? 1 : 0, 8);
  return nonce;
}

/** Splits the input into chunks of `size`; the last one may be shorter or empty. */
async function* splitPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    // Wait for one more byte: this chunk may be the last.
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at > size; at += size)
      yield { piece: all.subarray(at, at + size), isLast: false };
    held = [all.subarray(at)];
    length = all.length - at;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/**
 * Encrypts and authenticates a stream in chunks (AES-256-GCM), with a 32-byte key used for nothing
 * else. Decrypting requires the same context.
 */
export async function* sealStream(
  key: Uint8Array,
  context: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of splitPieces(source, pieceBytes)) {
    const cipher = createCipheriv(algorithm, key, makeNonce(number, isLast), {
      authTagLength: tagBytes,
    }).setAAD(Buffer.from(context));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * Decrypts a sealed stream. Throws at the first chunk that wasn't encrypted with this key and
 * context at this position. Earlier chunks are authentic, but the whole is complete only once the
 * stream has ended.
 */
export async function* openStream(
  key: Uint8Array,
  context: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of splitPieces(source, pieceBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new Error('The sealed file was cut off');
    const decipher = createDecipheriv(algorithm, key, makeNonce(number, isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(context)).setAuthTag(piece.subarray(piece.length - tagBytes));
    yield Buffer.concat([
      decipher.update(piece.subarray(0, piece.length - tagBytes)),
      decipher.final(),
    ]);
    number += 1;
  }
}
