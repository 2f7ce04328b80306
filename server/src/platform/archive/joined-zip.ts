import { crc32, deflateRawSync } from 'node:zlib';

/** What is known of an entry before its first byte is written. */
export interface CompressedEntry {
  name: string;
  /** Of its content, as it is before it is compressed. */
  crc: number;
  raw: number;
  /** Of what is written, and that itself: one deflated stream in pieces. */
  bytes: number;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A short entry. */
export function compressedEntry(name: string, text: string): CompressedEntry {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  return {
    name,
    crc: crc32(content),
    raw: content.length,
    bytes: packed.length,
    content: [packed],
  };
}

/** What a field of 32 bits holds; beyond it stands the longer form of the format, which is not written here. */
const most = 0xffff_ffff;

/**
 * The pieces of a ZIP whose entries were compressed before. yazl compresses what it is given, and
 * so cannot write what was compressed in parts. Throws for entries of 4 GiB and more.
 */
export async function* joinedZip(entries: readonly CompressedEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, crc, raw, bytes, content } of entries) {
    const end = at + 30 + name.length + bytes;
    if (raw >= most || end >= most) throw new Error(`${name} is too large for a ZIP`);
    const facts = factsOf({ name, crc, raw, bytes });
    yield Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name)]);
    let written = 0;
    for await (const piece of content) {
      written += piece.length;
      yield piece;
    }
    // A part that was cut off would be read as a whole one.
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}`);
    directory.push(directoryEntry(name, facts, at));
    at = end;
  }
  const all = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write('PK\u0005\u0006', 'latin1');
  last.writeUInt16LE(entries.length, 8);
  last.writeUInt16LE(entries.length, 10);
  last.writeUInt32LE(all.length, 12);
  last.writeUInt32LE(at, 16);
  yield Buffer.concat([all, last]);
}

/** The 26 bytes that stand before an entry and in the directory alike. Names are ASCII. */
function factsOf({ name, crc, raw, bytes }: Omit<CompressedEntry, 'content'>): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  // Deflated, on January 1, 1980: when a part was made is of no use to anybody.
  facts.writeUInt16LE(8, 4);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(bytes, 14);
  facts.writeUInt32LE(raw, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function directoryEntry(name: string, facts: Buffer, at: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    facts,
    rest,
    Buffer.from(name),
  ]);
}
