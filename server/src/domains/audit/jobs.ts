import { z } from 'zod';
import { dayMs } from '@lintel/contract/core/durations';
import { anchorChain, chainEntries } from '../../platform/audit/chain.ts';
import { job, onJob } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import type { Context } from '../../platform/context.ts';

/** Adds new entries to the hash chain. The next run picks up failures. */
const chain = job({ id: 'audit.chain', payload: z.unknown(), maxAttempts: 1 });

/** Records the head of the chain, also in the server's log. */
const anchor = job({ id: 'audit.anchor', payload: z.unknown(), maxAttempts: 3 });

/** Both jobs may run twice and concurrently. */
export const auditSchedules = ({ db, clock, log }: Context): Schedule[] => [
  { pattern: '* * * * *', handler: onJob(chain, async () => void (await chainEntries(db))) },
  {
    pattern: '53 4 * * *',
    catchUp: dayMs,
    handler: onJob(anchor, () => anchorChain(db, clock, log)),
  },
];
