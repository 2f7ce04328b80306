/** The bytes inspected to detect the encoding. */
const looked = 4096;

/** Detects UTF-16 by its byte order mark or, without one, by zeros in every other byte. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, looked);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 2 / 2;
  if (odd > many && even * 10 < odd) return 'utf-16le';
  return even > many && odd * 10 < even ? 'utf-16be' : null;
}

/**
 * Decodes a file from another program. Non-Unicode files come from Excel: Windows-1252 on Windows,
 * Mac Roman on a Mac; picks the more plausible text.
 */
export function decodedText(bytes: Uint8Array): string {
  const wide = detectUtf16(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const windows = fromWindows1252(bytes);
    const mac = new TextDecoder('macintosh').decode(bytes);
    return plausibility(mac) > plausibility(windows) ? mac : windows;
  }
}

/** Bytes 0x80 to 0x9F of Windows-1252; those it leaves open stay control characters. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Node's own decoder of that name reads Latin-1 since version 20.18.3. */
const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (found) => upper[found.charCodeAt(0) - 0x80] ?? found);

/**
 * Letters, quotation marks, and dashes are plausible; characters that people don't write aren't.
 */
const judgments: readonly (readonly [RegExp, number])[] = [
  [/[\x80-\x9f]/g, -5],
  [/[‡†ˆ˜‰ƒ√≈∆◊ﬁﬂ¬¯¸¨∏π∑∫Ω≠∞≤≥ıˇ˘˙˚˝˛‚„‹›]/g, -2],
  [/(?<=\p{Ll})\p{Lu}/gu, -2],
  [/(?<=\p{Ll})[–—…•](?=\p{Ll})/gu, -1],
  [/(?<=\p{Ll})[‘’“”](?=\p{Ll})(?![stdlrvm]\b|re\b|ve\b|ll\b)/gu, -1],
  [/[\u00c0-\u024f]/g, 1],
  [/(?<=\p{L})’(?=\p{L})|[“”€]/gu, 1],
];

/** Only text around non-ASCII characters distinguishes encodings. */
function plausibility(text: string): number {
  const pieces = (text.match(/.?.?\P{ASCII}.?.?/gsu) ?? []).slice(0, 2000).join('\n');
  return judgments.reduce(
    (sum, [pattern, points]) => sum + points * (pieces.match(pattern)?.length ?? 0),
    0,
  );
}
