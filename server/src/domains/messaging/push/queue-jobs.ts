import { z } from 'zod';
import { pushKinds } from '@lintel/contract/push/constants';
import { job } from '../../../platform/jobs/job.ts';

const positive = z.number().int().positive();

/** Queues a notification for each subscribed device of a contractor's people. */
export const pushToDevices = job({
  id: 'push.tell',
  payload: z.object({
    contractorId: positive,
    applicationId: positive,
    kind: z.enum(pushKinds),
    key: z.string().min(1),
  }),
  maxAttempts: 12,
});

/** Deletes devices whose session has ended, and month-old notifications. */
export const sweepPush = job({ id: 'push.sweep', payload: z.unknown(), maxAttempts: 1 });
