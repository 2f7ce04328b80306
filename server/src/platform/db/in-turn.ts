import type { Database } from './connect.ts';

interface Waiting {
  answer: Promise<unknown>;
  begin: () => void;
}

/**
 * Questions that cost the database much: so many at once, the others wait in turn, so that they do
 * not hold every connection. Who asks what somebody waits to ask already gets the same answer: it
 * has not begun, so it sees all that was written before.
 */
export class InTurn {
  readonly #atOnce: number;
  /** By the database, because a process may have several. */
  readonly #lines = new WeakMap<Database, { running: number; waiting: Map<string, Waiting> }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** `question` says all that the answer depends on. */
  async ask<Answer>(db: Database, question: string, work: () => Promise<Answer>): Promise<Answer> {
    const line = this.#lines.get(db) ?? { running: 0, waiting: new Map<string, Waiting>() };
    this.#lines.set(db, line);
    const same = line.waiting.get(question);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a question stands for one kind of answer
    if (same) return same.answer as Promise<Answer>;
    const run = async (): Promise<Answer> => {
      line.running += 1;
      try {
        return await work();
      } finally {
        line.running -= 1;
        const [next] = line.waiting;
        if (next) {
          line.waiting.delete(next[0]);
          next[1].begin();
        }
      }
    };
    if (line.running < this.#atOnce) return run();
    const answer = new Promise<void>((begin) => {
      line.waiting.set(question, { begin, answer: Promise.resolve() });
    }).then(run);
    const waiting = line.waiting.get(question);
    if (waiting) waiting.answer = answer;
    return answer;
  }
}
