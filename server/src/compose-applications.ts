import { applicationJobs, applicationReportRoutes, applicationRoutes, type Tell } from './domains/applications/index.ts';
import { notifyContractor, type EmailDeps } from './domains/emails/index.ts';
import { invoiceRoutes } from './domains/invoices/index.ts';
import { flyersOf } from './domains/marketing/index.ts';
import { pageRoutes } from './domains/pages/index.ts';
import type { AppDeps } from './compose-deps.ts';
import type { Part } from './compose-part.ts';

/** Pages, the applications that come in through them, and contractors' own invoices. */
export function composeApplications({ config, clock, files, helpers, lenders, database }: AppDeps, mail: EmailDeps): Part {
  const { db, pool } = database;
  const tell: Tell = (tx, { data, ...news }) =>
    notifyContractor(tx, mail, { ...news, data: { ...data, link: `${config.publicUrl}/reports-applications` } });
  const common = { db, clock, config, tell };
  return {
    routes: [
      ...pageRoutes({ ...common, files, uploads: helpers.uploads, flyersOf: (contractorId) => flyersOf(db, contractorId) }),
      ...applicationRoutes(common),
      ...applicationReportRoutes({ ...common, pool }),
      ...invoiceRoutes({ db, clock, files, mail, config }),
    ],
    jobs: applicationJobs({ ...common, lenders }),
  };
}
