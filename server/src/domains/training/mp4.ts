/** Names of the formats of MP4 files, as their first box lists them. */
const brands = /^(isom|iso[2-9a-c]|mp4[12]|avc1|av01|M4V |M4VH|M4VP|MSNV|dash|mmp4|f4v )$/;
/** How much of a file is looked at. The first box is far shorter. */
const headBytes = 64;

/** Whether a file that begins so is an MP4: its first box is named `ftyp` and lists a known format. */
export function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const listed: string[] = [];
  // The format of the whole, its version, then others that it also is.
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) listed.push(head.toString('latin1', at, at + 4));
  return listed.some((brand) => brands.test(brand));
}

/** Hands the bytes of a file on. Fails with the error of `refuse` as soon as they turn out to be no MP4. */
export async function* onlyMp4(chunks: AsyncIterable<Buffer>, refuse: () => Error): AsyncGenerator<Buffer> {
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
