import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { installedPackage, type InstalledPackage } from './versions.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];

export interface ChromiumBinary {
  path: string;
  /** Environment variables for its processes. */
  env: Record<string, string>;
}

/** The browser's origin. `identity` identifies a browser without starting it. */
export type ChromiumSource =
  | { kind: 'installed'; path: string; identity: string }
  | { kind: 'packed'; package: InstalledPackage; folder: string; identity: string }
  | { kind: 'missing'; identity: 'none' };

/**
 * The named Chromium, or else an installed one, the one from npm (Linux on x64) unpacked below
 * `cacheDir`, or none: the rest of the product works without it. Throws an `Error` for the operator
 * when the named one is missing.
 */
export function findChromium(named: string | undefined, cacheDir: string): ChromiumSource {
  const path = named ?? usualPlaces.find((place) => existsSync(place));
  if (path !== undefined) return { kind: 'installed', path, identity: binaryIdentity(path) };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { kind: 'missing', identity: 'none' };
  const packed = installedPackage('@sparticuz/chromium');
  const name = `chromium-${packed.version}`;
  return { kind: 'packed', package: packed, folder: join(cacheDir, name), identity: name };
}

function binaryIdentity(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${path}:${size}:${mtimeMs}`;
  } catch {
    throw new Error(`There is no Chromium at ${path}`);
  }
}

/** The program to launch. A packed one is unpacked once for all processes that share the folder. */
export async function prepareChromium(source: ChromiumSource): Promise<ChromiumBinary> {
  if (source.kind === 'installed') return { path: source.path, env: {} };
  if (source.kind === 'missing')
    throw new Error('No Chromium was found: install Chrome or Chromium, or set CHROMIUM_PATH');
  const { folder } = source;
  if (!existsSync(join(folder, 'chromium'))) await unpack(source.package, folder);
  await nameFonts(folder);
  // A bare Debian lacks NSS, NSPR, and expat, and may have no fonts: the package includes them.
  const libraries = [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']]
    .filter(Boolean)
    .join(':');
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** The timeout for printing its version, in milliseconds. */
const patience = 30_000;

/**
 * Prepares the browser and checks its version, so that the operator sees at startup when it is
 * missing or can't run. Throws the reason.
 */
export async function tryChromium(source: ChromiumSource): Promise<void> {
  const { path, env } = await prepareChromium(source);
  // On Windows it would open a window instead.
  if (process.platform === 'win32') return;
  const { PATH = '', HOME = '' } = process.env;
  await promisify(execFile)(path, ['--version'], {
    env: { PATH, HOME, ...env },
    timeout: patience,
  });
}

/** In a separate process, because the package decides at import what to unpack, and where. */
const unpackProgram = `
  const { default: chromium } = await import(process.env.PACKAGE);
  await (chromium.default ?? chromium).executablePath();`;

/**
 * Unpacked to a temporary folder and then renamed, so that it is there completely or not at all.
 */
async function unpack({ main }: InstalledPackage, folder: string): Promise<void> {
  const parent = join(folder, '..');
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent);
  const partial = await mkdtemp(join(parent, 'unpacking-'));
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    HOME: partial,
    TMPDIR: partial,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
    PACKAGE: pathToFileURL(main).href,
  };
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpackProgram], {
      env,
    });
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process was first; its folder is just as good.
    if (!existsSync(join(folder, 'chromium')))
      throw new Error('Chromium could not be unpacked', { cause: error });
  }
}

/** Fontconfig requires absolute paths, and the folder may have moved since it was unpacked. */
async function nameFonts(folder: string): Promise<void> {
  const path = join(folder, 'fonts.conf');
  const config = fontConfig(folder);
  if ((await readFile(path, 'utf8').catch(() => '')) !== config) await writeFile(path, config);
}

const fontConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;

/** Left by processes that were killed during unpacking. */
async function removeLeftovers(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith('unpacking-'));
  for (const path of names.map((name) => join(parent, name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > 600_000) await rm(path, { recursive: true, force: true });
  }
}
