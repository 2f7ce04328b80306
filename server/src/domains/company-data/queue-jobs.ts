import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Creates an export that a contractor's owner requested. */
export const makeExport = job({
  id: 'company-data.export',
  payload: z.object({ contractorId: z.number(), exportId: z.string() }),
  maxAttempts: 3,
  calls: 'files',
});
