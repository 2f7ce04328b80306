import { SegmentedMessage } from 'sms-segments-calculator';

export type Encoding = 'GSM-7' | 'UCS-2';

/**
 * How a text is encoded, and in how many parts it is sent (3GPP TS 23.038): in the 7-bit alphabet
 * when it has every character, otherwise in two bytes for each unit of UTF-16.
 */
export function segmentsOf(text: string): { encoding: Encoding; segments: number } {
  const { encodingName, segmentsCount } = new SegmentedMessage(text);
  return { encoding: encodingName, segments: segmentsCount };
}

const isPlain = (text: string): boolean => segmentsOf(text).encoding === 'GSM-7';

/** Typographic signs as plain ones: quotes, dashes, an ellipsis, full-width letters. */
const withPlainSigns = (text: string): string =>
  new SegmentedMessage(text, 'auto', true).graphemes.join('');

function plainCharacter(character: string): string {
  if (isPlain(character)) return character;
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
  return isPlain(bare) ? bare : '';
}

/**
 * The text in the 7-bit alphabet: typographic signs become plain ones, letters lose the accents that
 * the alphabet lacks (`í` becomes `i`, `é` and `ñ` stay), and what has no likeness is left out.
 */
export function inPlainAlphabet(text: string): string {
  const plain = withPlainSigns(text.normalize('NFC'));
  const characters = isPlain(plain) ? [plain] : Array.from(plain, plainCharacter);
  return characters.join('').replace(/\s+/g, ' ').trim();
}

/** A name in the plain alphabet, cut to so many characters; `otherwise` where nothing is left of it. */
export function plainName(name: string, most: number, otherwise: string): string {
  const plain = inPlainAlphabet(name);
  if (!/[A-Za-z0-9]/.test(plain)) return otherwise;
  return plain.length <= most ? plain : `${plain.slice(0, most - 3).trimEnd()}...`;
}
