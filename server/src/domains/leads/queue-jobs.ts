import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Hands a lead to the CRM. */
export const tellCrm = job({
  id: 'leads.tell-crm',
  payload: z.object({ leadId: z.number().int().positive() }),
  maxAttempts: 12,
  calls: 'crm',
});
