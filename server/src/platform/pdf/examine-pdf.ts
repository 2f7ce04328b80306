import type { PdfProblem } from '@lintel/contract/core/pdf-problems';
import {
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFObjectStreamParser,
  PDFPageLeaf,
  PDFParser,
  PDFRawStream,
  PDFStream,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { activeNames, hiddenProblem, namesIn } from './raw-names.ts';

/** `pages` is 0 when the file is rejected before its pages are counted. */
export interface PdfFacts {
  problem: PdfProblem | 'type' | null;
  pages: number;
}

/**
 * Parses a PDF as a viewer does and reports its active content. A file that opens without a
 * password counts as open, whatever its owner password forbids. The parser has no time or memory
 * limit: run it in a helper process.
 */
export async function examinePdf(bytes: Uint8Array): Promise<PdfFacts> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 1024).includes('%PDF-')) return { problem: 'type', pages: 0 };
  try {
    const { context, objects } = await parsed(file);
    const problem = firstProblem(objects) ?? hiddenProblem(file, countObjectStreams(objects));
    if (problem !== null) return { problem, pages: 0 };
    const pages = countPages(context);
    return pages === 0 ? { problem: 'damaged', pages } : { problem, pages };
  } catch (error) {
    return { problem: isLocked(error) ? 'password' : 'damaged', pages: 0 };
  }
}

interface Parsed {
  context: PDFContext;
  /** Every version of every object: a viewer may show an older one than the last. */
  objects: PDFObject[];
}

class RecordingParser extends PDFParser {
  readonly objects: PDFObject[] = [];

  constructor(bytes: Uint8Array) {
    super(bytes);
    recordAssigned(this.context, this.objects);
  }
}

function recordAssigned(context: PDFContext, objects: PDFObject[]): void {
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    objects.push(object);
    assign(ref, object);
  };
}

async function parsed(file: Buffer): Promise<Parsed> {
  const parser = new RecordingParser(file);
  const context = await parser.parseDocument();
  const { objects } = parser;
  if (context.lookup(context.trailerInfo.Encrypt) === undefined) return { context, objects };
  return decrypted(file, objects);
}

/**
 * Names aren't encrypted outside object streams, so `read`, the objects found without the key,
 * still counts. Object streams are read again with the key.
 */
async function decrypted(file: Buffer, read: PDFObject[]): Promise<Parsed> {
  const { context } = await PDFDocument.load(file, { password: '', updateMetadata: false });
  const plain = read.filter(
    (object) => !(object instanceof PDFInvalidObject) && !isObjectStream(object),
  );
  const objects = [...plain, ...context.enumerateIndirectObjects().map(([, object]) => object)];
  const streams = objects.filter(isObjectStream);
  recordAssigned(context, objects);
  for (const stream of streams) await PDFObjectStreamParser.forStream(stream).parseIntoContext();
  return { context, objects };
}

const lockedErrors =
  /NEEDS PASSWORD|Password incorrect|unknown encryption method|unsupported encryption/;
const isLocked = (error: unknown): boolean =>
  error instanceof Error && lockedErrors.test(error.message);

const typeName = PDFName.of('Type');
const objectStreamName = PDFName.of('ObjStm');
const isObjectStream = (object: PDFObject): object is PDFRawStream =>
  object instanceof PDFRawStream && object.dict.get(typeName) === objectStreamName;

const countObjectStreams = (objects: readonly PDFObject[]): number =>
  objects.filter(isObjectStream).length;

function countPages(context: PDFContext): number {
  const catalog = context.lookup(context.trailerInfo.Root);
  let pages = 0;
  if (catalog instanceof PDFCatalog)
    catalog.Pages().traverse((node) => {
      if (node instanceof PDFPageLeaf) pages += 1;
    });
  return pages;
}

function firstProblem(objects: readonly PDFObject[]): PdfProblem | null {
  for (const object of objects) {
    const problem = objectProblem(object);
    if (problem !== null) return problem;
  }
  return null;
}

function objectProblem(object: PDFObject): PdfProblem | null {
  if (object instanceof PDFName) return activeNames.get(object.decodeText()) ?? null;
  if (object instanceof PDFArray) return firstProblem(object.asArray());
  if (object instanceof PDFStream) return objectProblem(object.dict);
  if (object instanceof PDFDict) return dictionaryProblem(object);
  if (object instanceof PDFInvalidObject) return invalidObjectProblem(object);
  return null;
}

const embeddedName = PDFName.of('EF');

/**
 * `EF` with an array is Adobe Reader's usage right to attach files; with anything else it is an
 * attached file.
 */
function dictionaryProblem(dictionary: PDFDict): PdfProblem | null {
  for (const [key, value] of dictionary.entries()) {
    if (key === embeddedName && !(value instanceof PDFArray)) return 'attachment';
    const problem = objectProblem(key) ?? objectProblem(value);
    if (problem !== null) return problem;
  }
  return null;
}

/** A viewer may be able to read what the parser can't, so check the names in the raw bytes. */
function invalidObjectProblem(object: PDFInvalidObject): PdfProblem | null {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  for (const name of namesIn(Buffer.from(bytes))) {
    if (name === 'ObjStm') return 'damaged';
    const problem = name === 'EF' ? 'attachment' : activeNames.get(name);
    if (problem !== undefined) return problem;
  }
  return null;
}
