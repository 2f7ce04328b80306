import { ofContractor } from '../../platform/http/ownership.ts';
import type { Context } from '../../platform/context.ts';
import type { PartWithRows } from '../../platform/part.ts';
import { brandOf } from '../../platform/brand.ts';
import type { PageRenderer } from '../pages/index.ts';
import { type ContactsOf, type MessagingDeps, notify } from '../messaging/index.ts';
import { downloadsAtOnce } from '../../platform/spreadsheet/exports.ts';
import { mostSheetRows } from '../../platform/spreadsheet/spreadsheet.ts';
import { Notices } from '../../platform/db/notices.ts';
import { mostRowsAtOnce } from '@lintel/contract/applications/large-exports';
import {
  type DeskDeps,
  isNoteOf,
  type RelatedRecords,
  isApplicationOf,
} from './contractor-view/index.ts';
import { withdrawContactsOf } from './consents/index.ts';
import { documentSchedules, documentFiles, SealedFiles } from './lender-requests/index.ts';
import { Followers, consentPages, type LinkHooks, homeownerPages } from './form/index.ts';
import { largeExports, type LargeExportDeps } from './exports/index.ts';
import { homeownerMessages } from './homeowner-news.ts';
import { applicationJobs, applicationSchedules } from './jobs.ts';
import type { LenderNetwork } from './lender-network.ts';
import { shortLinkPage } from './short-links.ts';
import type { Tell } from './news.ts';
import { applicationData } from './own-data.ts';
import { applicationReportRoutes, applicationRoutes } from './routes.ts';

export { type RelatedRecords } from './contractor-view/index.ts';
export { consentPerson, consentRetention } from './consents/index.ts';
export { isToReview } from './contractor-view/index.ts';
export { applicationPerson } from './person.ts';
export { applicationRetention, type ForgetDeps } from './retention.ts';
export { chooseOffer, withdrawApplication } from './lenders/index.ts';
export { surroundingsOf } from './consents/index.ts';
export { readByToken } from './access.ts';
export { startApplication, submitApplication, type LinkHooks } from './form/index.ts';
export { applicationsWithIds, completedBetween } from './contractor-view/index.ts';
export { readReportRows } from './contractor-view/index.ts';
export { recordLenderEvent } from './lenders/index.ts';
export { webhookNetwork, type LenderNetwork } from './lender-network.ts';
export { sandboxNetwork, sandboxOffers, sandboxWish } from './lenders/index.ts';

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'keys' | 'files' | 'helpers' | 'log' | 'counter'
> {
  lenders: LenderNetwork;
  messaging: MessagingDeps;
  renderer: PageRenderer;
  accountOf: LargeExportDeps['accountOf'];
  exports?: Partial<ExportSizes> | undefined;
  links: LinkHooks;
  related: RelatedRecords;
  namesOf: DeskDeps['namesOf'];
  contactsOf: ContactsOf;
}

const teller =
  ({ messaging, publicUrl }: Pick<Deps, 'messaging'> & { publicUrl: string }): Tell =>
  async (tx, { data, applicationId: id, ...news }) => {
    const link = `${publicUrl}/reports-applications/${id}`;
    const about = { kind: 'application', id } as const;
    await notify(tx, messaging, { ...news, about, data: { ...data, link } });
  };

/** Row limits of exports; tests use smaller ones. */
export interface ExportSizes {
  /** A job makes exports with more rows than this. */
  mostRowsAtOnce: number;
  /** Most rows in a workbook. */
  mostSheetRows: number;
  /** Rows between progress updates of a large export. */
  progressRows: number;
}
const usualSizes: ExportSizes = { mostRowsAtOnce, mostSheetRows, progressRows: 10_000 };

/** Builds the applications domain: the homeowner's form and status, and the contractor's view. */
export function part({
  config,
  database,
  clock,
  keys,
  files,
  helpers: { uploads },
  log,
  counter,
  lenders,
  messaging,
  renderer,
  links,
  related,
  accountOf,
  namesOf,
  contactsOf,
  exports,
}: Deps): PartWithRows<'application' | 'applicationExport' | 'applicationNote'> {
  const { db, pool } = database;
  const { publicUrl } = config;
  const tell = teller({ messaging, publicUrl });
  const sealed = new SealedFiles(keys.derive('homeowner documents'), files);
  const notices = new Notices(database, {
    onTrouble: (error) => log.warn({ err: error }, 'what other processes say is not heard'),
  });
  const followers = new Followers(notices);
  const linkKey = keys.derive('homeowner link');
  const timeZone = config.BUSINESS_TIME_ZONE;
  const homeowner = homeownerMessages({ clock, messaging, publicUrl, linkKey, timeZone });
  const workKey = Buffer.from(keys.derive('application work')).toString('hex');
  const brand = brandOf(config);
  const sizes = { ...usualSizes, ...exports };
  // A separate pool, so that slow downloads don't use up the connections of reports.
  const { pool: downloads } = database.apart(downloadsAtOnce);
  const edges = { db, clock, config, uploads, links, timeZone };
  const common = { ...edges, tell, homeowner, sealed, linkKey, workKey, brand };
  const large = largeExports({
    ...common,
    ...sizes,
    pool,
    files,
    log,
    publicUrl,
    accountOf,
    queueMail: (tx, request) => notify(tx, messaging, request),
  });
  return {
    routes: [
      ...applicationRoutes({ ...common, followers }),
      ...applicationReportRoutes({ ...common, ...sizes, pool: downloads, namesOf, related }),
      ...(large.routes ?? []),
    ],
    finders: {
      ...large.finders,
      application: ofContractor((contractorId, id) => isApplicationOf(db, contractorId, id)),
      applicationNote: ofContractor((contractorId, id) => isNoteOf(db, contractorId, id)),
    },
    ownData: applicationData({ db, pool, clock, timeZone }),
    listeners: { 'number.stopped': withdrawContactsOf },
    jobs: [...applicationJobs({ ...common, lenders }), ...(large.jobs ?? [])],
    schedules: [
      ...documentSchedules({ ...common, lenders }),
      ...applicationSchedules({ ...common, log, messaging, publicUrl, contactsOf }),
    ],
    files: [documentFiles, ...(large.files ?? [])],
    pages: async (app) => {
      const shown = { ...common, publicUrl, counter };
      await app.register(consentPages({ ...shown, renderer }));
      await app.register(homeownerPages({ ...shown, followers, renderer }));
      shortLinkPage(app, shown);
    },
  };
}
