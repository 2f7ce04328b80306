import { brandOf } from '../../platform/brand.ts';
import { slots } from '../../platform/jobs/job.ts';
import type { Edges, Part } from '../../platform/part.ts';
import { emailJobs, emailSchedules } from './jobs.ts';
import type { ContactsOf } from './notify.ts';
import type { NamesOf } from './present.ts';
import { publicEmailRoutes } from './public-routes.ts';
import type { EmailDeps } from './queue.ts';
import { MailRenderer } from './rendering/renderer.ts';
import { emailRoutes } from './routes.ts';
import type { SendDeps } from './send.ts';

interface Deps extends Pick<
  Edges,
  'config' | 'database' | 'clock' | 'keys' | 'helpers' | 'transport' | 'counter' | 'log'
> {
  contactsOf: ContactsOf;
  namesOf: NamesOf;
  onFailed: SendDeps['onFailed'];
}

/** Templates, the queue of messages and its job, and the ways to unsubscribe. */
export function part(deps: Deps): Part & { mail: EmailDeps } {
  const { config, clock, keys, helpers, transport, counter, log } = deps;
  const { contactsOf, namesOf, onFailed } = deps;
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
    // A message is handed over inside a transaction: however slow its mail server is, it holds none
    // of the others' connections.
    db: deps.database.apart(slots.mail + 1).db,
    publicUrl,
    renderer,
    transport,
    log,
    contactsOf,
    onFailed,
  };
  return {
    mail,
    routes: emailRoutes({ ...mail, db, publicUrl, renderer, namesOf }),
    jobs: emailJobs(sending),
    schedules: emailSchedules({ ...mail, db, log }),
    pages: publicEmailRoutes({ db, clock, counter, mailKey: mail.mailKey, brand, config }),
  };
}
