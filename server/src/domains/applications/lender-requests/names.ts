import { documentTypes, type DocumentType } from '@lintel/contract/applications/constants';

const longest = 80;

/**
 * Cleans a document's name for storage and delivery: drops folders, invisible characters, and
 * characters with a meaning to programs, and sets the extension that matches the content.
 */
export function tidyName(name: string, type: DocumentType): string {
  const file = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const bare = file
    .replace(/\.[a-z0-9]{1,10}$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ().,_+-]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .-]+|[ .]+$/g, '');
  const short = Array.from(bare).slice(0, longest).join('').trim();
  return `${short === '' ? 'document' : short}.${documentTypes[type][0]}`;
}
