import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import { mailReset, type AccountDeps } from './passwords.ts';
import { sendReset } from './queue-jobs.ts';

export const identityJobs = (deps: AccountDeps): JobHandler[] => [onJob(sendReset, (request) => mailReset(deps, request))];
