import type { Logger } from 'pino';
import type { FastifyPluginAsync } from 'fastify';
import { brandOf } from '../../../platform/brand.ts';
import { onJob, slots, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Context } from '../../../platform/context.ts';
import type { Part } from '../../../platform/part.ts';
import { type ContactsOf, resumeStranded, type EmailDeps } from './queue.ts';
import { emailData } from './own-data.ts';
import type { NamesOf } from './present.ts';
import { MailRenderer } from './rendering/renderer.ts';
import { emailRoutes } from './routes.ts';
import { sendQueued, type SendDeps } from './send.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Schedule } from '../../../platform/jobs/worker.ts';
import { resumeMessages, sendMessage, sweepMailEvents } from './queue-jobs.ts';
import type { Config } from '../../../platform/config.ts';
import { outbox, showsOutbox, type OutboxDeps } from './pages/outbox.ts';
import { undeliverableRoutes } from './undeliverable.ts';
import { deleteMailEvents } from './undeliverable-repository.ts';
import { unsubscribePage, type UnsubscribePageDeps } from './pages/unsubscribe.ts';

export { emailPersons } from './person.ts';
export { emailRetention, forgetMessages, takeBackMessages } from './retention.ts';
export { ensureBuiltInEmails } from './built-in.ts';
export type { EmailOf, EmailRequest, EventData, OnceLink, ToUser } from './event-data.ts';
export {
  countFailed,
  countUnsent,
  hasMessage,
  leftAt,
  selectStatuses as readEmailStatuses,
} from './message-repository.ts';
export { queueEmail, queueMessage, type ContactsOf, type EmailDeps } from './queue.ts';
export { isUnsubscribed, selectPreferences } from './preference-repository.ts';
export { isUndeliverable, requireDeliverable } from './undeliverable.ts';
export { showsOutbox } from './pages/outbox.ts';
export { insertTemplate } from './template-repository.ts';

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'keys' | 'helpers' | 'transport' | 'counter' | 'log'
> {
  contactsOf: ContactsOf;
  namesOf: NamesOf;
  onFailed: SendDeps['onFailed'];
  noteResult: SendDeps['noteResult'];
  postalAddressOf: SendDeps['postalAddressOf'];
  /** The demo accounts' authenticator codes, for the outbox. */
  codes: OutboxDeps['codes'];
  texts: OutboxDeps['texts'];
}

/** Templates, the message queue and its jobs, and unsubscribing. */
export function part(deps: Deps): Part & { mail: EmailDeps } {
  const { config, clock, keys, helpers, transport, counter, log } = deps;
  const { contactsOf, namesOf, onFailed, noteResult, postalAddressOf, codes, texts } = deps;
  const { publicUrl, mailFrom } = config;
  const { db } = deps.database;
  const mail: EmailDeps = {
    clock,
    mailKey: keys.derive('mail payload'),
    mailDomain: mailFrom.address.split('@').at(-1) ?? 'localhost',
  };
  const brand = brandOf(config);
  const renderer = new MailRenderer({
    brand,
    publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    pool: helpers.templates,
  });
  const sending: SendDeps & { contactsOf: ContactsOf } = {
    ...mail,
    fromName: mailFrom.name,
    fromAddress: mailFrom.address,
    // Sending happens inside a transaction, so it has its own connections: a slow mail server can't
    // exhaust the shared ones.
    db: deps.database.apart(slots.mail + 1).db,
    publicUrl,
    renderer,
    transport,
    log,
    contactsOf,
    onFailed,
    noteResult,
    postalAddressOf,
  };
  return {
    mail,
    routes: [
      ...emailRoutes({
        ...mail,
        db,
        publicUrl,
        renderer,
        namesOf,
        fromAddress: mailFrom.address,
        postalAddressOf,
      }),
      ...undeliverableRoutes({ db, clock, webhookSecret: config.MAIL_WEBHOOK_SECRET, noteResult }),
    ],
    jobs: emailJobs(sending),
    ownData: emailData({ db, contactsOf }),
    schedules: emailSchedules({ ...mail, db, log }),
    pages: publicEmailRoutes({
      db,
      clock,
      counter,
      mailKey: mail.mailKey,
      brand,
      config,
      codes,
      texts,
    }),
  };
}

const emailJobs = (deps: SendDeps & { contactsOf: ContactsOf }): JobHandler[] => [
  onJob(sendMessage, (of) => sendQueued(deps, of)),
];

/** The provider no longer repeats an event after this many days. */
const eventDays = 90;

/**
 * Queued messages without a job are resumed every few minutes and when a worker starts, which may
 * follow a crash.
 */
const emailSchedules = (deps: EmailDeps & { db: Database; log: Logger }): Schedule[] => [
  {
    pattern: '*/5 * * * *',
    handler: onJob(resumeMessages, () => resumeStranded(deps)),
    atStart: true,
  },
  {
    pattern: '37 4 * * *',
    handler: onJob(sweepMailEvents, () =>
      deleteMailEvents(deps.db, new Date(deps.clock.now().getTime() - eventDays * 86_400_000)),
    ),
  },
];

/** Pages outside the portal: unsubscribing, and the outbox on a developer's machine. */
const publicEmailRoutes =
  (deps: UnsubscribePageDeps & OutboxDeps & { config: Config }): FastifyPluginAsync =>
  async (app) => {
    unsubscribePage(app, deps);
    if (showsOutbox(deps.config)) await app.register(outbox(deps));
  };
