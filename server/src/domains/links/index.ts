import type { SentLink } from '@lintel/contract/links/links';
import { ofContractor } from '../../platform/http/ownership.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { linkStarted, linkSubmitted, recordDelivery } from './follow.ts';
import { linkData } from './own-data.ts';
import { remindOfLink } from './queue-jobs.ts';
import { remind } from './reminder.ts';
import { presentLinks } from './present.ts';
import { isLinkOf, moveLinks, selectOfApplication } from './repository.ts';
import { forgetLinksOfApplications } from './retention.ts';
import { linkRoutes } from './routes.ts';
import { shortPage } from './short-page.ts';

export { applyCode } from './apply-code.ts';
export { keepPastLink } from '../../demo/past-links.ts';
export { countMessage } from './limits.ts';
export { linkPerson } from './person.ts';
export { linkRetention } from './retention.ts';
export { linkTimeline } from './timeline.ts';

/** The links that an application came from, newest first. */
export const linksOfApplication = async (
  context: Context,
  of: { contractorId: number; applicationId: number },
  limit: number,
): Promise<SentLink[]> => presentLinks(context, await selectOfApplication(context.db, of, limit));

/** Application links that contractors send to their customers, with their progress. */
export const part = (context: Context): PartWithRows<'sentLink'> => ({
  routes: linkRoutes(context),
  listeners: {
    'application.started': (tx, { linkCode, ...of }) => linkStarted(tx, context, linkCode, of),
    'application.submitted': (tx, of) => linkSubmitted(tx, context.clock, of),
    'applications.anonymized': (tx, { applications, now }) =>
      forgetLinksOfApplications(tx, applications, now),
    'delivery.changed': recordDelivery,
    'customers.merged': moveLinks,
  },
  jobs: [onJob(remindOfLink, (of) => remind(context, of))],
  finders: { sentLink: ofContractor((contractorId, id) => isLinkOf(context.db, contractorId, id)) },
  ownData: linkData(context),
  pages: async (app) => shortPage(app, context),
});
