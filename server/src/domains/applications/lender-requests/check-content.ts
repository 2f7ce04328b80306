import { createHash } from 'node:crypto';
import {
  documentTypes,
  type DocumentProblem,
  type DocumentType,
} from '@lintel/contract/applications/constants';
import { keysOf } from '@lintel/contract/core/map-values';

/** A rejected file, with the reason. */
export class RefusedDocument extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`Refused: ${problem}`);
    this.problem = problem;
  }
}

/** Properties of a document once it has arrived. */
export interface DocumentFacts {
  type: DocumentType;
  bytes: number;
  sha256: string;
}

/** First bytes of a file that determine its type. */
const headBytes = 4096;
/** Last bytes that can hold a ZIP end record with its comment. */
const tailBytes = 65_557;

/**
 * Passes a document through while it arrives, and stops at invalid content. The first bytes
 * determine the type; the name and the sender's type must not contradict it. Nothing is unpacked or
 * rendered here, so compression bombs are harmless. The returned function gives the facts once
 * everything has passed.
 */
export function checkDocument(
  chunks: AsyncIterable<Buffer>,
  declared: { name: string; type: string },
): { passing: AsyncGenerator<Buffer>; facts(): DocumentFacts } {
  const hash = createHash('sha256');
  let bytes = 0;
  let type: DocumentType | null = null;
  let tail = Buffer.alloc(0);
  const look = (head: Buffer): DocumentType => {
    const found = detectType(head);
    if (found === null) throw new RefusedDocument(head.length === 0 ? 'empty' : 'type');
    if (!fits(found, declared)) throw new RefusedDocument('mismatch');
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

function detectType(head: Buffer): DocumentType | null {
  // Only at the start: leading bytes, which readers accept, could hide another file.
  if (head.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'application/pdf';
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  return isHeic(head) ? 'image/heic' : null;
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);

/** Checks for an HEVC image brand in the first box, which lists the file's brands. */
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
 * Whether name and sender's type match the content. Phones label image formats wrongly, so any
 * image extension fits any image; other unknown extensions don't fit.
 */
function fits(type: DocumentType, declared: { name: string; type: string }): boolean {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(declared.name)?.[1]?.toLowerCase();
  const named = keysOf(documentTypes).find((one) =>
    documentTypes[one].some((known) => known === ending),
  );
  const same = (other: DocumentType): boolean =>
    other === type || (isPicture(other) && isPicture(type));
  if (ending !== undefined && (named === undefined || !same(named))) return false;
  const mime = declared.type === 'image/heif' ? 'image/heic' : declared.type;
  if (mime === '' || mime === 'application/octet-stream') return true;
  const meant = keysOf(documentTypes).find((one) => one === mime);
  return meant !== undefined && same(meant);
}

/** Whether a program could read the beginning as a page with scripts, or as a PDF. */
function isAlsoSomethingElse(type: DocumentType, head: Buffer): boolean {
  const text = head.subarray(0, 1024).toString('latin1').toLowerCase();
  if (type !== 'application/pdf' && text.includes('%pdf-')) return true;
  return /<(?:!doctype|html|head|body|script|svg|iframe|\?php)/.test(text);
}

const pngEnd = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Whether the file is complete. Phones append data to JPEGs, so their end can't be checked. */
function isWhole(type: DocumentType, tail: Buffer): boolean {
  if (type === 'application/pdf') return tail.subarray(-2048).includes('%%EOF');
  return type !== 'image/png' || tail.subarray(-pngEnd.length).equals(pngEnd);
}

/** Whether it also opens as a ZIP file: the end record extends to the last byte. */
function endsAsZip(tail: Buffer): boolean {
  const record = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
  for (let at = tail.lastIndexOf(record); at !== -1; at = tail.lastIndexOf(record, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
    if (at === 0) return false;
  }
  return false;
}
