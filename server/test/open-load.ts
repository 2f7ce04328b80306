import { setTimeout as sleep } from 'node:timers/promises';

/** So many of each kind are under way at once: whoever comes then goes away again. */
const mostAtOnce = 6;

export const asJson = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Callers of a running server who come again when they are told to, and what became of them. */
export class OpenLoad {
  readonly #base: string;
  readonly #answered = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  #calls = 0;
  #isEnough = false;
  /** Answers that are neither good nor 503 with the time to come back. */
  readonly odd: string[] = [];

  constructor(base: string) {
    this.#base = base;
  }

  /** How often callers of a kind were answered. */
  answered(kind: string): number {
    return this.#answered.get(kind) ?? 0;
  }

  /** How often callers of a kind were told to come again. */
  refused(kind: string): number {
    return this.#refused.get(kind) ?? 0;
  }

  /**
   * Calls until it is not told to come again, each time from another address; resolves to the
   * answer's JSON, or to an empty record for an odd one.
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
   * Begins `work` at a pace in milliseconds, whether what began before has ended or not, until it is
   * `enough`; resolves when all that began has ended.
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
