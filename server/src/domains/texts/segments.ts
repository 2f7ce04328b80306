/**
 * How phones encode texts (3GPP TS 23.038): with the 7-bit alphabet where every character is in it,
 * else with two bytes for each unit of UTF-16. A long text goes in parts, which have less room
 * because each says where it belongs.
 */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These take two places: an escape and themselves. */
const extended = '^{}\\[~]|€\f';
const inBasic = new Set(basic);
const inExtended = new Set(extended);

export type Encoding = 'GSM-7' | 'UCS-2';

const room: Record<Encoding, { alone: number; part: number }> = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
};

const isPlain = (character: string): boolean => inBasic.has(character) || inExtended.has(character);

/** How a text is encoded, and in how many parts it goes. A character is never cut in two. */
export function segmentsOf(text: string): { encoding: Encoding; segments: number } {
  const characters = Array.from(text);
  const encoding = characters.every(isPlain) ? 'GSM-7' : 'UCS-2';
  const sizeOf = (character: string): number => {
    if (encoding === 'UCS-2') return character.length;
    return inExtended.has(character) ? 2 : 1;
  };
  const sizes = characters.map(sizeOf);
  const { alone, part } = room[encoding];
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= alone) return { encoding, segments: 1 };
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return { encoding, segments };
}

const typed: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '•': '-',
};

/**
 * The text in the 7-bit alphabet: typographic signs become plain ones, letters lose the accents that
 * the alphabet lacks (`í` becomes `i`, `é` and `ñ` stay), and what has no likeness is left out.
 */
export const inPlainAlphabet = (text: string): string =>
  Array.from(text.normalize('NFC'))
    .map((character) => {
      if (isPlain(character)) return character;
      const like = typed[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
      return Array.from(like).every(isPlain) ? like : '';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** A name in the plain alphabet, cut to so many characters; `otherwise` where nothing is left of it. */
export function plainName(name: string, most: number, otherwise: string): string {
  const plain = inPlainAlphabet(name);
  if (!/[A-Za-z0-9]/.test(plain)) return otherwise;
  return plain.length <= most ? plain : `${plain.slice(0, most - 3).trimEnd()}...`;
}
