import type { FastifyPluginAsync } from 'fastify';
import { onJob } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { Part } from '../../../platform/part.ts';
import { emailData } from './own-data.ts';
import { emailRoutes } from './routes.ts';
import type { Schedule } from '../../../platform/jobs/worker.ts';
import { sweepMailEvents } from './queue-jobs.ts';
import { outbox, showsOutbox } from './pages/outbox.ts';
import { undeliverableRoutes } from './undeliverable.ts';
import { deleteMailEvents } from './undeliverable-repository.ts';
import { unsubscribePage } from './pages/unsubscribe.ts';

export { emailChannel } from './channel.ts';
export { emailPersons } from './person.ts';
export { addressRetention } from './retention.ts';
export { ensureBuiltInEmails } from './built-in.ts';
export type { EmailContent, EmailRequest, EventData, OnceLink, ToUser } from './event-data.ts';
export { countFailed, countUnsent } from './message-repository.ts';
export { queueEmail, queueMessage } from './queue.ts';
export { isUnsubscribed, selectPreferences } from './preference-repository.ts';
export { isUndeliverable, requireDeliverable } from './undeliverable.ts';
export { showsOutbox } from './pages/outbox.ts';
export { insertTemplate } from './template-repository.ts';

/** Templates, unsubscribing, and undeliverable addresses. */
export function part(context: Context): Part {
  return {
    routes: [...emailRoutes(context), ...undeliverableRoutes(context)],
    ownData: emailData(context),
    schedules: emailSchedules(context),
    pages: publicEmailRoutes(context),
  };
}

/** The provider no longer repeats an event after this many days. */
const eventDays = 90;

const emailSchedules = (context: Context): Schedule[] => [
  {
    pattern: '37 4 * * *',
    handler: onJob(sweepMailEvents, () =>
      deleteMailEvents(
        context.db,
        new Date(context.clock.now().getTime() - eventDays * 86_400_000),
      ),
    ),
  },
];

/** Pages outside the portal: unsubscribing, and the outbox on a developer's machine. */
const publicEmailRoutes =
  (context: Context): FastifyPluginAsync =>
  async (app) => {
    unsubscribePage(app, context);
    if (showsOutbox(context.config)) await app.register(outbox(context));
  };
