import type { Language } from '@lintel/contract/core/language';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { Frame, Theme } from './theme.ts';

/** An image as a data URL, with its size in pixels. */
export interface Logo {
  url: string;
  width: number;
  height: number;
  /** Nearly white, so it needs a dark background. */
  isLight: boolean;
}

export interface BannerContent {
  companyName: string;
  logo: Logo | null;
  language: Language;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const at = ({ x, y, width, height }: Area): string =>
  `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;

const lineHeight = 1.16;

/** Lines of text, each in its own element, so that every engine breaks them alike. */
export function textBlock(
  area: { x: number; y: number; width: number },
  text: FittedText,
  look: { color: string; weight: number; centered?: boolean },
): string {
  const step = Math.ceil(text.fontSize * lineHeight);
  const style = `font-size: ${text.fontSize}px; line-height: ${step}px; font-weight: ${look.weight}; color: ${look.color}; white-space: nowrap; text-align: ${look.centered ? 'center' : 'left'};`;
  return text.lines
    .map(
      (line, index) =>
        `<div style="${at({ ...area, y: area.y + index * step, height: step })} ${style}">${escapeHtml(line)}</div>`,
    )
    .join('');
}

export const textHeight = (text: FittedText): number =>
  text.lines.length * Math.ceil(text.fontSize * lineHeight);

const darkPlate = '#1E2430';

/** The logo on its plate, as large as possible with some padding. */
export function logoPlate(area: Area, logo: Logo, { plate }: Theme): string {
  const air = Math.round(Math.min(area.width, area.height) * 0.14);
  const scale = Math.min(
    (area.width - 2 * air) / logo.width,
    (area.height - 2 * air) / logo.height,
  );
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  const picture = {
    x: Math.round((area.width - width) / 2),
    y: Math.round((area.height - height) / 2),
    width,
    height,
  };
  return `<div style="${at(area)} background-color: ${logo.isLight ? darkPlate : plate.background}; border-radius: ${plate.radius}px;"><img src="${logo.url}" width="${width}" height="${height}" style="${at(picture)}"></div>`;
}

/** A button with one line, in a smaller font if needed. */
export function button(area: Area, text: string, largest: number, { button: look }: Theme): string {
  const radius = Math.min(look.radius, Math.round(area.height / 2));
  const sizes = [0, 1, 2, 3, 4].map((less) => largest - less);
  const { fontSize, lines } = fit(text, { width: area.width - 4, lines: 1, sizes });
  return `<div style="${at(area)} background-color: ${look.background}; color: ${look.ink}; border-radius: ${radius}px; font-size: ${fontSize}px; line-height: ${area.height}px; font-weight: 700; text-align: center; white-space: nowrap;">${escapeHtml(lines.join(' '))}</div>`;
}

export interface Row {
  text: string;
  box: Omit<Box, 'width'>;
  color: string;
  weight: number;
  /** Space above it, except for the first. */
  gap: number;
}

/** A stack of texts, centered vertically in an area, or aligned to its top with `top`. */
export function stack(
  area: Area,
  rows: readonly Row[],
  { centered = false, top = false } = {},
): string {
  const fitted = rows
    .filter(({ text }) => text !== '')
    .map((row, index) => ({
      ...row,
      gap: index === 0 ? 0 : row.gap,
      lines: fit(row.text, { ...row.box, width: area.width }),
    }));
  const height = fitted.reduce((sum, { lines, gap }) => sum + gap + textHeight(lines), 0);
  let y = top ? area.y : area.y + Math.max(0, Math.round((area.height - height) / 2));
  return fitted
    .map(({ lines, gap, color, weight }) => {
      const block = textBlock({ x: area.x, y: y + gap, width: area.width }, lines, {
        color,
        weight,
        centered,
      });
      y += gap + textHeight(lines);
      return block;
    })
    .join('');
}

/** The complete banner: the picture with its content on top. */
export function banner(frame: Frame, theme: Theme, content: string): string {
  const { width, height } = frame;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${theme.art(frame)}</svg>`;
  const art = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return `<!doctype html><html><head><style>body { margin: 0; }</style></head><body><div style="position: relative; width: ${width}px; height: ${height}px; overflow: hidden; font-family: Inter;"><img src="${art}" width="${width}" height="${height}" style="${at({ x: 0, y: 0, width, height })}">${content}</div></body></html>`;
}

/** Text broken into lines that fit. */
interface FittedText {
  /** Pixels. */
  fontSize: number;
  lines: string[];
}

interface Box {
  /** Pixels. */
  width: number;
  lines: number;
  /** Font sizes to try, largest first. */
  sizes: readonly number[];
}

/** Widths of Inter's bold letters as shares of the font size, rounded up a little. */
function letterWidth(letter: string): number {
  if (/[iIl.,:;'’|!j]/.test(letter)) return 0.33;
  if (/[\sftr()[\]/-]/.test(letter)) return 0.42;
  if (/[mwMW@%&—…]/.test(letter)) return 0.95;
  if (/[A-Z0-9$+]/.test(letter)) return 0.72;
  return /[a-z]/.test(letter) ? 0.61 : 0.78;
}

const segmenter = new Intl.Segmenter('en');
const splitLetters = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const textWidth = (text: string): number =>
  splitLetters(text).reduce((sum, letter) => sum + letterWidth(letter), 0);

/** The same number of lines, as even as possible, to avoid a single word on the last line. */
function balanced(text: string, most: number): string[] {
  const lines = breakLines(text, most);
  let width = most;
  while (width > 1) {
    const narrower = breakLines(text, width - 0.2);
    if (narrower.length > lines.length || narrower.some((line) => textWidth(line) > width - 0.2))
      break;
    width -= 0.2;
  }
  return breakLines(text, width);
}

/** Breaks between words and fills each line; a word that is too long gets its own line. */
function breakLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** As much of the text as fits, with an ellipsis. */
function cut(text: string, most: number): string {
  let [kept, used] = ['', letterWidth('…')];
  for (const letter of splitLetters(text)) {
    used += letterWidth(letter);
    if (kept !== '' && used > most) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in the largest size that fits; in the smallest size, its end is cut. */
export function fit(text: string, { width, lines, sizes }: Box): FittedText {
  const tidy = text.trim().replace(/\s+/g, ' ');
  for (const fontSize of sizes) {
    const broken = balanced(tidy, width / fontSize);
    if (broken.length <= lines && broken.every((line) => textWidth(line) <= width / fontSize))
      return { fontSize, lines: broken };
  }
  const fontSize = sizes.at(-1) ?? 12;
  const most = width / fontSize;
  const broken = breakLines(tidy, most).slice(0, lines);
  const rest = tidy.slice(broken.slice(0, -1).join(' ').length).trim();
  const last = textWidth(rest) > most ? cut(rest, most) : rest;
  return {
    fontSize,
    lines: [
      ...broken.slice(0, -1).map((line) => (textWidth(line) > most ? cut(line, most) : line)),
      last,
    ],
  };
}
