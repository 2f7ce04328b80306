import type {
  HomeownerApplication,
  HomeownerDocument,
  HomeownerOffer,
  HomeownerRequest,
} from '@lintel/contract/applications/homeowner';
import type { NeededDetail } from '@lintel/contract/applications/needed-details';
import { expiryDate, getProgress } from '@lintel/contract/applications/progress';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { toDollars } from '../../../platform/money.ts';
import { selectReadable } from '../adverse-action/index.ts';
import { answersIn, findDetails, readNeededDetails, sentAnswers } from '../details/index.ts';
import { findChosen } from '../lenders/index.ts';
import { isExpired, isFunded, isGone, isReversed } from '../offer-state.ts';
import {
  selectDocuments,
  selectRequests,
  type HomeownerDocument as DocumentRow,
  type LenderRequest,
} from '../lender-requests/index.ts';
import { resolveAccess, openByToken, type Access } from '../access.ts';
import { selectOffers, type Application, type Offer } from '../repository.ts';
import { readContractorZone } from '../../contractors/index.ts';

interface WholeApplication {
  application: Application;
  timeZone: string;
  access: Access;
  offers: Offer[];
  requests: LenderRequest[];
  documents: DocumentRow[];
  /** How many notices of adverse action there are to read. */
  notices: number;
  details: ShownDetails;
}

/** Which details lenders need, and when they were given; never their values. */
interface ShownDetails {
  asked: NeededDetail[];
  givenAt: Date | null;
}

const noDetails: ShownDetails = { asked: [], givenAt: null };

/** Loads the homeowner's view of an application; `not_found` for an unknown secret. */
export async function readWhole(context: Context, token: string): Promise<WholeApplication> {
  const { db, config } = context;
  const opened = await openByToken(context, token);
  const { application } = opened;
  const access = resolveAccess(opened);
  const { contractorId } = application;
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  const opening = { application, access, timeZone };
  const details = await readDetails(db, application, access);
  if (access !== 'open')
    return { ...opening, details, offers: [], requests: [], documents: [], notices: 0 };
  const offers = await selectOffers(db, application);
  const requests = await selectRequests(db, application);
  const documents = requests.length === 0 ? [] : await selectDocuments(db, application);
  const notices = (await selectReadable(db, application)).length;
  return { ...opening, details, offers, requests, documents, notices };
}

/** The form has a step for details; they can be replaced while the owner checks the answers. */
async function readDetails(
  db: Database,
  application: Application,
  access: Access,
): Promise<ShownDetails> {
  const { completedAt, joinedTo, withdrawnAt, draft } = application;
  if (access === 'open' && completedAt === null && joinedTo === null)
    return { asked: await readNeededDetails(db, application, answersIn(draft)), givenAt: null };
  if (access !== 'confirm' || withdrawnAt !== null) return noDetails;
  const asked = await readNeededDetails(db, application, sentAnswers(application));
  const row = await findDetails(db, application);
  return { asked, givenAt: row?.erasedAt === null ? row.givenAt : null };
}

const presentDetails = ({ asked, givenAt }: ShownDetails): HomeownerApplication['details'] => ({
  asked: asked.map(({ need, states }) => ({ need, states: [...states] })),
  givenAt: iso(givenAt),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The homeowner's view of an application. */
export function presentToHomeowner(
  token: string,
  {
    application,
    access,
    timeZone,
    details,
    offers,
    requests,
    documents,
    notices,
  }: WholeApplication,
  now: Date,
): HomeownerApplication {
  if (access !== 'open')
    return {
      ...presentLocked(token, application, access),
      details: presentDetails(details),
      timeZone,
    };
  const chosen = findChosen(offers);
  const { step, actor } = getProgress(
    application,
    {
      isChosen: chosen !== undefined,
      isGone: offers.length > 0 && offers.every((offer) => isGone(offer, now)),
    },
    now,
  );
  return {
    token,
    status: homeownerStatus(application),
    language: application.language,
    timeZone,
    draft: application.draft,
    details: presentDetails(details),
    requestedAmount: dollarsOrNull(application.requestedAmountCents),
    monthlyBudget: dollarsOrNull(application.monthlyBudgetCents),
    offers: offers.map((offer) => presentOffer(offer, now)),
    information: presentInformation(application),
    // Other lenders' requests ended with their offers.
    requests: requests
      .filter(({ offerId }) => offerId === chosen?.id)
      .map((request) => presentRequest(request, documents)),
    times: {
      sent: iso(application.completedAt),
      answered: iso(application.answeredAt),
      chosen: iso(chosen?.chosenAt ?? null),
      approved: iso(application.approvedAt),
      funded: iso(application.fundedAt),
      withdrawn: iso(application.withdrawnAt),
    },
    next: { step, actor },
    notices,
  };
}

/** The view of a contested application: empty, or for its owner the answers to confirm. */
function presentLocked(
  token: string,
  application: Application,
  access: 'barred' | 'confirm',
): Omit<HomeownerApplication, 'timeZone' | 'details'> {
  const isOwner = access === 'confirm';
  const isOver = application.withdrawnAt !== null && application.fundedAt === null;
  return {
    token,
    status: !isOwner ? 'joined' : isOver ? 'withdrawn' : 'confirm',
    language: application.language,
    draft: isOwner ? application.draft : {},
    requestedAmount: isOwner ? dollarsOrNull(application.requestedAmountCents) : null,
    monthlyBudget: isOwner ? dollarsOrNull(application.monthlyBudgetCents) : null,
    offers: [],
    information: null,
    requests: [],
    times: {
      sent: isOwner ? iso(application.completedAt) : null,
      answered: null,
      chosen: null,
      approved: null,
      funded: null,
      withdrawn: isOwner ? iso(application.withdrawnAt) : null,
    },
    next: { step: 'fillIn', actor: 'homeowner' },
    notices: 0,
  };
}

const presentRequest = (
  { id, kind, what, how, until, state }: LenderRequest,
  documents: readonly DocumentRow[],
): HomeownerRequest => ({
  id,
  kind,
  what,
  how,
  until: until?.toISOString() ?? null,
  state,
  documents: documents.filter(({ requestId }) => requestId === id).map(presentDocument),
});

const presentDocument = (document: DocumentRow): HomeownerDocument => ({
  id: document.id,
  name: document.name,
  bytes: document.bytes,
  state: document.state,
  reason: document.reason,
  uploadedAt: document.uploadedAt.toISOString(),
});

/** The lender's open request; null after approval. */
function presentInformation(application: Application): HomeownerApplication['information'] {
  const {
    informationRequestedAt: since,
    informationWanted: wanted,
    approvedAt,
    isQualified,
  } = application;
  if (since === null || approvedAt !== null) return null;
  const { what = '', how = '' } = wanted ?? {};
  return { what, how, until: isQualified ? null : expiryDate(since).toISOString() };
}

function homeownerStatus(application: Application): HomeownerApplication['status'] {
  // A payout stays visible after a withdrawal.
  if (application.withdrawnAt !== null && application.fundedAt === null) return 'withdrawn';
  if (application.joinedTo !== null) return 'joined';
  if (application.completedAt === null) return 'draft';
  if (application.answeredAt === null) return 'searching';
  return application.hasOffers ? 'offers' : 'no_offers';
}

const toPercent = (basisPoints: number | null) => (basisPoints === null ? null : basisPoints / 100);
const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents));

/**
 * Total of all payments, in cents. Payments are rounded to the cent, so they may total a few cents
 * below the amount. The last payment makes up the difference, because no one repays less than they
 * borrowed.
 */
export const totalPayments = (
  monthlyCents: number,
  termMonths: number,
  amountCents: number,
): number => Math.max(monthlyCents * termMonths, amountCents);

function presentOffer(offer: Offer, now: Date): HomeownerOffer {
  const { amountCents, monthlyPaymentCents: monthly, termMonths, feesCents } = offer;
  const total =
    monthly === null || termMonths === null
      ? null
      : totalPayments(monthly, termMonths, amountCents);
  return {
    id: offer.id,
    kind: offer.kind,
    lenderName: offer.lenderName,
    amount: toDollars(amountCents),
    apr: toPercent(offer.aprBasisPoints),
    termMonths,
    monthlyPayment: dollarsOrNull(monthly),
    rateType: offer.rateType,
    laterApr: toPercent(offer.laterAprBasisPoints),
    fees: dollarsOrNull(feesCents),
    // A home equity line is always secured by the home.
    securedByHome: offer.securedByHome ?? offer.kind === 'heloc',
    totalOfPayments: dollarsOrNull(total),
    totalCost: total === null ? null : toDollars(total + (feesCents ?? 0) - amountCents),
    chosen: offer.chosenAt !== null,
    approved: offer.approvedAt !== null,
    funded: isFunded(offer),
    withdrawn: isGone(offer, now),
    expired: isExpired(offer, now),
    reversed: isReversed(offer),
    expiresAt: iso(offer.expiresAt),
    conditions: offer.conditions,
    conditionallyApproved: offer.conditionallyApprovedAt !== null,
    applyUrl: offer.chosenAt !== null && offer.fundedAt === null ? offer.applyUrl : null,
    lenderPhone: offer.lenderPhone,
  };
}
