/** Names of the formats of MP4 files, as their first box lists them. */
const brands = /^(isom|iso[2-9a-c]|mp4[12]|avc1|av01|M4V |M4VH|M4VP|MSNV|dash|mmp4|f4v )$/;
/** How much of a file is looked at. The first box is far shorter. */
const headBytes = 64;

/**
 * Whether a file that begins so is an MP4: its first box is named `ftyp` and lists a known format.
 */
export function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const listed: string[] = [];
  // The format of the whole, its version, then others that it also is.
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) listed.push(head.toString('latin1', at, at + 4));
  return listed.some((brand) => brands.test(brand));
}

/**
 * Hands the bytes of a file on. Fails with the error of `refuse` as soon as they turn out to be no
 * MP4.
 */
export async function* onlyMp4(
  chunks: AsyncIterable<Buffer>,
  refuse: () => Error,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    if (!isMp4(head)) throw refuse();
    yield head;
    head = null;
  }
  // What ends before its beginning could be looked at is no video either.
  if (head !== null) throw refuse();
}

/** Boxes that are looked at before a file is given up: real ones have some dozen at this level. */
const boxesAtMost = 5000;
/** So much of a box is needed: its head, and of the film's head what tells the length. */
const needed = 48;

/**
 * How long a film is, read from its bytes as they come by: the box `mvhd` within `moov` tells it,
 * wherever in the file it lies. One pass, and a bounded number of boxes.
 */
export class FilmLength {
  /** Null until the length is known, and for good when the file does not tell it. */
  seconds: number | null = null;
  #rest = Buffer.alloc(0);
  #skip = 0;
  #boxes = 0;
  #ended = false;

  push(chunk: Buffer): void {
    let at = Math.min(this.#skip, chunk.length);
    this.#skip -= at;
    if (this.#ended || this.#skip > 0) return;
    const bytes =
      this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk.subarray(at)]) : chunk.subarray(at);
    for (at = 0; !this.#ended && bytes.length - at >= needed;) {
      at += this.#read(bytes.subarray(at, at + needed));
      if (at > bytes.length) {
        this.#skip = at - bytes.length;
        at = bytes.length;
      }
    }
    this.#rest = this.#ended ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  /** Reads a box's head; returns how far the next head is. */
  #read(head: Buffer): number {
    const type = head.toString('latin1', 4, 8);
    const isLong = head.readUInt32BE(0) === 1;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    this.#ended = (this.#boxes += 1) > boxesAtMost || type === 'mvhd' || size < 8;
    if (type === 'mvhd') this.seconds = lengthIn(head.subarray(isLong ? 16 : 8));
    // What is within it comes next.
    return type === 'moov' ? (isLong ? 16 : 8) : size;
  }
}

/**
 * The length that the film's head tells, in seconds: `duration` by `timescale`, behind two dates.
 */
function lengthIn(head: Buffer): number | null {
  const isLong = head[0] === 1;
  if (isLong && head.length < 32) return null;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  const seconds = duration / scale;
  return Number.isFinite(seconds) && seconds > 0 && seconds < 86_400 ? seconds : null;
}
