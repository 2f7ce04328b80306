import { z } from 'zod';
import { dayMs } from '@lintel/contract/core/durations';
import { anchorChain, chainEntries } from '../../platform/audit/chain.ts';
import { job, onJob } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import type { Edges } from '../../platform/part.ts';

/** Gives links to the entries that have none yet. What fails is done by the next one. */
const chain = job({ id: 'audit.chain', payload: z.unknown(), maxAttempts: 1 });

/** Writes down where the chain stands. */
const anchor = job({ id: 'audit.anchor', payload: z.unknown(), maxAttempts: 3 });

/** Both may run twice, and several at a time. */
export const auditSchedules = ({
  database: { db },
  clock,
  log,
}: Pick<Edges, 'database' | 'clock' | 'log'>): Schedule[] => [
  { pattern: '* * * * *', handler: onJob(chain, async () => void (await chainEntries(db))) },
  {
    pattern: '53 4 * * *',
    catchUp: dayMs,
    handler: onJob(anchor, () => anchorChain(db, clock, log)),
  },
];
