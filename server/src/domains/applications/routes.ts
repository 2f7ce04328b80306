import type { Pool } from 'pg';
import * as contract from '@lintel/contract/applications/homeowner';
import { receiveLenderEvent } from '@lintel/contract/applications/lenders';
import { sources } from '@lintel/contract/applications/constants';
import { listFlaggedApplications } from '@lintel/contract/applications/flags';
import { graphApplications, readAnalytics } from '@lintel/contract/applications/graphs';
import {
  exportApplications,
  reportApplication,
  reportApplications,
} from '@lintel/contract/applications/report';
import type { HomeownerApplication, HomeownerOffer } from '@lintel/contract/applications/homeowner';
import { expiryOf } from '@lintel/contract/applications/progress';
import type { Config } from '../../platform/config.ts';
import { isSigned } from '../../platform/crypto/secrets.ts';
import { AppError } from '../../platform/errors.ts';
import { handle, type RequestFacts, type Route } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { Exports } from '../../platform/spreadsheet/exports.ts';
import { toDollars } from '../../platform/money.ts';
import { chooseOffer, withdrawApplication } from './choice.ts';
import {
  keepDraft,
  readByToken,
  setLanguage,
  startApplication,
  submitApplication,
  type IntakeDeps,
} from './intake.ts';
import { recordLenderEvent } from './lender-events.ts';
import { openWayBack } from './way-back.ts';
import { exportReport } from './export.ts';
import { readFlagged } from './flags-repository.ts';
import { readCounts, readGraphs } from './graphs.ts';
import { readOne, readReport } from './report.ts';
import type { Application, Offer } from './repository.ts';

export const applicationRoutes = (
  deps: IntakeDeps & { config: Config; linkKey: Uint8Array },
): Route[] => [
  handle(contract.startApplication, async ({ params, body, request }) => {
    const source = sources.find((one) => one === body.source) ?? 'page';
    const { address } = request;
    const token = await startApplication(deps, {
      pageName: params.pageName,
      source,
      language: body.language,
      draft: body.draft,
      address,
    });
    return view(deps, token);
  }),
  handle(contract.readApplication, ({ params }) => view(deps, params.token)),
  handle(contract.saveDraft, async ({ params, body }) => {
    await keepDraft(deps, params.token, body.draft);
    return view(deps, params.token);
  }),
  handle(contract.setLanguage, async ({ params, body }) => {
    await setLanguage(deps, params.token, body.language);
    return view(deps, params.token);
  }),
  handle(contract.submitApplication, async ({ params, body, request }) => {
    const { consent: _given, consentVersion, ...form } = body;
    await submitApplication(deps, {
      token: params.token,
      form,
      consentVersion,
      address: request.address,
    });
    return view(deps, params.token);
  }),
  handle(contract.chooseOffer, async ({ params, body }) => {
    await chooseOffer(deps, { ...params, ...body });
    return view(deps, params.token);
  }),
  handle(contract.withdrawApplication, async ({ params }) => {
    await withdrawApplication(deps, params.token);
    return view(deps, params.token);
  }),
  handle(contract.openWayBack, async ({ body }) => view(deps, await openWayBack(deps, body))),
  handle(receiveLenderEvent, async ({ body, request }) => {
    requireSignature(deps, request);
    return { received: true as const, ...(await recordLenderEvent(deps, 'webhook', body)) };
  }),
];

async function view(deps: IntakeDeps, token: string) {
  const { application, offers } = await readByToken(deps, token);
  return presentToHomeowner(token, application, offers);
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

interface ReportRouteDeps {
  db: Database;
  pool: Pool;
  clock: Clock;
  config: Config;
}

/** What contractors read of their applications, and what staff look at. */
export function applicationReportRoutes({ config, ...edges }: ReportRouteDeps): Route[] {
  const deps = { ...edges, timeZone: config.BUSINESS_TIME_ZONE };
  const exports = new Exports();
  return [
    handle(reportApplications, ({ query, caller }) => readReport(deps, caller, query)),
    handle(reportApplication, ({ owned }) => readOne(deps, owned)),
    handle(graphApplications, ({ query, caller }) => readGraphs(deps, caller, query)),
    handle(exportApplications, ({ query, caller }) => exportReport(deps, exports, caller, query)),
    handle(readAnalytics, ({ query, owned }) => readCounts(deps, owned.contractorId, query)),
    handle(listFlaggedApplications, ({ query }) => readFlagged(deps.db, query)),
  ];
}

/** The application as its homeowner sees it. */
function presentToHomeowner(
  token: string,
  application: Application,
  offers: Offer[],
): HomeownerApplication {
  return {
    token,
    status: statusOf(application),
    language: application.language,
    draft: application.draft,
    offers: offers.map(presentOffer),
    information: informationOf(application),
  };
}

/** What a lender waits for: nothing any more once it has approved. */
function informationOf(application: Application): HomeownerApplication['information'] {
  const {
    informationRequestedAt: since,
    informationWanted: wanted,
    approvedAt,
    isQualified,
  } = application;
  if (since === null || approvedAt !== null) return null;
  const { what = '', how = '' } = wanted ?? {};
  return { what, how, until: isQualified ? null : expiryOf(since).toISOString() };
}

function statusOf(application: Application): HomeownerApplication['status'] {
  // Money that was paid out is a fact, whatever was withdrawn.
  if (application.withdrawnAt !== null && application.fundedAt === null) return 'withdrawn';
  if (application.completedAt === null) return 'draft';
  if (application.answeredAt === null) return 'searching';
  return application.hasOffers ? 'offers' : 'no_offers';
}

const percentOf = (basisPoints: number | null) => (basisPoints === null ? null : basisPoints / 100);
const dollarsOf = (cents: number | null) => (cents === null ? null : toDollars(cents));

function presentOffer(offer: Offer): HomeownerOffer {
  const { amountCents, monthlyPaymentCents: monthly, termMonths, feesCents } = offer;
  const total = monthly === null || termMonths === null ? null : monthly * termMonths;
  return {
    id: offer.id,
    kind: offer.kind,
    lenderName: offer.lenderName,
    amount: toDollars(amountCents),
    apr: percentOf(offer.aprBasisPoints),
    termMonths,
    monthlyPayment: dollarsOf(monthly),
    rateType: offer.rateType,
    laterApr: percentOf(offer.laterAprBasisPoints),
    fees: dollarsOf(feesCents),
    // A home equity line without the home is none.
    securedByHome: offer.securedByHome ?? offer.kind === 'heloc',
    totalOfPayments: dollarsOf(total),
    // Rounded payments may come out a few cents below the amount.
    totalCost:
      total === null ? null : toDollars(Math.max(0, total + (feesCents ?? 0) - amountCents)),
    chosen: offer.chosenAt !== null,
    approved: offer.approvedAt !== null,
    funded: offer.fundedAt !== null,
    withdrawn: offer.withdrawnAt !== null,
  };
}
