import type {
  ContractorOffer,
  TimelineEvent,
  OfferState,
  reportApplication,
} from '@lintel/contract/applications/application-detail';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import type { Context } from '../../../platform/context.ts';
import { dayIn } from '../../../platform/days.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { toDollars } from '../../../platform/money.ts';
import { readPaymentStatus, readContractorZone } from '../../contractors/index.ts';
import { readRelated, selectSent } from './related.ts';
import { findDetails, type DetailsRow } from '../details/index.ts';
import { selectConsents } from '../consents/index.ts';
import { presentFollowUp, presentNote } from './notes.ts';
import { findFollowUp, selectNotes, type FollowUpRow, type NoteRow } from './notes-repository.ts';
import {
  readExtras,
  readRoutes,
  selectFundings,
  sumOffers,
  type Funding,
} from '../lenders/index.ts';
import { presentReportRow } from './present-report.ts';
import { selectReportRow } from './report-repository.ts';
import { isExpired, isReversed } from '../offer-state.ts';
import { findRow, selectOffers, type Application, type Offer } from '../repository.ts';

/** One application of a contractor with all related data. Throws `not_found`. */
export async function readOne(
  context: Context,
  caller: Caller,
  { contractorId, applicationId }: { contractorId: number; applicationId: number },
): Promise<ResponseBody<typeof reportApplication>> {
  const { db, clock, config, accounts } = context;
  const of = { contractorId, applicationId };
  const which = { contractorId, id: applicationId };
  const now = clock.now();
  const [
    row,
    application,
    offers,
    fundings,
    extras,
    routes,
    given,
    consents,
    notes,
    followUp,
    sent,
    related,
  ] = await Promise.all([
    selectReportRow(db, which, now),
    findRow(db, which),
    selectOffers(db, which),
    selectFundings(db, which),
    caller.switched ? readExtras(db, which) : [],
    caller.switched ? readRoutes(db, which) : [],
    caller.switched ? findDetails(db, which) : undefined,
    selectConsents(db, which),
    selectNotes(db, of),
    findFollowUp(db, of),
    selectSent(db, of),
    readRelated(context, caller, of),
  ]);
  if (row === undefined || application === undefined) throw new AppError('not_found');
  const people = [...notes, ...(followUp ? [followUp] : [])].map(({ authorId }) => authorId);
  if (followUp?.doneBy != null) people.push(followUp.doneBy);
  const names = await accounts.namesOf(db, [...new Set(people)]);
  const timeZone = await readContractorZone(db, contractorId, config.BUSINESS_TIME_ZONE);
  return {
    data: {
      ...presentReportRow(row, sumOffers(row.offers), now),
      monthlyBudget: dollarsOrNull(row.monthlyBudgetCents),
    },
    details: {
      source: application.source,
      project: application.project,
      offers: offers.map((offer) => presentOffer(offer, now)),
      happenings: listTimelineEvents({
        application,
        offers,
        fundings,
        notes,
        followUp,
        names,
        sent,
      }),
      consents: consents.map(({ row: { kind, answer, at, effectiveFrom } }) => ({
        kind,
        answer,
        at: at.toISOString(),
        effectiveFrom,
      })),
      notes: notes.map((note) => presentNote(note, names, caller)),
      followUp:
        followUp?.doneAt === null ? presentFollowUp(followUp, names, dayIn(now, timeZone)) : null,
      ...related,
      lenderExtras: extras,
      lenderRoutes: routes,
      applicantDetails: given === undefined ? null : presentGiven(given),
    },
    paymentStatus: await readPaymentStatus(db, contractorId),
  };
}

const dollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : toDollars(cents);

/** That details were given, never their values. */
const presentGiven = ({ needs, givenAt, erasedAt }: DetailsRow) => ({
  needs,
  givenAt: givenAt.toISOString(),
  erasedAt: erasedAt?.toISOString() ?? null,
});

const presentOffer = (offer: Offer, now: Date): ContractorOffer => ({
  id: offer.id,
  kind: offer.kind,
  lenderName: offer.lenderName,
  amount: toDollars(offer.amountCents),
  monthlyPayment: dollarsOrNull(offer.monthlyPaymentCents),
  isQualified: offer.isQualified,
  state: offerState(offer, now),
  receivedAt: offer.receivedAt.toISOString(),
  fundedAmount: isReversed(offer) ? null : dollarsOrNull(offer.fundedAmountCents),
  reversedAmount: offer.reversedAmountCents === 0 ? null : toDollars(offer.reversedAmountCents),
  dealerFee: dollarsOrNull(offer.dealerFeeCents),
});

function offerState(offer: Offer, now: Date): OfferState {
  if (isReversed(offer)) return 'reversed';
  if (offer.fundedAt !== null) return 'funded';
  if (isExpired(offer, now)) return 'expired';
  if (offer.withdrawnAt !== null) return 'withdrawn';
  if (offer.approvedAt !== null) return 'approved';
  if (offer.chosenAt !== null) return 'chosen';
  return offer.replacedAt === null ? 'open' : 'replaced';
}

interface DetailData {
  application: Application;
  offers: readonly Offer[];
  fundings: readonly Funding[];
  notes: readonly NoteRow[];
  followUp: FollowUpRow | undefined;
  names: ReadonlyMap<number, string>;
  sent: Awaited<ReturnType<typeof selectSent>>;
}

type Moment = Omit<TimelineEvent, 'at'> & { at: Date | null };

const applicationMoment = (what: TimelineEvent['what'], at: Date | null): Moment => ({
  key: what,
  what,
  at,
  who: null,
  amount: null,
  message: null,
});

function listTimelineEvents({
  application,
  offers,
  fundings,
  notes,
  followUp,
  names,
  sent,
}: DetailData): TimelineEvent[] {
  const { answeredAt, hasOffers } = application;
  const whose = (id: number): string | null => names.get(id) ?? null;
  const moments: Moment[] = [
    applicationMoment('started', application.startedAt),
    applicationMoment('sent', application.completedAt),
    applicationMoment('answered-none', hasOffers || offers.length > 0 ? null : answeredAt),
    applicationMoment('information', application.informationRequestedAt),
    // A full reversal ends an application without the homeowner.
    applicationMoment('withdrawn', offers.some(isReversed) ? null : application.withdrawnAt),
    ...offers.flatMap(offerMoments),
    ...fundings.map((funding) => fundingMoment(funding, offers)),
    ...notes.map(({ id, at, authorId }) => ({
      ...applicationMoment('note', at),
      key: `note-${id}`,
      who: whose(authorId),
    })),
    ...(followUp === undefined
      ? []
      : [
          { ...applicationMoment('follow-up', followUp.setAt), who: whose(followUp.authorId) },
          {
            ...applicationMoment('follow-up-done', followUp.doneAt),
            who: whose(followUp.doneBy ?? 0),
          },
        ]),
    ...sent.map((message) => ({ who: null, amount: null, ...message })),
  ];
  return moments
    .flatMap(({ at, ...rest }) => (at === null ? [] : [{ ...rest, at }]))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}

function offerMoments(offer: Offer): Moment[] {
  const amount = toDollars(offer.amountCents);
  const offerMoment = (
    what: TimelineEvent['what'],
    at: Date | null,
    sum: number | null,
  ): Moment => ({
    key: `${what}-${offer.id}`,
    what,
    at,
    who: offer.lenderName,
    amount: sum,
    message: null,
  });
  return [
    offerMoment('offer', offer.receivedAt, amount),
    offerMoment('chosen', offer.chosenAt, amount),
    offerMoment('replaced', offer.replacedAt, null),
    offerMoment('taken-back', isReversed(offer) ? null : offer.withdrawnAt, null),
    offerMoment('approved', offer.approvedAt, amount),
  ];
}

function fundingMoment(
  { id, offerId, at, amountCents }: Funding,
  offers: readonly Offer[],
): Moment {
  const what = amountCents > 0 ? 'funded' : 'reversed';
  return {
    key: `${what}-${id}`,
    what,
    at,
    who: offers.find((offer) => offer.id === offerId)?.lenderName ?? null,
    amount: toDollars(Math.abs(amountCents)),
    message: null,
  };
}
