import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Typst from '@myriaddreamin/typst-ts-node-compiler';
import { mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';

const require = createRequire(import.meta.url);
/** Packages whose `exports` hide their fonts are located by their main file, in `dist`. */
const besideMain = (name: string, file: string): string =>
  join(dirname(require.resolve(name)), '../fonts', file);

/** The fonts of paper documents, by family, independent of the machine's fonts (ADR 0050). */
const fontFiles: Readonly<Record<string, () => string[]>> = {
  Inter: () => [
    require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  ],
  'Noto Sans Hans': () => [besideMain('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf')],
  'Noto Sans KR': () => [besideMain('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf')],
  'Noto Naskh Arabic': () => [besideMain('@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf')],
  'Noto Sans Hebrew': () => [besideMain('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf')],
  'Noto Sans Thai': () => [
    require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  ],
  'Noto Sans Devanagari': () => [
    require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  ],
  'Noto Emoji': () => [
    require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  ],
};

/** The `font` value of layouts: each character uses the first family that has it. */
export const paperFonts = `(${Object.keys(fontFiles)
  .map((family) => `"${family}"`)
  .join(', ')})`;

/** Compilations after which an unused intermediate result is dropped. */
const memory = 10;

/** An empty folder, so a layout can read only the files passed in. */
const noFolder = '/var/empty/lintel';

let warm: Typst.NodeCompiler | undefined;

/**
 * The compiler for all layouts, so that the fonts are in memory once. Loaded with the first
 * document.
 */
function compilerWithFonts(): Typst.NodeCompiler {
  if (warm !== undefined) return warm;
  const { NodeCompiler }: typeof Typst = require('@myriaddreamin/typst-ts-node-compiler');
  const fontBlobs = Object.values(fontFiles)
    .flatMap((files) => files())
    .map((path) => readFileSync(path));
  warm = NodeCompiler.create({ workspace: noFolder, fontArgs: [{ fontBlobs }] });
  return warm;
}

/**
 * Typesets a Typst layout with data as PDF. One document at a time, some milliseconds each, on the
 * calling thread.
 */
export class Typesetter {
  readonly #layout: string;

  constructor(layout: string) {
    this.#layout = layout;
  }

  /**
   * The layout's PDF, with `data` as JSON in its input `data` and `files` by name. Throws when
   * typesetting fails.
   */
  pdf(data: object, files: Readonly<Record<string, Buffer>>, at: Date): Buffer {
    const compiler = compilerWithFonts();
    for (const [name, bytes] of Object.entries(files))
      compiler.mapShadow(`${noFolder}/${name}`, bytes);
    try {
      const compiled = compiler.compile({
        mainFileContent: this.#layout,
        inputs: { data: JSON.stringify(data) },
      });
      const document = compiled.result;
      if (document === null)
        throw new Error(`The document could not be typeset: ${errorReason(compiled.takeError())}`);
      return compiler.pdf(document, { creationTimestamp: Math.floor(at.getTime() / 1000) });
    } finally {
      for (const name of Object.keys(files)) compiler.unmapShadow(`${noFolder}/${name}`);
      compiler.evictCache(memory);
    }
  }
}

const errorReason = (error: { shortDiagnostics: unknown[] } | null): string =>
  JSON.stringify(error?.shortDiagnostics ?? 'unknown');

/**
 * A Typst function `words`: a word of this many characters or more may be broken anywhere, because
 * each of its characters is a box of its own; copied from the PDF, it is what was typed. Scripts
 * without spaces between words have their own rules for line breaks.
 */
export const longWords = (characters: number): string => String.raw`
#let long-word = regex("[^\s\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]{${characters},}")
#let words(text) = {
  let at = 0
  for found in text.matches(long-word) {
    text.slice(at, found.start)
    found.text.clusters().map(one => box(one)).join()
    at = found.end
  }
  text.slice(at)
}
`;

/**
 * Control characters, surrogate halves, and direction overrides, which could make a document read
 * differently.
 */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The same value without invisible characters in its texts. */
export const visible = <Value>(value: Value): Value =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts change, and stay texts
  withoutUnseen(value) as Value;

function withoutUnseen(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unseen, '');
  if (Array.isArray(value)) return value.map(withoutUnseen);
  return isRecord(value) ? mapValues(value, withoutUnseen) : value;
}
