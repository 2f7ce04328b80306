export { ensureBuiltInEmails } from './built-in.ts';
export { emailJobs } from './jobs.ts';
export type { NamesOf } from './names.ts';
export { notifyContractor, type ContactsOf } from './notify.ts';
export { publicEmailRoutes } from './public-routes.ts';
export { queueEmail, type EmailDeps } from './queue.ts';
export { MailRenderer } from './rendering/renderer.ts';
export { emailRoutes } from './routes.ts';
export { unsubscribeAddress } from './unsubscribers.ts';
