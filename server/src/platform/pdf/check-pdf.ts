import { createInflate } from 'node:zlib';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFStream,
  type PDFObject,
} from '@cantoo/pdf-lib';

const pagesAtMost = 20;
/** Of all packed streams together, whether they turn out to be streams or not. */
const unpackedAtMost = 64 * 1024 * 1024;
/** A form of a few pages has some hundred. */
const streamsAtMost = 2000;

/**
 * What a paper form has no use for: scripts, attached files, actions that reach out, media, forms
 * in another form.
 */
const unwanted = new Set([
  'JS',
  'JavaScript',
  'AA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'Filespec',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'RichMedia',
  'Rendition',
  'Movie',
  'Sound',
  'XFA',
]);

/**
 * Whether `bytes` are a PDF of a few pages that does nothing but show them. The time and memory of
 * the parser have no bound in themselves: this runs in a helper process.
 */
export async function isPlainPdf(bytes: Uint8Array): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 1024).includes('%PDF-') || !(await unpacksWithin(file))) return false;
  try {
    const document = await PDFDocument.load(file, { throwOnInvalidObject: true });
    const pages = document.getPageCount();
    if (document.isEncrypted || pages < 1 || pages > pagesAtMost) return false;
    return document.context.enumerateIndirectObjects().every(([, object]) => isPlain(object));
  } catch {
    return false;
  }
}

/**
 * Whether nothing in it is packed so that it fills the memory when it is read. Every place that may
 * begin a stream is tried, and what was unpacked there counts also when it ends in an error: many
 * tries at one long run of zeros add up.
 */
async function unpacksWithin(bytes: Buffer): Promise<boolean> {
  let left = unpackedAtMost;
  let tried = 0;
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const start = bytes[at + 6] === 0x0d ? at + 8 : at + 7;
    // The first byte of every packed stream: the method and its window.
    if (bytes[start] === undefined || (bytes[start] & 0x0f) !== 8) continue;
    left -= await unpackedSize(bytes.subarray(start), left);
    if ((tried += 1) > streamsAtMost || left < 0) return false;
  }
  return true;
}

/**
 * How many bytes are unpacked from here until the stream ends or breaks, or until there are more
 * than `most`.
 */
async function unpackedSize(packed: Buffer, most: number): Promise<number> {
  const inflate = createInflate();
  let size = 0;
  try {
    inflate.end(packed);
    const unpacked: AsyncIterable<Buffer> = inflate;
    for await (const chunk of unpacked) if ((size += chunk.length) > most) break;
  } catch {
    // It was no stream, or a broken one.
  }
  return size;
}

function isPlain(object: PDFObject): boolean {
  if (object instanceof PDFName) return !unwanted.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().every(isPlain);
  if (object instanceof PDFStream) return isPlain(object.dict);
  if (object instanceof PDFDict)
    return object.entries().every(([key, value]) => isPlain(key) && isPlain(value));
  return true;
}
