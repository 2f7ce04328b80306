import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './stale.mjs';

const version = '143.0.4';
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
];
const folder = join(root, 'node_modules/.cache/lintel', `chromium-${version}`);

// Unpacks in a separate process: the package reads its environment variables at import.
const unpackProgram = `
  const { default: chromium } = await import('@sparticuz/chromium');
  process.stdout.write(await chromium.executablePath());`;

/** Unpacks the packed Chromium once, atomically. */
function unpack() {
  mkdirSync(join(folder, '..'), { recursive: true });
  const partial = mkdtempSync(join(folder, '..', 'unpacking-'));
  const env = {
    ...process.env,
    TMPDIR: partial,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
    HOME: partial,
  };
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', unpackProgram],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
  const fonts = readdirSync(partial).includes('fonts') ? join(folder, 'fonts') : folder;
  writeFileSync(
    join(partial, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>\n`,
  );
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another process was first; its folder is just as good.
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, an installed one, Playwright's own, or
 * the one from npm (Linux on x64).
 * @returns {{ path: string; env: Record<string, string> }}
 */
export function chromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { path: named, env: {} };
  const found = installed.find((path) => existsSync(path));
  if (found) return { path: found, env: {} };
  // The one that `npx playwright install chromium` downloads.
  const downloaded = createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
  if (existsSync(downloaded)) return { path: downloaded, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'No Chromium was found. Run "npx playwright install chromium", or set CHROMIUM_PATH.',
    );
  if (!existsSync(join(folder, 'chromium'))) unpack();
  const env = {
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return { path: join(folder, 'chromium'), env };
}

/** Chromium's sandbox doesn't work as root. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
