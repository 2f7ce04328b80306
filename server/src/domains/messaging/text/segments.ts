import { SegmentedMessage } from 'sms-segments-calculator';

export type Encoding = 'GSM-7' | 'UCS-2';

/**
 * A text's encoding and number of segments (3GPP TS 23.038): the 7-bit alphabet if it has every
 * character, otherwise two bytes for each UTF-16 unit.
 */
export function countSegments(text: string): { encoding: Encoding; segments: number } {
  const { encodingName, segmentsCount } = new SegmentedMessage(text);
  return { encoding: encodingName, segments: segmentsCount };
}

const isPlain = (text: string): boolean => countSegments(text).encoding === 'GSM-7';

/**
 * Replaces typographic characters with plain ones: quotes, dashes, an ellipsis, full-width letters.
 */
const withPlainSigns = (text: string): string =>
  new SegmentedMessage(text, 'auto', true).graphemes.join('');

function plainCharacter(character: string): string {
  if (isPlain(character)) return character;
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
  return isPlain(bare) ? bare : '';
}

/**
 * Converts text to the 7-bit alphabet: typographic characters become plain ones, letters lose the
 * accents that the alphabet lacks (`í` becomes `i`, `é` and `ñ` stay), and the rest is dropped.
 */
export function inPlainAlphabet(text: string): string {
  const plain = withPlainSigns(text.normalize('NFC'));
  const characters = isPlain(plain) ? [plain] : Array.from(plain, plainCharacter);
  return characters.join('').replace(/\s+/g, ' ').trim();
}

/** A name in the plain alphabet, cut to `most` characters; `otherwise` if nothing is left. */
export function plainName(name: string, most: number, otherwise: string): string {
  const plain = inPlainAlphabet(name);
  if (!/[A-Za-z0-9]/.test(plain)) return otherwise;
  return plain.length <= most ? plain : `${plain.slice(0, most - 3).trimEnd()}...`;
}
