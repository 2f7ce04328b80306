import { setTimeout as sleep } from 'node:timers/promises';

/** The limit of parallel calls of each kind; more callers leave. */
const mostAtOnce = 6;

export const asJson = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Callers of a running server who retry on request, and their outcomes. */
export class OpenLoad {
  readonly #base: string;
  readonly #answered = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #calls = 0;
  #isEnough = false;
  /** Responses that are neither successful nor 503 with a retry time. */
  readonly odd: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  /** The number of successful responses of a kind. */
  answered(kind: string): number {
    return this.#answered.get(kind) ?? 0;
  }

  /** The number of calls of a kind that got a 503 with a retry time. */
  refused(kind: string): number {
    return this.#refused.get(kind) ?? 0;
  }

  /**
   * Calls until it isn't asked to retry, each time from another address; resolves to the response's
   * JSON, or to an empty record for an unexpected response.
   */
  async call(kind: string, path: string, request: RequestInit = {}): Promise<unknown> {
    for (;;) {
      this.#calls += 1;
      const headers = new Headers(request.headers);
      headers.set('x-forwarded-for', `10.2.${this.#calls >> 8}.${this.#calls & 255}`);
      const answer = await fetch(`${this.#base}${path}`, { ...request, headers });
      const again = Number(answer.headers.get('retry-after'));
      if (answer.status === 200) {
        this.#answered.set(kind, this.answered(kind) + 1);
        return answer.json();
      }
      if (answer.status !== 503 || !(again > 0)) {
        this.odd.push(`${kind} ${path}: ${answer.status} ${await answer.text()}`);
        return {};
      }
      this.#refused.set(kind, this.refused(kind) + 1);
      await sleep(again * 1000);
    }
  }

  /**
   * Starts `work` at an interval in milliseconds, regardless of unfinished runs, until it is
   * `enough`; resolves when all runs have ended.
   */
  async begin(pace: number, work: () => Promise<unknown>): Promise<void> {
    const begun = new Set<Promise<unknown>>();
    while (!this.#isEnough) {
      if (begun.size < mostAtOnce) {
        const one = work().finally(() => begun.delete(one));
        begun.add(one);
      }
      await sleep(pace);
    }
    await Promise.all(begun);
  }

  enough(): void {
    this.#isEnough = true;
  }
}
