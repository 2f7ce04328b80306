import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Creates customers for all homeowners who applied to a contractor. */
export const addApplicants = job({
  id: 'customers.take-over',
  payload: z.object({ contractorId: z.number(), byId: z.number() }),
  maxAttempts: 10,
});
