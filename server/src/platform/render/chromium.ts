import type { ChromiumSource } from './chromium-binary.ts';
import { startChromium, type LiveChromium, type LiveOptions } from './chromium-live.ts';
import { limits } from './limits.ts';
import { RenderError } from './render-error.ts';

/**
 * One warm browser: launched on demand, relaunched after a crash, and replaced when it has rendered
 * many pages or holds too much memory. A page with runaway memory is killed.
 */
export class Chromium {
  readonly #source: ChromiumSource;
  readonly #options: LiveOptions;
  /** The one that takes new pages; older ones may still be finishing theirs. */
  #current: Promise<LiveChromium> | null = null;
  #newest: LiveChromium | null = null;
  readonly #all = new Set<LiveChromium>();
  #launches = 0;
  #drawn = 0;
  #closed = false;

  constructor(source: ChromiumSource, options: LiveOptions) {
    this.#source = source;
    this.#options = options;
  }

  /**
   * Runs `work` with a browser. Throws `failed` when none can be launched, `too_large` when the
   * work used too much memory.
   */
  async use<Result>(work: (live: LiveChromium) => Promise<Result>): Promise<Result> {
    const live = await this.#running();
    live.enter();
    try {
      return await work(live);
    } catch (error) {
      throw live.exceeded && !(error instanceof RenderError) ? tooMuchMemory() : error;
    } finally {
      this.#drawn += 1;
      if (live.ended) this.#retire(live);
      void this.#release(live);
    }
  }

  /** `pid` is the browser's process, null when none runs. */
  stats(): { pid: number | null; launches: number; drawn: number } {
    return { pid: this.#newest?.pid ?? null, launches: this.#launches, drawn: this.#drawn };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#current?.catch(() => null);
    await Promise.all([...this.#all].map((live) => live.end()));
  }

  async #running(): Promise<LiveChromium> {
    if (this.#closed) throw new RenderError('failed', 'The renderer is closed');
    const launching = (this.#current ??= this.#launch());
    try {
      return await launching;
    } catch (error) {
      if (this.#current === launching) this.#current = null;
      this.#options.log.error(
        { err: error },
        'the browser that draws pictures and documents cannot be started',
      );
      throw new RenderError(
        'failed',
        'The browser that draws pictures and documents cannot be started',
        { cause: error },
      );
    }
  }

  async #launch(): Promise<LiveChromium> {
    this.#launches += 1;
    const live = await startChromium(this.#source, this.#options);
    this.#all.add(live);
    this.#newest = live;
    live.browser.on('disconnected', () => {
      live.stopWatching();
      this.#all.delete(live);
      this.#retire(live);
    });
    return live;
  }

  /** It takes no more pages. */
  #retire(live: LiveChromium): void {
    if (live === this.#newest) this.#current = this.#newest = null;
  }

  async #release(live: LiveChromium): Promise<void> {
    live.leave();
    const memory = await live.memory();
    const keeps = limits.chromiumIdleMemory * (1 + live.inUse / 2);
    if (live.exceeded || live.drawn >= limits.chromiumRenderings || memory > keeps)
      this.#retire(live);
    if (live !== this.#newest && live.inUse === 0) await live.end();
  }
}

const tooMuchMemory = (): RenderError =>
  new RenderError('too_large', 'The page needs more memory than allowed');
