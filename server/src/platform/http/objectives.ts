import { Counter, type Registry } from 'prom-client';

/** What is promised of answers (docs/operations/slo.md), and counted of each. */
export type Objective = 'reads' | 'submissions';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The objective that its answers count for. */
    objective?: Objective;
  }
}

/** Within so many milliseconds a read is in time. */
const inTime = 300;

type Count = (status: number, milliseconds: number) => void;

/**
 * What counts an answer for its objective. What the caller did wrong says nothing of the server;
 * what was refused for want of time does.
 */
export function countObjectives(registry: Registry): Record<Objective, Count> {
  const counter = <Outcome extends string>(
    name: string,
    help: string,
    outcomes: readonly Outcome[],
  ) => {
    const counted = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    // From the start, so that the first failure is an increase.
    for (const outcome of outcomes) counted.inc({ outcome }, 0);
    return (outcome: Outcome): void => counted.inc({ outcome });
  };
  const reads = counter(
    'lintel_reads_total',
    'Reads that people wait for: answered in_time (300 ms), late, or failed.',
    ['in_time', 'late', 'failed'],
  );
  const submissions = counter(
    'lintel_submissions_total',
    'What homeowners send: kept, refused for what was sent, or failed.',
    ['kept', 'refused', 'failed'],
  );
  return {
    reads: (status, took) => reads(status >= 500 ? 'failed' : took > inTime ? 'late' : 'in_time'),
    submissions: (status) =>
      submissions(status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'kept'),
  };
}
