import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { Counter, Histogram } from 'prom-client';
import type { StartTimer } from '../helper/bounds.ts';
import { currentSpan, startCall } from '../observe/tracing.ts';
import type { Work } from './work.ts';

/** A statement without values, safe to log. */
export interface StatementSummary {
  fingerprint: string;
  text: string;
}

const longest = 2000;

/**
 * Removes a statement's literals and the number of placeholders in lists, so that statements that
 * differ in nothing else share a fingerprint.
 */
export function summarizeStatement(statement: string): StatementSummary {
  const text = statement
    // The first alternative that matches at a position wins.
    .replace(
      /\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|(?<![\w$])-?\d+(?:\.\d+)?(?!\w)/g,
      (found) => (found.startsWith('"') ? found : /^(--|\/\*)/.test(found) ? ' ' : '?'),
    )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /(?:\$\d+|\?|default)(?:::[\w[\]]+)?(?:, ?(?:\$\d+|\?|default)(?:::[\w[\]]+)?)+/gi,
      '...',
    )
    .replace(/\((?:\.\.\.|\$\d+|\?)\)(?:, ?\((?:\.\.\.|\$\d+|\?)\))+/g, '(...)')
    .slice(0, longest);
  return { text, fingerprint: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** The number of distinct statements kept: lists of all lengths would be endless. */
const remembered = 1000;

interface Slow extends StatementSummary {
  work: Work;
  count: number;
  longest: number;
  sum: number;
}

/** The number of slow statements logged immediately and in the summary, per minute. */
const bounds = { atOnce: 5, summary: 20, minute: 60_000 } as const;

interface WatchOptions {
  /** The threshold of slow statements in milliseconds; 0 for none. */
  slowMs?: number;
  log?: Logger | undefined;
  later?: StartTimer;
}

/**
 * Times a process's statements, adds them to traces, and logs slow ones: each immediately, then
 * once a minute with count and duration, within limits.
 */
export class StatementWatch {
  readonly durations = new Histogram({
    name: 'lintel_statement_duration_seconds',
    help: 'Duration of database statements, by kind of work.',
    labelNames: ['work'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [],
  });
  readonly slow = new Counter({
    name: 'lintel_slow_statements_total',
    help: 'Statements that took at least SLOW_STATEMENT_MS, by kind of work.',
    labelNames: ['work'],
    registers: [],
  });
  readonly #shown = new Map<string, StatementSummary>();
  readonly #slowMs: number;
  readonly #log: Logger | undefined;
  readonly #later: StartTimer;
  /** Slow statements since the last summary, by fingerprint. */
  readonly #since = new Map<string, Slow>();
  #told = 0;

  constructor({ slowMs = 0, log, later = byTheMinute }: WatchOptions = {}) {
    this.#slowMs = slowMs;
    this.#log = log;
    this.#later = later;
  }

  /** Starts timing a statement; call the returned function once, when it ends. */
  begin(statement: string, work: Work): (error?: unknown) => void {
    const startedAt = performance.now();
    const span = this.#spanOf(statement);
    return (error) => {
      const took = performance.now() - startedAt;
      this.durations.observe({ work }, took / 1000);
      span?.end(error);
      if (this.#slowMs > 0 && took >= this.#slowMs) this.note(statement, work, took);
    };
  }

  /** Records a slow statement. */
  note(statement: string, work: Work, took: number): void {
    this.slow.inc({ work });
    const shown = this.#showing(statement);
    if (this.#since.size === 0) this.#later(bounds.minute, () => this.#summarize());
    const known = this.#since.get(shown.fingerprint);
    if (known === undefined && this.#since.size >= remembered) return;
    const slow = known ?? { ...shown, work, count: 0, longest: 0, sum: 0 };
    this.#since.set(shown.fingerprint, slow);
    if (known === undefined && this.#told < bounds.atOnce) {
      this.#told += 1;
      this.#log?.warn({ ...shown, work, ms: Math.round(took) }, 'slow statement');
      return;
    }
    slow.count += 1;
    slow.sum += took;
    slow.longest = Math.max(slow.longest, took);
  }

  /** Logs repeated slow statements, the slowest first. */
  #summarize(): void {
    const again = [...this.#since.values()]
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.sum - a.sum);
    this.#since.clear();
    this.#told = 0;
    for (const { sum, longest: most, ...slow } of again.slice(0, bounds.summary))
      this.#log?.warn(
        { ...slow, ms: Math.round(sum), longestMs: Math.round(most) },
        'slow statements of the last minute',
      );
    const others = again.slice(bounds.summary);
    if (others.length > 0)
      this.#log?.warn(
        { statements: others.length, count: others.reduce((sum, { count }) => sum + count, 0) },
        'more slow statements of the last minute',
      );
  }

  #spanOf(statement: string) {
    if (currentSpan() === undefined) return undefined;
    const verb = /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'statement';
    return startCall(verb, {
      'db.system.name': 'postgresql',
      'db.query.text': this.#showing(statement).text,
    });
  }

  #showing(statement: string): StatementSummary {
    const known = this.#shown.get(statement);
    if (known) return known;
    const shown = summarizeStatement(statement);
    if (this.#shown.size >= remembered) this.#shown.clear();
    this.#shown.set(statement, shown);
    return shown;
  }
}

/** The timer doesn't keep the process alive. */
const byTheMinute: StartTimer = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};
