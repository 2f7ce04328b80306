import { ownedByContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { noticeDelivery, noticeRoutes } from './adverse-action/index.ts';
import { ownsApplication, ownsNote } from './contractor-view/index.ts';
import { withdrawContacts } from './consents/index.ts';
import { lenderDesk } from './lender-desk/index.ts';
import { documentFiles } from './lender-requests/index.ts';
import { consentPages, homeownerPages, noticePages } from './form/index.ts';
import { largeExports } from './exports/index.ts';
import { notifyHomeowner } from './homeowner-news.ts';
import { applicationJobs, applicationSchedules } from './jobs.ts';
import { shortLinkPage } from './short-links.ts';
import { notifyProgress } from './news.ts';
import { applicationData } from './own-data.ts';
import { applicationReportRoutes, applicationRoutes } from './routes.ts';

export { type RelatedRecords } from './contractor-view/index.ts';
export { consentPerson, consentRetention } from './consents/index.ts';
export { isToReview } from './contractor-view/index.ts';
export { noticeHold, noticePerson, noticeRetention } from './adverse-action/index.ts';
export { detailsRetention } from './details/index.ts';
export { applicationPerson } from './person.ts';
export { applicationRetention, type ApplicationHold } from './retention.ts';
export { chooseOffer, withdrawApplication } from './lenders/index.ts';
export { readLegalContext } from './consents/index.ts';
export { readByToken } from './access.ts';
export { rebuildDailyCounts } from './daily-counts/index.ts';
export { startApplication, submitApplication } from './form/index.ts';
export { applicationsWithIds, completedBetween } from './contractor-view/index.ts';
export { readReportRows } from './contractor-view/index.ts';
export { recordLenderEvent } from './lenders/index.ts';
export type { LenderConnection } from './lender-connection.ts';
export { sandboxNetwork, sandboxOffers, sandboxWish } from './lenders/index.ts';

/** Builds the applications domain: the homeowner's form and status, and the contractor's view. */
export function part(
  context: Context,
): PartWithRows<'application' | 'applicationExport' | 'applicationNote' | 'lenderApplication'> {
  const { db } = context;
  const { routes = [], jobs = [], files = [], finders } = largeExports(context);
  const desk = lenderDesk(context);
  return {
    routes: [
      ...applicationRoutes(context),
      ...applicationReportRoutes(context),
      ...noticeRoutes(context),
      ...routes,
      ...(desk.routes ?? []),
    ],
    finders: {
      ...finders,
      ...desk.finders,
      application: ownedByContractor((contractorId, id) => ownsApplication(db, contractorId, id)),
      applicationNote: ownedByContractor((contractorId, id) => ownsNote(db, contractorId, id)),
    },
    ownData: applicationData(context),
    jobs: [...applicationJobs(context), ...jobs],
    schedules: applicationSchedules(context),
    listeners: {
      'delivery.changed': noticeDelivery,
      'number.stopped': withdrawContacts,
      'application.progressed': (tx, progress) => notifyProgress(tx, context, progress),
      'application.homeowner-news': (tx, news) => notifyHomeowner(tx, context, news),
    },
    files: [documentFiles, ...files],
    pages: async (app) => {
      await app.register(consentPages(context));
      await app.register(homeownerPages(context));
      await app.register(noticePages(context));
      shortLinkPage(app, context);
    },
  };
}
