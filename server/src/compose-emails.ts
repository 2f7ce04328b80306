import type { Logger } from 'pino';
import type { FastifyPluginAsync } from 'fastify';
import { noteFailedActivation } from './domains/contractors/index.ts';
import {
  emailJobs,
  emailRoutes,
  emailSchedules,
  MailRenderer,
  publicEmailRoutes,
  type EmailDeps,
} from './domains/emails/index.ts';
import { applicationContacts, fullNames } from './domains/identity/index.ts';
import { brandOf } from './platform/brand.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { Helpers } from './platform/helper/helpers.ts';
import { slots } from './platform/jobs/job.ts';
import type { CallCounter } from './platform/limits/counter.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { Part } from './compose-part.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  helpers: Helpers;
  transport: MailTransport;
  log: Logger;
}

/** The e-mail domain on its edges: what it serves and what it does in the background. */
export function composeEmails(
  deps: Edges,
  mail: EmailDeps,
  counter: CallCounter,
): Part & { pages: FastifyPluginAsync } {
  const { config, clock, transport, log } = deps;
  const { db } = deps.database;
  // A message is handed over inside a transaction: however slow its mail server is, it holds none
  // of the others' connections.
  const ofMail = deps.database.apart(slots.mail + 1).db;
  const { publicUrl, mailFrom } = config;
  const brand = brandOf(config);
  const renderer = new MailRenderer({
    brand,
    publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    pool: deps.helpers.templates,
  });
  const from = { fromName: mailFrom.name, fromAddress: mailFrom.address };
  return {
    routes: emailRoutes({ ...mail, db, publicUrl, renderer, namesOf: fullNames }),
    jobs: emailJobs({
      ...mail,
      ...from,
      db: ofMail,
      publicUrl,
      renderer,
      transport,
      log,
      contactsOf: applicationContacts,
      onFailed: noteFailedActivation,
    }),
    schedules: emailSchedules({ ...mail, db }),
    pages: publicEmailRoutes({ db, clock, counter, mailKey: mail.mailKey, brand, config }),
  };
}
