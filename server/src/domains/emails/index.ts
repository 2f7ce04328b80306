export { ensureBuiltInEmails } from './built-in.ts';
export type { EmailOf, EmailRequest, OnceLink, ToUser } from './event-data.ts';
export { countUnsent, leftAt } from './message-repository.ts';
export { notifyContractor, type ContractorNews } from './notify.ts';
export { part } from './part.ts';
export { showsOutbox } from './pages/outbox.ts';
export { queueEmail, type EmailDeps } from './queue.ts';
export { insertTemplate } from './template-repository.ts';
