import type { PdfProblem } from '@lintel/contract/core/pdf-problems';

/** Names that a document of plain pages doesn't need, and what each of them means. */
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

/** Shorter names also turn up by chance in compressed bytes and in text. */
const lengthOfRareNames = 6;

const web = /\([a-z][a-z0-9+.-]*:\/\/[^()\0\t\n\f\r ]*\)/gi;
const name = /\/([^\0\t\n\f\r /()<>[\]{}%]{1,60})/g;

const unescaped = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** All PDF names in the bytes as they are, without unpacking anything. Web addresses don't count. */
export function* namesIn(bytes: Buffer): Generator<string> {
  const text = bytes.toString('latin1').replace(web, '');
  for (const [, found = ''] of text.matchAll(name)) yield unescaped(found);
}

/**
 * What a reader from start to end doesn't see but a viewer may: the table of a PDF can lead into
 * the middle of a comment or of another object's stream. `objectStreams` is how many packed groups
 * of objects were read; another one in the bytes can't be examined.
 */
export function hiddenProblem(bytes: Buffer, objectStreams: number): PdfProblem | null {
  let unread = -objectStreams;
  for (const found of namesIn(bytes)) {
    if (found === 'ObjStm') unread += 1;
    const problem = found.length >= lengthOfRareNames ? activeNames.get(found) : undefined;
    if (problem !== undefined) return problem;
  }
  return unread > 0 ? 'damaged' : null;
}
