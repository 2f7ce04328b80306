export { ensureBuiltInEmails } from './built-in.ts';
export { emailJobs, emailSchedules } from './jobs.ts';
export { countUnsent, leftAt } from './message-repository.ts';
export { notifyContractor } from './notify.ts';
export { publicEmailRoutes, showsOutbox } from './public-routes.ts';
export { queueEmail, type EmailDeps } from './queue.ts';
export { MailRenderer } from './rendering/renderer.ts';
export { emailRoutes } from './routes.ts';
export { insertTemplate } from './template-repository.ts';
