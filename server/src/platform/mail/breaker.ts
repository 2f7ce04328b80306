/**
 * How long nobody is asked after `failures` failures in a row, in milliseconds; doubled each time.
 */
export interface Rest {
  failures: number;
  shortest: number;
  longest: number;
}

const usual: Rest = { failures: 3, shortest: 15_000, longest: 300_000 };

/** The call was not made, because earlier ones just failed again and again. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/**
 * Keeps callers from waiting for a server that does not answer. After some failures in a row nobody
 * calls it for a while; then a single caller tries, and the others follow only when it succeeds.
 */
export class Breaker {
  #reason = '';
  readonly #rest: Rest;
  #failures = 0;
  #restsUntil = 0;
  #isTrying = false;

  constructor(rest: Rest = usual) {
    this.#rest = rest;
  }

  /**
   * Calls, unless the breaker is open. Throws what `work` throws, which counts as a failure, or
   * `NotAsked`.
   */
  async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    const isOpen = this.#failures >= this.#rest.failures;
    if (isOpen && (this.#isTrying || performance.now() < this.#restsUntil))
      throw new NotAsked(
        `${this.#reason} (${this.#failures} times in a row, so this message was not tried)`,
      );
    this.#isTrying = isOpen;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      this.#reason = (error as Error).message;
      const { failures, shortest, longest } = this.#rest;
      if (this.#failures >= failures)
        this.#restsUntil =
          performance.now() + Math.min(shortest * 2 ** (this.#failures - failures), longest);
      throw error;
    } finally {
      if (isOpen) this.#isTrying = false;
    }
  }
}
