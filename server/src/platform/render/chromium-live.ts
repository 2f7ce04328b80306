import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';
import type { Logger } from 'pino';
import { endProcess, readMemory, readProcessorTime, watchMemory } from '../helper/process-usage.ts';
import { prepareChromium, type ChromiumSource } from './chromium-binary.ts';

export interface LiveOptions {
  /** In bytes, over all its processes. */
  memoryLimit: number;
  log: Logger;
}

/** A running browser with its usage and its memory, which is watched while in use. */
export class LiveChromium {
  readonly browser: Browser;
  readonly pid: number;
  readonly #session: CDPSession;
  readonly #memoryLimit: number;
  readonly #log: Logger;
  /** Whether a page was killed for its memory. */
  exceeded = false;
  /** Whether it is closing or was killed. */
  ended = false;
  inUse = 0;
  drawn = 0;
  #stopWatching = (): void => {};

  constructor(browser: Browser, session: CDPSession, pid: number, options: LiveOptions) {
    this.browser = browser;
    this.pid = pid;
    this.#session = session;
    this.#memoryLimit = options.memoryLimit;
    this.#log = options.log;
  }

  enter(): void {
    this.inUse += 1;
    if (this.inUse > 1) return;
    this.#stopWatching = watchMemory(
      async () => (await this.#processes()).map(({ pid }) => pid),
      this.#memoryLimit,
      () => this.#endLargest(),
    );
  }

  leave(): void {
    this.inUse -= 1;
    this.drawn += 1;
    if (this.inUse === 0) this.#stopWatching();
  }

  stopWatching(): void {
    this.#stopWatching();
  }

  /** Current bytes of all its processes; 0 after it has ended. */
  async memory(): Promise<number> {
    const processes = await this.#processes().catch(() => []);
    return readMemory(processes.map(({ pid }) => pid));
  }

  /**
   * CPU milliseconds of each of its processes. Empty when a stuck browser doesn't respond in time.
   */
  async work(): Promise<Map<number, number>> {
    const found = this.#processes().catch((): BrowserProcess[] => []);
    const processes = await Promise.race([found, setTimeout(1000, [], { ref: false })]);
    return new Map(
      await Promise.all(
        processes.map(async ({ pid }) => [pid, await readProcessorTime(pid)] as const),
      ),
    );
  }

  /** Closes the browser, and kills it when it doesn't respond. */
  async end(): Promise<void> {
    this.ended = true;
    this.#stopWatching();
    const closed = await Promise.race([
      this.browser.close().then(() => true),
      setTimeout(3000, false, { ref: false }),
    ]);
    if (!closed) endProcess(this.pid);
  }

  #processes(): Promise<BrowserProcess[]> {
    return listProcesses(this.#session);
  }

  async #endLargest(): Promise<void> {
    this.exceeded = true;
    const processes = await this.#processes().catch(() => []);
    const sized = await Promise.all(
      processes.map(async (one) => ({ ...one, bytes: await readMemory([one.pid]) })),
    );
    const [largest] = sized.toSorted((a, b) => b.bytes - a.bytes);
    this.#log.warn({ process: largest }, 'a rendering took too much memory and was stopped');
    if (largest) endProcess(largest.type === 'renderer' ? largest.pid : this.pid);
  }
}

/** Launches a browser. Rethrows launch errors. */
export async function startChromium(
  source: ChromiumSource,
  options: LiveOptions,
): Promise<LiveChromium> {
  const browser = await launchChromium(source);
  const session = await browser.newBrowserCDPSession();
  const [own] = await listProcesses(session);
  return new LiveChromium(browser, session, own?.pid ?? 0, options);
}

/**
 * Not the package's own list, which turns web security off. Names resolve to nothing and the only
 * proxy is a closed port: a request that escaped all other protections would find no way out.
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

/** Chromium's sandbox can't run as root. */
const sandboxed = process.getuid?.() !== 0;

/**
 * A Chromium with all protections except the per-page ones. It inherits only the search path from
 * this process's environment.
 */
async function launchChromium(source: ChromiumSource): Promise<Browser> {
  const { path, env } = await prepareChromium(source);
  // Read at import. The packed browser, which never has a window, sometimes fails to take large
  // screenshots in the newer mode; others hang in the older mode when two pages are open.
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

interface BrowserProcess {
  pid: number;
  type: string;
}

/** A browser's operating system processes, the main one first. */
async function listProcesses(session: CDPSession): Promise<BrowserProcess[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .map(({ id, type }) => ({ pid: id, type }))
    .toSorted((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'));
}
