import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream, type PDFObject } from '@cantoo/pdf-lib';

const pagesAtMost = 20;
const unpackedAtMost = 64 * 1024 * 1024;

/** What a paper form has no use for: scripts, attached files, actions that reach out, media, forms in another form. */
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

/** Whether `bytes` are a PDF of a few pages that does nothing but show them. */
export async function isPlainPdf(bytes: Buffer): Promise<boolean> {
  if (!bytes.subarray(0, 1024).includes('%PDF-') || !unpacksWithin(bytes)) return false;
  try {
    const document = await PDFDocument.load(bytes, { throwOnInvalidObject: true });
    const pages = document.getPageCount();
    if (document.isEncrypted || pages < 1 || pages > pagesAtMost) return false;
    return document.context.enumerateIndirectObjects().every(([, object]) => isPlain(object));
  } catch {
    return false;
  }
}

/** Nothing in it is packed so that it fills the memory when it is read. */
function unpacksWithin(bytes: Buffer): boolean {
  let left = unpackedAtMost;
  for (let at = bytes.indexOf('stream'); at !== -1; at = bytes.indexOf('stream', at + 6)) {
    const start = bytes[at + 6] === 0x0d ? at + 8 : at + 7;
    // The first byte of every packed stream: the method and its window.
    if (bytes[start] === undefined || (bytes[start] & 0x0f) !== 8) continue;
    const size = unpackedSize(bytes.subarray(start), left);
    if (size === null) return false;
    left -= size;
  }
  return true;
}

/** The size of what is packed here, 0 when nothing is; null when it is above `most`. */
function unpackedSize(packed: Buffer, most: number): number | null {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).length;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? null : 0;
  }
}

function isPlain(object: PDFObject): boolean {
  if (object instanceof PDFName) return !unwanted.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().every(isPlain);
  if (object instanceof PDFStream) return isPlain(object.dict);
  if (object instanceof PDFDict) return object.entries().every(([key, value]) => isPlain(key) && isPlain(value));
  return true;
}
