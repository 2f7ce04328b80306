import type { Logger } from 'pino';
import type { Database } from '../../platform/db/connect.ts';
import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { fanOut, type ContactsOf } from './notify.ts';
import { resumeMessages, sendMessage, tellContractor } from './queue-jobs.ts';
import { resumeStranded, type EmailDeps } from './queue.ts';
import { sendQueued, type SendDeps } from './send.ts';

export const emailJobs = (deps: SendDeps & { contactsOf: ContactsOf }): JobHandler[] => [
  onJob(sendMessage, ({ id }) => sendQueued(deps, id)),
  onJob(tellContractor, (news) => fanOut(deps, news)),
];

/** Every few minutes, and whenever a worker starts: the start may follow a crash. */
export const emailSchedules = (deps: EmailDeps & { db: Database; log: Logger }): Schedule[] => [
  {
    pattern: '*/5 * * * *',
    handler: onJob(resumeMessages, () => resumeStranded(deps)),
    atStart: true,
  },
];
