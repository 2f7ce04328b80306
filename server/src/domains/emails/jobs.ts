import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { fanOut, type ContactsOf } from './notify.ts';
import { sendMessage, tellContractor } from './queue-jobs.ts';
import { sendQueued, type SendDeps } from './send.ts';

export const emailJobs = (deps: SendDeps & { contactsOf: ContactsOf }): JobHandler[] => [
  onJob(sendMessage, ({ id }) => sendQueued(deps, id)),
  onJob(tellContractor, (news) => fanOut(deps, news)),
];
