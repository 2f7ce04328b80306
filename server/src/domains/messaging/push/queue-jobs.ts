import { z } from 'zod';
import { pushKinds } from '@lintel/contract/push/constants';
import { job } from '../../../platform/jobs/job.ts';

const positive = z.number().int().positive();

/** Queues a notification for each device of a contractor's people that wants to know. */
export const tellDevices = job({
  id: 'push.tell',
  payload: z.object({
    contractorId: positive,
    applicationId: positive,
    kind: z.enum(pushKinds),
    key: z.string().min(1),
  }),
  maxAttempts: 12,
});

/** Hands one notification to the push service of its device. */
export const sendPush = job({
  id: 'push.send',
  payload: z.object({
    contractorId: positive,
    deviceId: positive,
    key: z.string().min(1),
    kind: z.enum([...pushKinds, 'test']),
    applicationId: positive.nullable(),
  }),
  maxAttempts: 12,
  calls: 'push',
});

/** Takes out devices whose session has ended, and what was sent a month ago. */
export const sweepPush = job({ id: 'push.sweep', payload: z.unknown(), maxAttempts: 1 });
