import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export interface InstalledPackage {
  /** The file that `require` loads. */
  main: string;
  folder: string;
  version: string;
}

/**
 * A package's folder and version, even when it doesn't export its `package.json`. Throws when it
 * isn't installed.
 */
export function installedPackage(name: string, entry = name): InstalledPackage {
  const main = require.resolve(entry);
  for (let folder = dirname(main); folder !== dirname(folder); folder = dirname(folder)) {
    const found = readManifest(folder);
    if (found?.name === name) return { main, folder, version: found.version };
  }
  throw new Error(`No package.json of ${name} was found`);
}

interface Manifest {
  name?: string;
  version: string;
}

function readManifest(folder: string): Manifest | null {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return manifest;
  } catch {
    return null;
  }
}

/** Increment when the renderer's own output changes. */
const ownVersion = 1;

/** The engines' versions: the same input gives the same result while these stay the same. */
export interface EngineVersions {
  chromium: string;
  takumi: string;
  pdfium: string;
}

export function engineVersions(source: { identity: string }): EngineVersions {
  const fonts = packageVersion(
    '@fontsource/inter',
    '@fontsource/inter/files/inter-latin-400-normal.woff2',
  );
  const common = `${ownVersion} ${fonts}`;
  return {
    chromium: `${common} ${source.identity} ${packageVersion('playwright-core')}`,
    takumi: `${common} ${packageVersion('@takumi-rs/core')} ${packageVersion('@takumi-rs/helpers', '@takumi-rs/helpers/html')}`,
    pdfium: `${ownVersion} ${packageVersion('@hyzyla/pdfium')}`,
  };
}

const packageVersion = (name: string, entry?: string): string =>
  `${name}@${installedPackage(name, entry).version}`;
