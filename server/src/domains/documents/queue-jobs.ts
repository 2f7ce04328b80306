import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';

/** Makes the PDF of a sent or signed revision. */
export const makePdf = job({
  id: 'documents.make-pdf',
  payload: z.object({
    contractorId: z.number().int().positive(),
    documentId: z.number().int().positive(),
    revision: z.number().int().positive(),
  }),
  maxAttempts: 12,
});
