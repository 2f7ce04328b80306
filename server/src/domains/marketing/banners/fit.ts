/** Text that has been broken into lines which fit. */
export interface FittedText {
  /** Pixels. */
  fontSize: number;
  lines: string[];
}

export interface Box {
  /** Pixels. */
  width: number;
  lines: number;
  /** Font sizes to try, the largest first. */
  sizes: readonly number[];
}

/** Widths of Inter's bold letters in shares of the font size, a little generous. */
function widthOf(letter: string): number {
  if (/[iIl.,:;'’|!j]/.test(letter)) return 0.33;
  if (/[\sftr()[\]/-]/.test(letter)) return 0.42;
  if (/[mwMW@%&—…]/.test(letter)) return 0.95;
  if (/[A-Z0-9$+]/.test(letter)) return 0.72;
  return /[a-z]/.test(letter) ? 0.61 : 0.78;
}

const segmenter = new Intl.Segmenter('en');
const lettersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const lengthOf = (text: string): number =>
  lettersOf(text).reduce((sum, letter) => sum + widthOf(letter), 0);

/**
 * The same number of lines, as even as they get: no word stands alone in the last one without need.
 */
function balanced(text: string, most: number): string[] {
  const lines = breakLines(text, most);
  let width = most;
  while (width > 1) {
    const narrower = breakLines(text, width - 0.2);
    if (narrower.length > lines.length || narrower.some((line) => lengthOf(line) > width - 0.2))
      break;
    width -= 0.2;
  }
  return breakLines(text, width);
}

/**
 * Breaks between words, each line as full as it gets; a word that is too long alone stands alone.
 */
function breakLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && lengthOf(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** As much of the text as there is room for, and dots. */
function cut(text: string, most: number): string {
  let [kept, used] = ['', widthOf('…')];
  for (const letter of lettersOf(text)) {
    used += widthOf(letter);
    if (kept !== '' && used > most) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in the largest of the sizes in which it fits; in the smallest, its end is left out. */
export function fit(text: string, { width, lines, sizes }: Box): FittedText {
  const tidy = text.trim().replace(/\s+/g, ' ');
  for (const fontSize of sizes) {
    const broken = balanced(tidy, width / fontSize);
    if (broken.length <= lines && broken.every((line) => lengthOf(line) <= width / fontSize))
      return { fontSize, lines: broken };
  }
  const fontSize = sizes.at(-1) ?? 12;
  const most = width / fontSize;
  const broken = breakLines(tidy, most).slice(0, lines);
  const rest = tidy.slice(broken.slice(0, -1).join(' ').length).trim();
  const last = lengthOf(rest) > most ? cut(rest, most) : rest;
  return {
    fontSize,
    lines: [
      ...broken.slice(0, -1).map((line) => (lengthOf(line) > most ? cut(line, most) : line)),
      last,
    ],
  };
}
