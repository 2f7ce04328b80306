import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Draws a page's flyer and the pictures of its sides, so that they lie ready. */
export const drawFlyer = job({
  id: 'marketing.draw-flyer',
  payload: z.object({ contractorId: z.number().int(), pageId: z.number().int() }),
  maxAttempts: 3,
});
