import type { Database } from './connect.ts';

/** How long an answer is told again, in milliseconds. */
export const keptFor = 60_000;

interface Answer {
  at: number;
  answer: Promise<unknown>;
}

/** Answers that are told again for a minute, by the question; the oldest are dropped first. */
export class KeptAnswers {
  /** By the database, because a process may have several. */
  readonly #known = new WeakMap<Database, Map<string, Answer>>();
  readonly #atMost: number;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  #of(db: Database): Map<string, Answer> {
    const answers = this.#known.get(db) ?? new Map<string, Answer>();
    this.#known.set(db, answers);
    return answers;
  }

  /** An answer that is not older than a minute, or undefined. The key must say whose it is. */
  get<Value>(db: Database, key: string, now: Date): Promise<Value> | undefined {
    const kept = this.#of(db).get(key);
    if (kept === undefined || Math.abs(now.getTime() - kept.at) >= keptFor) return undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key stands for one question
    return kept.answer as Promise<Value>;
  }

  /** Keeps an answer for a minute, so that everybody who asks the same meanwhile waits for one. */
  keep<Value>(db: Database, key: string, now: Date, answer: Promise<Value>): Promise<Value> {
    const answers = this.#of(db);
    const kept = { at: now.getTime(), answer };
    answers.delete(key);
    answers.set(key, kept);
    for (const oldest of answers.keys()) {
      if (answers.size <= this.#atMost) break;
      answers.delete(oldest);
    }
    // Nobody else should get the same failure.
    answer.catch(() => answers.get(key) === kept && answers.delete(key));
    return answer;
  }

  /** An answer that need not stay: it was small. */
  drop(db: Database, key: string): void {
    this.#of(db).delete(key);
  }
}

/** Numbers, which are small. */
export const keptNumbers = new KeptAnswers(500);
