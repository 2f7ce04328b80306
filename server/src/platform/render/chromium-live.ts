import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';
import type { Logger } from 'pino';
import type { ChromiumSource } from './chromium-binary.ts';
import { launchChromium, processesOf, type BrowserProcess } from './chromium-launch.ts';
import { endProcess, memoryOf, processorTimeOf, watchMemory } from '../helper/process-usage.ts';

export interface LiveOptions {
  /** In bytes, of all its processes together. */
  memoryLimit: number;
  log: Logger;
}

/** A browser that runs, how much it is used, and its memory, which is watched while it is. */
export class LiveChromium {
  readonly browser: Browser;
  readonly pid: number;
  readonly #session: CDPSession;
  readonly #memoryLimit: number;
  readonly #log: Logger;
  /** Whether a page was ended because of the memory. */
  exceeded = false;
  /** Whether it is closing, or was ended. */
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

  /** Bytes that all its processes hold now; nothing once it has ended. */
  async memory(): Promise<number> {
    const processes = await this.#processes().catch(() => []);
    return memoryOf(processes.map(({ pid }) => pid));
  }

  /**
   * Milliseconds of processor time that each of its processes has used. One that is stuck tells
   * nothing in time: then there are none.
   */
  async work(): Promise<Map<number, number>> {
    const found = this.#processes().catch((): BrowserProcess[] => []);
    const processes = await Promise.race([found, setTimeout(1000, [], { ref: false })]);
    return new Map(
      await Promise.all(
        processes.map(async ({ pid }) => [pid, await processorTimeOf(pid)] as const),
      ),
    );
  }

  /** Asks the browser to close, and ends it when it does not. */
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
    return processesOf(this.#session);
  }

  async #endLargest(): Promise<void> {
    this.exceeded = true;
    const processes = await this.#processes().catch(() => []);
    const sized = await Promise.all(
      processes.map(async (one) => ({ ...one, bytes: await memoryOf([one.pid]) })),
    );
    const [largest] = sized.sort((a, b) => b.bytes - a.bytes);
    this.#log.warn({ process: largest }, 'a rendering took too much memory and was ended');
    if (largest) endProcess(largest.type === 'renderer' ? largest.pid : this.pid);
  }
}

/** Launches a browser. Throws what the launch throws. */
export async function startChromium(
  source: ChromiumSource,
  options: LiveOptions,
): Promise<LiveChromium> {
  const browser = await launchChromium(source);
  const session = await browser.newBrowserCDPSession();
  const [own] = await processesOf(session);
  return new LiveChromium(browser, session, own?.pid ?? 0, options);
}
