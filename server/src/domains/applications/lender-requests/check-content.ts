import { createHash } from 'node:crypto';
import {
  documentTypes,
  type DocumentProblem,
  type DocumentType,
} from '@lintel/contract/applications/constants';
import { keysOf } from '@lintel/contract/core/map-values';

/** A file that is not taken, and why. */
export class RefusedDocument extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`Refused: ${problem}`);
    this.problem = problem;
  }
}

/** What is known of a document once it has arrived. */
export interface DocumentFacts {
  type: DocumentType;
  bytes: number;
  sha256: string;
}

/** So many first bytes say what a file is. */
const headBytes = 4096;
/** So many last bytes can hold the end of a ZIP file, with its comment. */
const tailBytes = 65_557;

/**
 * Passes a document on while it arrives, and stops at what is none: what the first bytes say counts,
 * and the name and the sender's type may not say something else. Nothing is unpacked or drawn here,
 * so a file that is small and grows is as harmless as any other. The returned function gives the
 * facts, once all has passed.
 */
export function checkDocument(
  chunks: AsyncIterable<Buffer>,
  said: { name: string; type: string },
): { passing: AsyncGenerator<Buffer>; facts(): DocumentFacts } {
  const hash = createHash('sha256');
  let bytes = 0;
  let type: DocumentType | null = null;
  let tail = Buffer.alloc(0);
  const look = (head: Buffer): DocumentType => {
    const found = typeOf(head);
    if (found === null) throw new RefusedDocument(head.length === 0 ? 'empty' : 'type');
    if (!fits(found, said)) throw new RefusedDocument('mismatch');
    if (isAlsoSomethingElse(found, head)) throw new RefusedDocument('mismatch');
    return found;
  };
  async function* pass(): AsyncGenerator<Buffer> {
    let head = Buffer.alloc(0);
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (type === null) {
        head = Buffer.concat([head, chunk]);
        if (head.length < headBytes) continue;
        type = look(head);
        tail = Buffer.from(head.subarray(-tailBytes));
        yield head;
        continue;
      }
      tail = Buffer.concat([tail, chunk]).subarray(-tailBytes);
      yield chunk;
    }
    if (type === null) {
      type = look(head);
      tail = head;
      yield head;
    }
    if (!isWhole(type, tail)) throw new RefusedDocument('broken');
    if (endsAsZip(tail)) throw new RefusedDocument('mismatch');
  }
  return {
    passing: pass(),
    facts: () => {
      if (type === null) throw new Error('The document has not arrived yet');
      return { type, bytes, sha256: hash.digest('hex') };
    },
  };
}

const startsWith = (head: Buffer, ...bytes: number[]): boolean =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes));

function typeOf(head: Buffer): DocumentType | null {
  // A PDF may have something before it; whoever needs that hides another file there.
  if (head.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'application/pdf';
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return isHeic(head) ? 'image/heic' : null;
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** The first box names the brands of the file: one of HEVC pictures has to be among them. */
function isHeic(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const size = head.readUInt32BE(0);
  if (size < 16 || size > Math.min(512, head.length)) return false;
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands.some((brand) => heicBrands.has(brand));
}

const isPicture = (type: DocumentType): boolean => type.startsWith('image/');

/**
 * Whether name and sender say the same as the bytes. Phones write one kind of picture under the
 * name of another, so among pictures that is no lie; what is no picture and no PDF by its name is
 * one.
 */
function fits(type: DocumentType, said: { name: string; type: string }): boolean {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(said.name)?.[1]?.toLowerCase();
  const named = keysOf(documentTypes).find((one) =>
    documentTypes[one].some((known) => known === ending),
  );
  const same = (other: DocumentType): boolean =>
    other === type || (isPicture(other) && isPicture(type));
  if (ending !== undefined && (named === undefined || !same(named))) return false;
  const mime = said.type === 'image/heif' ? 'image/heic' : said.type;
  if (mime === '' || mime === 'application/octet-stream') return true;
  const meant = keysOf(documentTypes).find((one) => one === mime);
  return meant !== undefined && same(meant);
}

/** Whether a program could take the beginning for a page with scripts, or for a PDF. */
function isAlsoSomethingElse(type: DocumentType, head: Buffer): boolean {
  const text = head.subarray(0, 1024).toString('latin1').toLowerCase();
  if (type !== 'application/pdf' && text.includes('%pdf-')) return true;
  return /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/.test(text);
}

const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Whether it has its end. Phones put more behind a JPEG, so there nothing can be said. */
function isWhole(type: DocumentType, tail: Buffer): boolean {
  if (type === 'application/pdf') return tail.subarray(-2048).includes('%%EOF');
  return type !== 'image/png' || tail.subarray(-pngEnd.length).equals(pngEnd);
}

/** Whether it opens as a ZIP file, too: the record at the end reaches to the last byte. */
function endsAsZip(tail: Buffer): boolean {
  const record = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
  for (let at = tail.lastIndexOf(record); at !== -1; at = tail.lastIndexOf(record, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) return false;
  }
  return false;
}
