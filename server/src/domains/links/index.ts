import type { SentLink } from '@lintel/contract/links/links';
import { ownedByContractor } from '../../platform/http/ownership.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { linkStarted, linkSubmitted, recordDelivery } from './follow.ts';
import { linkData } from './own-data.ts';
import { remindRecipient } from './queue-jobs.ts';
import { remind } from './reminder.ts';
import { presentLinks } from './present.ts';
import { ownsLink, moveLinks, selectByApplication } from './repository.ts';
import { forgetApplicationLinks } from './retention.ts';
import { linkRoutes } from './routes.ts';
import { shortPage } from './short-page.ts';

export { applyCode } from './apply-code.ts';
export { keepPastLink } from '../../demo/past-links.ts';
export { countMessage } from './limits.ts';
export { linkPerson } from './person.ts';
export { linkRetention } from './retention.ts';
export { linkTimeline } from './timeline.ts';

/** The links that an application came from, newest first. */
export const listApplicationLinks = async (
  context: Context,
  of: { contractorId: number; applicationId: number },
  limit: number,
): Promise<SentLink[]> => presentLinks(context, await selectByApplication(context.db, of, limit));

/** Application links that contractors send to their customers, with their progress. */
export const part = (context: Context): PartWithRows<'sentLink'> => ({
  routes: linkRoutes(context),
  listeners: {
    'application.started': (tx, { linkCode, ...of }) => linkStarted(tx, context, linkCode, of),
    'application.submitted': (tx, of) => linkSubmitted(tx, context.clock, of),
    'applications.anonymized': (tx, { applications, now }) =>
      forgetApplicationLinks(tx, applications, now),
    'delivery.changed': recordDelivery,
    'customers.merged': moveLinks,
  },
  jobs: [onJob(remindRecipient, (of) => remind(context, of))],
  finders: {
    sentLink: ownedByContractor((contractorId, id) => ownsLink(context.db, contractorId, id)),
  },
  ownData: linkData(context),
  pages: async (app) => shortPage(app, context),
});
