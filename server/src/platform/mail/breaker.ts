/**
 * How long nobody is asked after `failures` failures in a row, in milliseconds: each time twice as
 * long.
 */
export interface Rest {
  failures: number;
  shortest: number;
  longest: number;
}

const usual: Rest = { failures: 3, shortest: 15_000, longest: 300_000 };

/** Was not even asked, because it failed again and again a moment ago. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/**
 * Keeps us from waiting again and again for somebody who does not answer. After some failures in a
 * row nobody asks for a while; then one asks, the others not, and only when that one gets an answer
 * do all ask again.
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
   * Asks, unless this is no time to. Throws what `work` throws, which counts as no answer, or
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
