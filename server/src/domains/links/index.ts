import type { SentLink } from '@lintel/contract/links/links';
import { ofContractor } from '../../platform/http/ownership.ts';
import type { Database } from '../../platform/db/connect.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import type { MessagingDeps } from '../messaging/index.ts';
import { applyCode, type CodeWish } from './apply-code.ts';
import type { LinkDeps } from './deps.ts';
import { noteDelivery } from './follow.ts';
import { countMessage } from './limits.ts';
import { linkData } from './own-data.ts';
import { remindOfLink } from './queue-jobs.ts';
import { remind } from './reminder.ts';
import { presentLinks } from './present.ts';
import { isLinkOf, moveLinks, selectOfApplication } from './repository.ts';
import { linkRoutes } from './routes.ts';
import { shortPage } from './short-page.ts';

export { linkStarted, linkSubmitted } from './follow.ts';
export { keepPastLink } from '../../demo/past-links.ts';
export { linkPerson } from './person.ts';
export { forgetLinksOfApplications, linkRetention } from './retention.ts';
export { linkTimeline } from './timeline.ts';

interface Deps extends Pick<Context, 'config' | 'database' | 'clock' | 'counter' | 'keys'> {
  messaging: MessagingDeps;
}

/** Application links that contractors send to their customers, with their progress. */
export function part({
  config,
  database,
  clock,
  counter,
  keys,
  messaging,
}: Deps): PartWithRows<'sentLink'> & {
  /** The links that an application came from, newest first. */
  ofApplication(
    of: { contractorId: number; applicationId: number },
    limit: number,
  ): Promise<SentLink[]>;
  /** A code that prefills the form for a customer who wants financing on one of our pages. */
  applyCode(of: CodeWish): Promise<string | null>;
  /** Counts a message to a person in the caller's transaction. Throws when a limit is exceeded. */
  countMessage(tx: Database, of: { contractorId: number; to: string }): Promise<void>;
} {
  const { db } = database;
  const { publicUrl, BUSINESS_TIME_ZONE: timeZone } = config;
  const deps: LinkDeps = { db, clock, keys, config, messaging, publicUrl, timeZone };
  return {
    applyCode: (of) => applyCode(deps, of),
    countMessage: (tx, of) => countMessage(tx, deps, of),
    ofApplication: async (of, limit) =>
      presentLinks(deps, await selectOfApplication(db, of, limit)),
    routes: linkRoutes(deps),
    listeners: {
      'delivery.changed': noteDelivery,
      'customers.merged': moveLinks,
    },
    jobs: [onJob(remindOfLink, (of) => remind(deps, of))],
    finders: { sentLink: ofContractor((contractorId, id) => isLinkOf(db, contractorId, id)) },
    ownData: linkData({ db, clock }),
    pages: async (app) => shortPage(app, { db, clock, counter, keys, config }),
  };
}
