import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

/** Renders a page's flyer and the images of its sides in advance. */
export const drawFlyer = job({
  id: 'marketing.draw-flyer',
  payload: z.object({ contractorId: z.number().int(), pageId: z.number().int() }),
  maxAttempts: 3,
});
