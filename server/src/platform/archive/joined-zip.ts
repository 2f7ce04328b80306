import { Readable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';

/** What stands of an entry in the ZIP. */
interface Facts {
  name: string;
  /** Of its content, as it is before it is compressed. */
  crc: number;
  raw: number;
  /** Of what is written. */
  bytes: number;
}

/** An entry that was compressed before: one deflated stream in pieces. */
export interface CompressedEntry extends Facts {
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An entry that is compressed while it is written. */
export interface StreamedEntry {
  name: string;
  text: AsyncIterable<Buffer>;
  /** From 1 (fast) to 9 (small). */
  level: number;
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

/** Compresses what is pulled only as it is read. */
export async function* deflated(
  pieces: AsyncIterable<Buffer>,
  options: ZlibOptions,
): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ chunkSize: 65_536, ...options });
  const source = Readable.from(pieces, { objectMode: false });
  source.on('error', (error) => packer.destroy(error));
  try {
    yield* source.pipe(packer);
  } finally {
    source.destroy();
  }
}

/**
 * The pieces of a ZIP. yazl compresses what it is given, and so cannot write what was compressed in
 * parts; and it makes its checksums in JavaScript, which a large workbook would wait for. Throws for
 * entries of 4 GiB and more.
 */
export async function* joinedZip(
  entries: AsyncIterable<CompressedEntry | StreamedEntry> | Iterable<CompressedEntry>,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const [from, facts] = [at, yield* 'text' in entry ? streamed(entry) : compressed(entry)];
    at += facts.length;
    directory.push(directoryEntry(facts, from));
    if (at >= most) throw new Error('The ZIP is too large');
  }
  const all = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.write('PK\u0005\u0006', 'latin1');
  last.writeUInt16LE(directory.length, 8);
  last.writeUInt16LE(directory.length, 10);
  last.writeUInt32LE(all.length, 12);
  last.writeUInt32LE(at, 16);
  yield Buffer.concat([all, last]);
}

/** What was written of an entry, with its length in the file. */
interface WrittenEntry extends Facts {
  isStreamed: boolean;
  length: number;
}

async function* compressed({
  content,
  ...facts
}: CompressedEntry): AsyncGenerator<Uint8Array, WrittenEntry> {
  const { name, raw, bytes } = facts;
  if (raw >= most || bytes >= most) throw new Error(`${name} is too large for a ZIP`);
  const head = headOf({ ...facts, isStreamed: false });
  yield head;
  let written = 0;
  for await (const piece of content) {
    written += piece.length;
    yield piece;
  }
  // A part that was cut off would be read as a whole one.
  if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}`);
  return { ...facts, isStreamed: false, length: head.length + bytes };
}

/** What it measures is known at its end, and stands behind it. */
async function* streamed({
  name,
  text,
  level,
}: StreamedEntry): AsyncGenerator<Uint8Array, WrittenEntry> {
  const facts = { name, crc: 0, raw: 0, bytes: 0, isStreamed: true };
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const piece of text) {
      facts.crc = crc32(piece, facts.crc);
      facts.raw += piece.length;
      yield piece;
    }
  }
  const head = headOf(facts);
  yield head;
  for await (const piece of deflated(measured(), { level })) {
    facts.bytes += piece.length;
    yield piece;
  }
  if (facts.raw >= most || facts.bytes >= most) throw new Error(`${name} is too large for a ZIP`);
  yield Buffer.concat([Buffer.from('PK\u0007\u0008'), measuresOf(facts)]);
  return { ...facts, length: head.length + facts.bytes + 16 };
}

const headOf = (facts: Facts & { isStreamed: boolean }): Buffer =>
  Buffer.concat([Buffer.from('PK\u0003\u0004'), factsOf(facts), Buffer.from(facts.name)]);

function measuresOf({ crc, bytes, raw }: Facts): Buffer {
  const measures = Buffer.alloc(12);
  measures.writeUInt32LE(crc, 0);
  measures.writeUInt32LE(bytes, 4);
  measures.writeUInt32LE(raw, 8);
  return measures;
}

/** The 26 bytes that stand before an entry and in the directory alike. Names are ASCII. */
function factsOf({ isStreamed, ...facts }: Facts & { isStreamed: boolean }): Buffer {
  const begin = Buffer.alloc(10);
  begin.writeUInt16LE(20, 0);
  // What it measures stands behind it.
  if (isStreamed) begin.writeUInt16LE(8, 2);
  // Deflated, on January 1, 1980: when a part was made is of no use to anybody.
  begin.writeUInt16LE(8, 4);
  begin.writeUInt16LE(0x21, 8);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(facts.name.length, 0);
  return Buffer.concat([begin, measuresOf(facts), lengths]);
}

function directoryEntry(facts: WrittenEntry, at: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    factsOf(facts),
    rest,
    Buffer.from(facts.name),
  ]);
}
