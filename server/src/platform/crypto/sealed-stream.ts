import { createCipheriv, createDecipheriv } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const tagBytes = 16;
/** So much of a file is sealed at a time, and in memory at most. */
const pieceBytes = 64 * 1024;

/**
 * Each piece has a nonce of its own: its number, and whether it is the last. So pieces cannot be
 * exchanged, left out or cut off. A key seals one file only, so that no nonce comes twice.
 */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce.writeUInt8(isLast ? 1 : 0, 8);
  return nonce;
}

/** Cuts what arrives into pieces of `size`; the last one may be shorter, also empty. */
async function* piecesOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    // One byte more has to be there, or this piece may be the last.
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
 * Encrypts and authenticates a stream, piece by piece, with a key of 32 bytes that is used for
 * nothing else (AES-256-GCM). It can be opened with the same context only.
 */
export async function* sealStream(
  key: Uint8Array,
  context: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of piecesOf(source, pieceBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    }).setAAD(Buffer.from(context));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * What was sealed. Throws at the first piece that was not sealed by this key, for this context and
 * in this place; what came before it is right, but the whole is only once the stream has ended.
 */
export async function* openStream(
  key: Uint8Array,
  context: string,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, isLast } of piecesOf(source, pieceBytes + tagBytes)) {
    if (piece.length < tagBytes) throw new Error('The sealed file was cut off');
    const decipher = createDecipheriv(algorithm, key, nonceOf(number, isLast), {
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
