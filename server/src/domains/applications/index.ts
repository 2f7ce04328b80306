import { ofContractor } from '../../platform/http/ownership.ts';
import type { Edges, PartWithRows } from '../../platform/part.ts';
import { notifyContractor, queueEmail, type EmailDeps } from '../emails/index.ts';
import { applicationJobs } from './jobs.ts';
import type { LenderNetwork } from './lender-network.ts';
import type { Tell } from './news.ts';
import { applicationData } from './own-data.ts';
import { isApplicationOf } from './report-repository.ts';
import { applicationReportRoutes, applicationRoutes } from './routes.ts';
import type { InviteDeps } from './way-back.ts';

export { applicationPerson } from './person.ts';
export { applicationRetention, messagesAbout, type ForgetDeps } from './retention.ts';
export { chooseOffer, withdrawApplication } from './choice.ts';
export { readByToken, startApplication, submitApplication } from './intake.ts';
export { applicationsWithIds, completedBetween } from './guarantee-repository.ts';
export { recordLenderEvent } from './lender-events.ts';
export { webhookNetwork, type LenderNetwork } from './lender-network.ts';
export { sandboxNetwork, sandboxOffers, sandboxWish } from './sandbox-network.ts';

interface Deps extends Pick<Edges, 'config' | 'database' | 'clock' | 'keys'> {
  lenders: LenderNetwork;
  mail: EmailDeps;
}

/** The applications of homeowners, and what contractors see of them. */
export function part({
  config,
  database,
  clock,
  keys,
  lenders,
  mail,
}: Deps): PartWithRows<'application'> {
  const { db, pool } = database;
  const { publicUrl } = config;
  const tell: Tell = (tx, { data, applicationId, ...news }) =>
    notifyContractor(tx, mail, {
      ...news,
      data: { ...data, link: `${publicUrl}/reports-applications?application=${applicationId}` },
    });
  const write: InviteDeps['write'] = (tx, { key, contractorId, to, ...data }) =>
    queueEmail(tx, mail, { event: 'homeowner-offers', key, contractorId, data: { to, ...data } });
  const common = { db, clock, config, tell, linkKey: keys.derive('homeowner link') };
  return {
    routes: [...applicationRoutes(common), ...applicationReportRoutes({ ...common, pool })],
    finders: {
      application: ofContractor((contractorId, id) => isApplicationOf(db, contractorId, id)),
    },
    ownData: applicationData({ db, pool, clock, timeZone: config.BUSINESS_TIME_ZONE }),
    jobs: applicationJobs({ ...common, lenders, publicUrl, write }),
  };
}
