export { notifyContractor, type ContactsOf } from './notify.ts';
export { queueEmail, type EmailDeps } from './queue.ts';
