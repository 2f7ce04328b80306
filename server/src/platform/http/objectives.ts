import { Counter, type Registry } from 'prom-client';

/** Service-level objectives (docs/operations/slo.md), counted per response. */
export type Objective = 'reads' | 'submissions';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The objective that its responses count toward. */
    objective?: Objective;
  }
}

/** The response time limit for reads, in milliseconds. */
const inTime = 300;

type Count = (status: number, milliseconds: number) => void;

/** Counts a response toward its objective. Caller errors don't count; rejections under load do. */
export function countObjectives(registry: Registry): Record<Objective, Count> {
  const counter = <Outcome extends string>(
    name: string,
    help: string,
    outcomes: readonly Outcome[],
  ) => {
    const counted = new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
    // Initialized at zero, so that the first failure is an increase.
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
