/** Brands of MP4 files, as listed in their first box. */
const brands = /^(isom|iso[2-9a-c]|mp4[12]|avc1|av01|M4V |M4VH|M4VP|MSNV|dash|mmp4|f4v )$/;
/** How many bytes are inspected. The first box is far shorter. */
const headBytes = 64;

/**
 * Whether a file that starts with these bytes is an MP4: its first box is `ftyp` and lists a known
 * brand.
 */
export function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const listed: string[] = [];
  // The major brand, its version, then compatible brands.
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) listed.push(head.toString('latin1', at, at + 4));
  return listed.some((brand) => brands.test(brand));
}

/**
 * Passes a file's bytes through. Fails with the error of `refuse` as soon as they turn out not to
 * be MP4.
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
  // A file that ends before its header is complete isn't a video either.
  if (head !== null) throw refuse();
}

/** Boxes read before giving up; real files have a few dozen at this level. */
const boxesAtMost = 5000;
/** Bytes needed of a box: its header, and of `mvhd` the fields up to the duration. */
const needed = 48;

/**
 * A video's duration, read from its bytes as they stream by, from the box `mvhd` within `moov`,
 * wherever it is in the file. One pass, and a bounded number of boxes.
 */
export class FilmLength {
  /** Null until the duration is known, and for good when the file has none. */
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

  /** Reads a box's header; returns the distance to the next one. */
  #read(head: Buffer): number {
    const type = head.toString('latin1', 4, 8);
    const isLong = head.readUInt32BE(0) === 1;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    this.#ended = (this.#boxes += 1) > boxesAtMost || type === 'mvhd' || size < 8;
    if (type === 'mvhd') this.seconds = lengthIn(head.subarray(isLong ? 16 : 8));
    // Its children follow.
    return type === 'moov' ? (isLong ? 16 : 8) : size;
  }
}

/**
 * The duration of a movie header in seconds: `duration` divided by `timescale`, after two dates.
 */
function lengthIn(head: Buffer): number | null {
  const isLong = head[0] === 1;
  if (isLong && head.length < 32) return null;
  const scale = head.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  const seconds = duration / scale;
  return Number.isFinite(seconds) && seconds > 0 && seconds < 86_400 ? seconds : null;
}
