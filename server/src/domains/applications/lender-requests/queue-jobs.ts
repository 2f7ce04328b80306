import { z } from 'zod';
import { job } from '../../../platform/jobs/job.ts';

const document = z.object({
  contractorId: z.number().int().positive(),
  applicationId: z.number().int().positive(),
  documentId: z.number().int().positive(),
});

/** Sends a document to the lender that requested it. */
export const sendDocument = job({
  id: 'applications.send-document',
  payload: document,
  maxAttempts: 12,
  calls: 'lenders',
});

/** Deletes orphaned files. */
export const removeFiles = job({
  id: 'applications.remove-files',
  payload: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 12,
});

/** Deletes files after their retention at the lender. */
export const forgetFiles = job({
  id: 'applications.forget-files',
  payload: z.object({}).catch({}),
  maxAttempts: 3,
});
