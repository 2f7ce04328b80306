import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

const document = z.object({
  contractorId: z.number().int().positive(),
  applicationId: z.number().int().positive(),
  documentId: z.number().int().positive(),
});

/** Hands a document to the lender that asked for it. */
export const sendDocument = job({
  id: 'applications.send-document',
  payload: document,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Removes files that no document names any more. */
export const removeFiles = job({
  id: 'applications.remove-files',
  payload: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 12,
});

/** Removes the files that lenders have had for long enough. */
export const forgetFiles = job({
  id: 'applications.forget-files',
  payload: z.object({}).catch({}),
  maxAttempts: 3,
});
