import type { Browser, CDPSession } from 'playwright-core';
import { prepareChromium, type ChromiumSource } from './chromium-binary.ts';

/**
 * Not the package's own list, which turns web security off. Names resolve to nothing and the only
 * proxy is a closed port: were a request ever to leave the page in spite of everything else, it
 * would find no way out.
 */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

/** Chromium's own sandbox cannot run as root. */
const sandboxed = process.getuid?.() !== 0;

/**
 * A Chromium with all its layers of caution but those of each page. Nothing of this process'
 * environment reaches it but its search path.
 */
export async function launchChromium(source: ChromiumSource): Promise<Browser> {
  const { path, env } = await prepareChromium(source);
  // Read at the import. The packed browser, which never has a window, sometimes fails to take large
  // screenshots in the newer way; others wait without end in the older way when two pages are open.
  if (source.kind === 'packed') process.env['PLAYWRIGHT_LEGACY_SCREENSHOT'] ??= '1';
  const { chromium } = await import('playwright-core');
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  return await chromium.launch({
    executablePath: path,
    args,
    chromiumSandbox: sandboxed,
    env: { PATH, HOME, LANG: 'en_US.UTF-8', TZ: 'UTC', ...(TMPDIR && { TMPDIR }), ...env },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

export interface BrowserProcess {
  pid: number;
  type: string;
}

/** The operating system's processes of one browser, itself first. */
export async function processesOf(session: CDPSession): Promise<BrowserProcess[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .map(({ id, type }) => ({ pid: id, type }))
    .sort((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'));
}
