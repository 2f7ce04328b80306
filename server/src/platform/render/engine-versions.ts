import type { ChromiumSource } from './chromium-binary.ts';
import { installedPackage } from './installed-package.ts';

/** Rises when the renderer itself comes to draw something differently. */
const ownVersion = 1;

/**
 * What draws, each with its version: the same input gives the same result as long as these stay.
 */
export interface EngineVersions {
  chromium: string;
  takumi: string;
  pdfium: string;
}

export function engineVersions(source: ChromiumSource): EngineVersions {
  const fonts = versionOf(
    '@fontsource/inter',
    '@fontsource/inter/files/inter-latin-400-normal.woff2',
  );
  const common = `${ownVersion} ${fonts}`;
  return {
    chromium: `${common} ${source.identity} ${versionOf('playwright-core')}`,
    takumi: `${common} ${versionOf('@takumi-rs/core')} ${versionOf('@takumi-rs/helpers', '@takumi-rs/helpers/html')}`,
    pdfium: `${ownVersion} ${versionOf('@hyzyla/pdfium')}`,
  };
}

const versionOf = (name: string, entry?: string): string =>
  `${name}@${installedPackage(name, entry).version}`;
