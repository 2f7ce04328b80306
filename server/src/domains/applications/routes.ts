import { challengeSubmission } from '@lintel/contract/applications/admission';
import * as contract from '@lintel/contract/applications/homeowner';
import { receiveLenderEvent } from '@lintel/contract/applications/lenders';
import { sources } from '@lintel/contract/applications/constants';
import { fetchConsentRecord, findConsents } from '@lintel/contract/applications/consents';
import * as flags from '@lintel/contract/applications/flags';
import { askForApplicationsExport } from '@lintel/contract/applications/large-exports';
import {
  countApplicationStages,
  graphApplications,
  readAnalytics,
} from '@lintel/contract/applications/graphs';
import {
  addNote,
  endFollowUp,
  removeNote,
  reopenFollowUp,
  reportApplication,
  setFollowUp,
} from '@lintel/contract/applications/application-detail';
import { exportApplications, reportApplications } from '@lintel/contract/applications/report';
import type { Brand } from '@lintel/contract/brand';
import type { Config } from '../../platform/config.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import {
  admit,
  challengeFor,
  requireOpen,
  requireServed,
  type Followers,
  confirmApplication,
  replaceApplication,
  keepDraft,
  sendDraftLink,
  setLanguage,
  startApplication,
  submitApplication,
  type SubmitDeps,
  presentToHomeowner,
  readWhole,
  leaveWayBack,
  openWayBack,
} from './form/index.ts';
import { chooseOffer, withdrawApplication, recordLenderEvent } from './lenders/index.ts';
import { removeDocument, uploadDocument, type DocumentDeps } from './lender-requests/index.ts';
import {
  type RelatedRecords,
  readFlagged,
  reviewFlagged,
  readCounts,
  readGraphs,
  readStages,
  dropNote,
  finishFollowUp,
  planFollowUp,
  reopenFollowUp as reopen,
  writeNote,
  type DeskDeps,
  readOne,
  readReport,
} from './contractor-view/index.ts';
import { accessOf, openByToken, readByToken, type IntakeDeps } from './access.ts';
import { findRecords, makeRecord, recordHeaders } from './consents/index.ts';
import { askForExport, exportReport, type ExportDeps } from './exports/index.ts';

interface ViewDeps extends IntakeDeps {
  timeZone: string;
}

export const applicationRoutes = (
  deps: DocumentDeps &
    SubmitDeps &
    ViewDeps & {
      config: Config;
      linkKey: Uint8Array;
      workKey: string;
      followers: Followers;
    },
): Route[] => [
  handle(contract.startApplication, async ({ params, body, request }) => {
    await requireOpen(deps);
    const source = sources.find((one) => one === body.source) ?? 'page';
    const { address } = request;
    const token = await startApplication(deps, {
      pageName: params.pageName,
      source,
      language: body.language,
      draft: body.draft,
      address,
      link: body.link,
    });
    return view(deps, token);
  }),
  handle(contract.readApplication, ({ params }) => view(deps, params.token)),
  handle(contract.saveDraft, async ({ params, body }) => {
    await keepDraft(deps, params.token, body.draft);
    return view(deps, params.token);
  }),
  handle(contract.sendDraftLink, async ({ params }) => {
    await sendDraftLink(deps, params.token);
    return view(deps, params.token);
  }),
  handle(contract.setLanguage, async ({ params, body }) => {
    await setLanguage(deps, params.token, body.language);
    return view(deps, params.token);
  }),
  handle(contract.submitApplication, async ({ params, body, request }) => {
    const { address, userAgent } = request;
    await requireOpen(deps);
    await requireServed(deps.db, body.state);
    await admit(deps, { token: params.token, body, address });
    const { consents, work: _done, website: _empty, former, ...form } = body;
    await submitApplication(deps, {
      token: params.token,
      form,
      consents,
      from: { address, userAgent },
      former,
    });
    return (await formerView(deps, params.token, former)) ?? view(deps, params.token);
  }),
  handle(contract.chooseOffer, async ({ params, body }) => {
    await chooseOffer(deps, { ...params, ...body });
    return view(deps, params.token);
  }),
  handle(contract.withdrawApplication, async ({ params }) => {
    await withdrawApplication(deps, params.token);
    return view(deps, params.token);
  }),
  ...secretRoutes(deps),
  handle(contract.uploadDocument, async ({ params, request, upload }) => {
    await uploadDocument(deps, { ...params, address: request.address, open: upload });
    return view(deps, params.token);
  }),
  handle(contract.removeDocument, async ({ params }) => {
    await removeDocument(deps, params);
    return view(deps, params.token);
  }),
  handle(receiveLenderEvent, async ({ body, request }) => {
    requireSignature(deps, request);
    return { received: true as const, ...(await recordLenderEvent(deps, 'webhook', body)) };
  }),
];

/** Routes for proof of ownership, confirmation, sign-out, and live updates. */
const secretRoutes = (
  deps: ViewDeps & { linkKey: Uint8Array; workKey: string; followers: Followers },
): Route[] => [
  handle(challengeSubmission, ({ params }) => challengeFor(deps, params.token)),
  handle(contract.confirmApplication, async ({ params }) => {
    await confirmApplication(deps, params.token);
    return view(deps, params.token);
  }),
  handle(contract.replaceApplication, async ({ params }) =>
    view(deps, await replaceApplication(deps, params.token)),
  ),
  handle(contract.leaveDevice, async ({ params }) => {
    await leaveWayBack(deps, params.token);
    return { left: true as const };
  }),
  handle(contract.openWayBack, async ({ body }) => view(deps, await openWayBack(deps, body))),
  handle(contract.followApplication, async ({ params, request }) => {
    const { application } = await readByToken(deps, params.token);
    return {
      content: deps.followers.open(application, request.address, () =>
        mayFollow(deps, params.token),
      ),
      // Keeps proxies from compressing or buffering the stream.
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
    };
  }),
];

async function view(deps: ViewDeps, token: string) {
  return presentToHomeowner(token, await readWhole(deps, token), deps.clock.now());
}

/** A stream ends when its secret expires or someone else claims the application. */
const mayFollow = (deps: IntakeDeps, token: string): Promise<boolean> =>
  openByToken(deps, token).then(
    (opened) => accessOf(opened) === 'open',
    () => false,
  );

/** The application that this one was joined to, if the browser also has its secret. */
async function formerView(deps: ViewDeps, token: string, former: string | undefined) {
  const { application } = await readByToken(deps, token);
  if (application.joinedTo === null || former === undefined) return null;
  const kept = await readByToken(deps, former).catch(() => null);
  return kept?.application.id === application.joinedTo ? view(deps, former) : null;
}

function requireSignature(
  { config, clock }: Pick<IntakeDeps, 'clock'> & { config: Config },
  request: RequestFacts,
): void {
  const secret = config.LENDER_WEBHOOK_SECRET;
  const header = request.headers['lintel-signature'];
  const signed =
    secret !== undefined &&
    typeof header === 'string' &&
    isSigned(secret, request.rawBody, header, clock.now());
  if (!signed) throw new AppError('unauthorized');
}

interface ReportRouteDeps extends Pick<ExportDeps, 'pool' | 'mostRowsAtOnce' | 'mostSheetRows'> {
  db: Database;
  clock: Clock;
  config: Config;
  brand: Brand;
  namesOf: DeskDeps['namesOf'];
  related: RelatedRecords;
}

/** Routes for contractors' applications and for staff review. */
export function applicationReportRoutes({ config, brand, ...edges }: ReportRouteDeps): Route[] {
  const deps = { ...edges, timeZone: config.BUSINESS_TIME_ZONE };
  const exports = new Exports();
  return [
    handle(reportApplications, ({ query, caller }) => readReport(deps, caller, query)),
    handle(reportApplication, ({ caller, owned }) => readOne(deps, caller, owned)),
    handle(addNote, ({ caller, owned, body }) => writeNote(deps, caller, owned, body)),
    handle(removeNote, async ({ caller, owned }) => {
      await dropNote(deps, caller, owned, owned.applicationNoteId);
      return { message: 'Note removed' };
    }),
    handle(setFollowUp, ({ caller, owned, body }) => planFollowUp(deps, caller, owned, body)),
    handle(endFollowUp, async ({ caller, owned }) => {
      await finishFollowUp(deps, caller, owned);
      return { message: 'Follow-up done' };
    }),
    handle(reopenFollowUp, ({ owned }) => reopen(deps, owned)),
    handle(countApplicationStages, ({ query, caller }) => readStages(deps, caller, query)),
    handle(graphApplications, ({ query, caller }) => readGraphs(deps, caller, query)),
    handle(askForApplicationsExport, ({ body, caller }) => askForExport(deps, caller, body)),
    handle(exportApplications, ({ query, caller }) => exportReport(deps, exports, caller, query)),
    handle(readAnalytics, ({ query, owned }) => readCounts(deps, owned.contractorId, query)),
    handle(flags.listFlaggedApplications, ({ query }) => readFlagged(deps.db, query)),
    handle(flags.reviewFlaggedApplication, ({ params, caller }) =>
      reviewFlagged(deps, caller, params.applicationId),
    ),
    handle(findConsents, ({ query }) => findRecords(deps.db, query)),
    handle(fetchConsentRecord, async ({ params, caller }) => ({
      content: await makeRecord({ ...deps, brand }, caller, params.applicationId),
      headers: recordHeaders(params.applicationId),
    })),
  ];
}
