import { documentTypes, type DocumentType } from '@lintel/contract/applications/constants';

const longest = 80;

/**
 * The name of a document as it is kept and handed on: without folders, signs that a screen does not
 * show, and signs that mean something to a program; with the ending that its content has.
 */
export function tidyName(given: string, type: DocumentType): string {
  const file = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const bare = file
    .replace(/\.[a-z0-9]{1,10}$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ().,_+-]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .-]+|[ .]+$/g, '');
  const short = Array.from(bare).slice(0, longest).join('').trim();
  return `${short === '' ? 'document' : short}.${documentTypes[type][0]}`;
}
