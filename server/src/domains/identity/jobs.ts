import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { AccountDeps } from './account-mail.ts';
import { mailReset } from './password-links.ts';
import { sendReset } from './queue-jobs.ts';

export const identityJobs = (deps: AccountDeps): JobHandler[] => [onJob(sendReset, (request) => mailReset(deps, request))];
