import {
  applicationJobs,
  applicationReportRoutes,
  applicationRoutes,
  type Invitation,
  type Tell,
} from './domains/applications/index.ts';
import { notifyContractor, queueEmail, type EmailDeps } from './domains/emails/index.ts';
import { invoiceRoutes } from './domains/invoices/index.ts';
import { flyersOf } from './domains/marketing/index.ts';
import { pageRoutes } from './domains/pages/index.ts';
import type { Database } from './platform/db/connect.ts';
import type { AppDeps } from './compose-deps.ts';
import type { Part } from './compose-part.ts';

/** Pages, the applications that come in through them, and contractors' own invoices. */
export function composeApplications(
  { config, clock, files, helpers, keys, lenders, database }: AppDeps,
  mail: EmailDeps,
): Part {
  const { db, pool } = database;
  const { publicUrl } = config;
  const tell: Tell = (tx, { data, applicationId, ...news }) =>
    notifyContractor(tx, mail, {
      ...news,
      data: { ...data, link: `${publicUrl}/reports-applications?application=${applicationId}` },
    });
  const write = (tx: Database, { key, contractorId, to, ...data }: Invitation): Promise<void> =>
    queueEmail(tx, mail, { event: 'homeowner-offers', key, contractorId, data: { to, ...data } });
  const common = { db, clock, config, tell, linkKey: keys.derive('homeowner link') };
  return {
    routes: [
      ...pageRoutes({
        ...common,
        files,
        uploads: helpers.uploads,
        flyersOf: (contractorId) => flyersOf(db, contractorId),
      }),
      ...applicationRoutes(common),
      ...applicationReportRoutes({ ...common, pool }),
      ...invoiceRoutes({ db, clock, files, mail, config }),
    ],
    jobs: applicationJobs({ ...common, lenders, publicUrl, write }),
  };
}
