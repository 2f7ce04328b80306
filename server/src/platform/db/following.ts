import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What belongs to a run and to whatever it calls, as long as there are runs that have something:
 * following costs each promise of the process a little, so it ends with the last of them.
 */
export class Following<Thing> {
  readonly #storage = new AsyncLocalStorage<Thing>();
  #runs = 0;

  get current(): Thing | undefined {
    return this.#storage.getStore();
  }

  /** Begins a run, which has ended once `end` is called. */
  begin(thing: Thing, run: () => void): void {
    this.#runs += 1;
    this.#storage.run(thing, run);
  }

  end(): void {
    this.#runs -= 1;
    if (this.#runs === 0) this.#storage.disable();
  }

  async during<Result>(thing: Thing, run: () => Promise<Result>): Promise<Result> {
    this.#runs += 1;
    try {
      return await this.#storage.run(thing, run);
    } finally {
      this.end();
    }
  }
}
