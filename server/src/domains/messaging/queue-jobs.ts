import { z } from 'zod';
import { job } from '../../platform/jobs/job.ts';
import type { MessageAbout } from './about.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Queues one e-mail for each subscribed person at a contractor. */
export const notifyPeople = job({
  id: 'emails.tell-contractor',
  payload: z.object({
    contractorId: z.number().int().positive(),
    key: z.string().min(1),
    about: z.custom<MessageAbout>(isObject).optional(),
    event: z.enum([
      'application-step',
      'offers-received',
      'funding-received',
      'funding-reversed',
      'document-accepted',
      'document-declined',
    ]),
    data: z.custom<Record<string, unknown>>(isObject),
  }),
  maxAttempts: 12,
});
