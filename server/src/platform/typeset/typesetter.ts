import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Typst from '@myriaddreamin/typst-ts-node-compiler';
import { mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';

const require = createRequire(import.meta.url);
const fonts = (): Buffer[] =>
  [
    require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  ].map((path) => readFileSync(path));

/** Compilations after which an unused intermediate result is forgotten. */
const memory = 10;

/** Nothing is there, so a layout reads no file but those that are handed in. */
const noFolder = '/var/empty/lintel';

/**
 * Sets one layout (Typst) with changing data as PDF. The compiler is made with the first document
 * and kept warm. One document at a time, some milliseconds each, on the calling thread.
 */
export class Typesetter {
  readonly #layout: string;
  #warm: Typst.NodeCompiler | undefined;

  constructor(layout: string) {
    this.#layout = layout;
  }

  get #compiler(): Typst.NodeCompiler {
    if (this.#warm !== undefined) return this.#warm;
    // Loaded here, because a server that sets nothing needs none of it.
    const { NodeCompiler }: typeof Typst = require('@myriaddreamin/typst-ts-node-compiler');
    const fontArgs = [{ fontBlobs: fonts() }];
    this.#warm = NodeCompiler.create({ workspace: noFolder, fontArgs });
    return this.#warm;
  }

  /**
   * The PDF of the layout, which finds `data` as JSON in its input `data` and `files` by their
   * names. Throws when the layout cannot be set with them.
   */
  pdf(data: object, files: Readonly<Record<string, Buffer>>, at: Date): Buffer {
    const compiler = this.#compiler;
    for (const [name, bytes] of Object.entries(files))
      compiler.mapShadow(`${noFolder}/${name}`, bytes);
    try {
      const compiled = compiler.compile({
        mainFileContent: this.#layout,
        inputs: { data: JSON.stringify(data) },
      });
      const document = compiled.result;
      if (document === null)
        throw new Error(`The document could not be set: ${reasonOf(compiled.takeError())}`);
      return compiler.pdf(document, { creationTimestamp: Math.floor(at.getTime() / 1000) });
    } finally {
      for (const name of Object.keys(files)) compiler.unmapShadow(`${noFolder}/${name}`);
      compiler.evictCache(memory);
    }
  }
}

const reasonOf = (error: { shortDiagnostics: unknown[] } | null): string =>
  JSON.stringify(error?.shortDiagnostics ?? 'unknown');

/**
 * A Typst function `words`: a word of this many characters or more may be broken anywhere. What may
 * be broken there is a space without width and without a character, so that what somebody copies
 * from the PDF is what was typed.
 */
export const longWords = (characters: number): string => String.raw`
#let long-word = regex("\S{${characters},}")
#let words(text) = {
  let at = 0
  for found in text.matches(long-word) {
    text.slice(at, found.start)
    found.text.clusters().join(h(0pt))
    at = found.end
  }
  text.slice(at)
}
`;

/**
 * Control characters, halves of characters, and what turns the direction of a text, so that a
 * document reads as what it does not say.
 */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The same with its texts' invisible characters taken out. */
export const visible = <Value>(value: Value): Value =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts change, and stay texts
  withoutUnseen(value) as Value;

function withoutUnseen(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unseen, '');
  if (Array.isArray(value)) return value.map(withoutUnseen);
  return isRecord(value) ? mapValues(value, withoutUnseen) : value;
}
