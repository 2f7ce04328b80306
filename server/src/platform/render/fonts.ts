import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedPackage } from './versions.ts';

const family = 'Inter';
const weights = [400, 500, 600, 700, 800] as const;
const subsets = ['latin', 'latin-ext'] as const;

interface Face {
  weight: number;
  /** CSS syntax: `U+0000-00FF,U+0131`. */
  unicodeRange: string;
  bytes: Buffer;
}

function readFaces(): Face[] {
  const { folder } = installedPackage(
    '@fontsource/inter',
    '@fontsource/inter/files/inter-latin-400-normal.woff2',
  );
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'unicode.json'), 'utf8'),
  );
  return weights.flatMap((weight) =>
    subsets.map((subset) => ({
      weight,
      unicodeRange: ranges[subset] ?? 'U+0-10FFFF',
      bytes: readFileSync(join(folder, `files/inter-${subset}-${weight}-normal.woff2`)),
    })),
  );
}

/**
 * Inter in five weights as `@font-face` rules with embedded fonts, for pages that can't load
 * anything.
 */
export function fontFaceRules(): string {
  return readFaces()
    .map(
      ({ weight, unicodeRange, bytes }) =>
        `@font-face{font-family:${family};font-style:normal;font-weight:${weight};font-display:block;` +
        `src:url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2');unicode-range:${unicodeRange}}`,
    )
    .join('\n');
}

export interface FontFace {
  name: string;
  weight: number;
  style: 'normal';
  /** Inclusive. */
  unicodeRange: [from: number, to: number][];
  data: Buffer;
}

/** The same fonts as bytes, for other engines. */
export function fontFaces(): FontFace[] {
  return readFaces().map(({ weight, unicodeRange, bytes }) => ({
    name: family,
    weight,
    style: 'normal',
    unicodeRange: unicodeRange.split(',').map(parseRange),
    data: bytes,
  }));
}

function parseRange(text: string): [number, number] {
  const [from = '0', to = from] = text.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
