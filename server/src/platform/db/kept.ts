import type { Database } from './connect.ts';

/** How long an answer is told again, in milliseconds. */
export const keptFor = 60_000;
/** How many answers are kept; the oldest is dropped first. */
const keptAtMost = 500;

interface Kept {
  at: number;
  answer: Promise<unknown>;
}

/** By the database, because a process may have several, and the question. */
const known = new WeakMap<Database, Map<string, Kept>>();

const keptOf = (db: Database): Map<string, Kept> => {
  const answers = known.get(db) ?? new Map<string, Kept>();
  known.set(db, answers);
  return answers;
};

/** An answer that is not older than a minute, or undefined. The key must say whose it is. */
export function keptAnswer<Answer>(
  db: Database,
  key: string,
  now: Date,
): Promise<Answer> | undefined {
  const kept = keptOf(db).get(key);
  if (kept === undefined || Math.abs(now.getTime() - kept.at) >= keptFor) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key stands for one question
  return kept.answer as Promise<Answer>;
}

/** Keeps an answer for a minute, so that everybody who asks the same meanwhile waits for one. */
export function keepAnswer<Answer>(
  db: Database,
  key: string,
  now: Date,
  answer: Promise<Answer>,
): Promise<Answer> {
  const answers = keptOf(db);
  const kept = { at: now.getTime(), answer };
  answers.delete(key);
  answers.set(key, kept);
  for (const oldest of answers.keys()) {
    if (answers.size <= keptAtMost) break;
    answers.delete(oldest);
  }
  // Nobody else should get the same failure.
  answer.catch(() => answers.get(key) === kept && answers.delete(key));
  return answer;
}

/** An answer that need not stay: it was small. */
export const dropAnswer = (db: Database, key: string): void => void keptOf(db).delete(key);
