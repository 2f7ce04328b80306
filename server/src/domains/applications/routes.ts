import { challengeSubmission } from '@lintel/contract/applications/admission';
import * as contract from '@lintel/contract/applications/homeowner';
import { receiveNamedLenderEvent, receiveLenderEvent } from '@lintel/contract/lenders/events';
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
import type { Context } from '../../platform/context.ts';
import { lookUpCode } from '../../platform/access-links/index.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import {
  admit,
  challengeFor,
  requireOpen,
  requireServed,
  getFollowers,
  confirmApplication,
  replaceApplication,
  storeDraft,
  sendDraftLink,
  setLanguage,
  startApplication,
  submitApplication,
  presentToHomeowner,
  readWhole,
  endReturnLink,
  openReturnLink,
} from './form/index.ts';
import {
  chooseOffer,
  findSender,
  recordLenderEvent,
  unknownFields,
  withdrawApplication,
} from './lenders/index.ts';
import { replaceDetails } from './details/index.ts';
import { removeDocument, uploadDocument } from './lender-requests/index.ts';
import {
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
  readOne,
  readReport,
} from './contractor-view/index.ts';
import { resolveAccess, openByToken, readByToken } from './access.ts';
import { findRecords, makeRecord, recordHeaders } from './consents/index.ts';
import { exportReport, startExport } from './exports/index.ts';

export const applicationRoutes = (context: Context): Route[] => [
  handle(contract.startApplication, async ({ params, body, request }) => {
    await requireOpen(context);
    const source = sources.find((one) => one === body.source) ?? 'page';
    const { address } = request;
    const token = await startApplication(context, {
      pageName: params.pageName,
      source,
      language: body.language,
      draft: body.draft,
      address,
      link: body.link,
    });
    return view(context, token);
  }),
  handle(contract.readApplication, ({ params }) => view(context, params.token)),
  handle(contract.saveDraft, async ({ params, body }) => {
    await storeDraft(context, params.token, body.draft);
    return view(context, params.token);
  }),
  handle(contract.sendDraftLink, async ({ params }) => {
    await sendDraftLink(context, params.token);
    return view(context, params.token);
  }),
  handle(contract.setLanguage, async ({ params, body }) => {
    await setLanguage(context, params.token, body.language);
    return view(context, params.token);
  }),
  handle(contract.submitApplication, async ({ params, body, request }) => {
    const { address, userAgent } = request;
    await requireOpen(context);
    await requireServed(context.db, body.state);
    await admit(context, { token: params.token, body, address });
    const { consents, work: _done, website: _empty, former, details, ...form } = body;
    await submitApplication(context, {
      token: params.token,
      form,
      consents,
      details,
      from: { address, userAgent },
      former,
    });
    return (await formerView(context, params.token, former)) ?? view(context, params.token);
  }),
  handle(contract.chooseOffer, async ({ params, body }) => {
    await chooseOffer(context, { ...params, ...body });
    return view(context, params.token);
  }),
  handle(contract.withdrawApplication, async ({ params }) => {
    await withdrawApplication(context, params.token);
    return view(context, params.token);
  }),
  ...secretRoutes(context),
  handle(contract.uploadDocument, async ({ params, request, upload }) => {
    await uploadDocument(context, { ...params, address: request.address, open: upload });
    return view(context, params.token);
  }),
  handle(contract.removeDocument, async ({ params }) => {
    await removeDocument(context, params);
    return view(context, params.token);
  }),
  handle(receiveLenderEvent, async ({ body, request }) => {
    requireSignature(context, request);
    const extra = unknownFields(request, body);
    const booked = await recordLenderEvent(context, 'webhook', body, { extra });
    return { received: true as const, ...booked };
  }),
  handle(receiveNamedLenderEvent, async ({ params, body, request }) => {
    const lender = await findSender(context, params.lender, request);
    const extra = unknownFields(request, body);
    const booked = await recordLenderEvent(context, lender, body, { extra });
    return { received: true as const, ...booked };
  }),
];

/** Routes for proof of ownership, confirmation, sign-out, and live updates. */
const secretRoutes = (context: Context): Route[] => [
  handle(challengeSubmission, ({ params }) => challengeFor(context, params.token)),
  handle(contract.confirmApplication, async ({ params }) => {
    await confirmApplication(context, params.token);
    return view(context, params.token);
  }),
  handle(contract.replaceDetails, async ({ params, body }) => {
    await replaceDetails(context, { ...params, ...body });
    return view(context, params.token);
  }),
  handle(contract.replaceApplication, async ({ params }) =>
    view(context, await replaceApplication(context, params.token)),
  ),
  handle(contract.leaveDevice, async ({ params }) => {
    await endReturnLink(context, params.token);
    return { left: true as const };
  }),
  handle(contract.openReturnLink, async ({ body, request }) =>
    view(context, await lookUpCode(context, request.address, () => openReturnLink(context, body))),
  ),
  handle(contract.followApplication, async ({ params, request }) => {
    const { application } = await readByToken(context, params.token);
    return {
      content: getFollowers(context).open(application, request.address, () =>
        mayFollow(context, params.token),
      ),
      // Keeps proxies from compressing or buffering the stream.
      headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
    };
  }),
];

async function view(context: Context, token: string) {
  return presentToHomeowner(token, await readWhole(context, token), context.clock.now());
}

/** A stream ends when its secret expires or someone else claims the application. */
const mayFollow = (context: Context, token: string): Promise<boolean> =>
  openByToken(context, token).then(
    (opened) => resolveAccess(opened) === 'open',
    () => false,
  );

/** The application that this one was joined to, if the browser also has its secret. */
async function formerView(context: Context, token: string, former: string | undefined) {
  const { application } = await readByToken(context, token);
  if (application.joinedTo === null || former === undefined) return null;
  const storedApplication = await readByToken(context, former).catch(() => null);
  return storedApplication?.application.id === application.joinedTo ? view(context, former) : null;
}

function requireSignature({ config, clock }: Context, request: RequestFacts): void {
  const secret = config.LENDER_WEBHOOK_SECRET;
  const header = request.headers['lintel-signature'];
  const signed =
    secret !== undefined &&
    typeof header === 'string' &&
    isSigned(secret, request.rawBody, header, clock.now());
  if (!signed) throw new AppError('unauthorized');
}

/** Routes for contractors' applications and for staff review. */
export function applicationReportRoutes(context: Context): Route[] {
  const exports = new Exports();
  return [
    handle(reportApplications, ({ query, caller }) => readReport(context, caller, query)),
    handle(reportApplication, ({ caller, owned }) => readOne(context, caller, owned)),
    handle(addNote, ({ caller, owned, body }) => writeNote(context, caller, owned, body)),
    handle(removeNote, async ({ caller, owned }) => {
      await dropNote(context, caller, owned, owned.applicationNoteId);
      return { message: 'Note removed' };
    }),
    handle(setFollowUp, ({ caller, owned, body }) => planFollowUp(context, caller, owned, body)),
    handle(endFollowUp, async ({ caller, owned }) => {
      await finishFollowUp(context, caller, owned);
      return { message: 'Follow-up done' };
    }),
    handle(reopenFollowUp, ({ owned }) => reopen(context, owned)),
    handle(countApplicationStages, ({ query, caller }) => readStages(context, caller, query)),
    handle(graphApplications, ({ query, caller }) => readGraphs(context, caller, query)),
    handle(askForApplicationsExport, ({ body, caller }) => startExport(context, caller, body)),
    handle(exportApplications, ({ query, caller }) =>
      exportReport(context, exports, caller, query),
    ),
    handle(readAnalytics, ({ query, owned }) => readCounts(context, owned.contractorId, query)),
    handle(flags.listFlaggedApplications, ({ query }) => readFlagged(context.db, query)),
    handle(flags.reviewFlaggedApplication, ({ params, caller }) =>
      reviewFlagged(context, caller, params.applicationId),
    ),
    handle(findConsents, ({ query }) => findRecords(context.db, query)),
    handle(fetchConsentRecord, async ({ params, caller }) => ({
      content: await makeRecord(context, caller, params.applicationId),
      headers: recordHeaders(params.applicationId),
    })),
  ];
}
