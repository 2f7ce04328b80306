import type { PdfProblem } from '@lintel/contract/core/pdf-problems';

/** Names that a document of plain pages doesn't need, and the problem that each indicates. */
export const activeNames: ReadonlyMap<string, PdfProblem> = new Map<string, PdfProblem>([
  ['JS', 'script'],
  ['JavaScript', 'script'],
  ['XFA', 'form'],
  ['EmbeddedFile', 'attachment'],
  ['EmbeddedFiles', 'attachment'],
  ['Launch', 'action'],
  ['GoToE', 'action'],
  ['GoToR', 'action'],
  ['SubmitForm', 'action'],
  ['ImportData', 'action'],
  ['RichMedia', 'media'],
  ['Rendition', 'media'],
  ['Movie', 'media'],
  ['Sound', 'media'],
]);

/** Shorter names also occur by chance in compressed bytes and in text. */
const rareNameLength = 6;

const web = /\([a-z][a-z0-9+.-]*:\/\/[^()\0\t\n\f\r ]*\)/gi;
const name = /\/([^\0\t\n\f\r /()<>[\]{}%]{1,60})/g;

const unescaped = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** All PDF names in the raw bytes, without unpacking. Excludes web addresses. */
export function* namesIn(bytes: Buffer): Generator<string> {
  const text = bytes.toString('latin1').replace(web, '');
  for (const [, found = ''] of text.matchAll(name)) yield unescaped(found);
}

/**
 * Content that sequential parsing misses but a viewer may find: a PDF's table can point into a
 * comment or another object's stream. `objectStreams` is the number of parsed object streams; any
 * other in the bytes can't be checked.
 */
export function hiddenProblem(bytes: Buffer, objectStreams: number): PdfProblem | null {
  let unread = -objectStreams;
  for (const found of namesIn(bytes)) {
    if (found === 'ObjStm') unread += 1;
    const problem = found.length >= rareNameLength ? activeNames.get(found) : undefined;
    if (problem !== undefined) return problem;
  }
  return unread > 0 ? 'damaged' : null;
}
