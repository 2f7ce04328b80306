import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { lockByToken } from '../access.ts';
import { changed } from '../changed.ts';
import { eraseDetails } from '../details/index.ts';
import { removeAllFiles, withdrawRequests } from '../lender-requests/index.ts';
import { choiceEvents, deadEndEvents, cancelHomeownerMessages } from '../homeowner-news.ts';
import { queueNoticeCheck } from '../notice-check.ts';
import { reportChoice, reportGivenUp } from '../queue-jobs.ts';
import {
  selectOffers,
  setApplication,
  setOffer,
  type Application,
  type Offer,
} from '../repository.ts';

/** The homeowner's chosen offer: at most one per application. */
export const findChosen = (offers: readonly Offer[]): Offer | undefined =>
  offers.find(({ chosenAt }) => chosenAt !== null);

export interface Choice {
  token: string;
  offerId: number;
  /** The choice that this one replaces, as the homeowner saw it; null for none. */
  replaces: number | null;
}

/**
 * Chooses an offer and notifies its lender. The same choice again changes nothing. Another choice
 * replaces the current one if it names it, until a lender has approved. Throws `conflict` when the
 * current choice isn't the one the homeowner saw, `application_closed` when it can no longer be
 * changed, `not_found` for another application's offer.
 */
export async function chooseOffer(
  context: Context,
  { token, offerId, replaces }: Choice,
): Promise<void> {
  const { db, clock, emit } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const application = await lockByToken(tx, context, token);
    const offers = await selectOffers(tx, application);
    const offer = offers.find(({ id }) => id === offerId);
    if (offer === undefined) throw new AppError('not_found');
    const living = findChosen(offers);
    if (living?.id === offer.id) return;
    requireChangeable(application, { living, offer, now });
    if ((living?.id ?? null) !== replaces) throw changedMeanwhile(living);
    const chosen = await choose(tx, context, { application, offer, living, now });
    await changed(tx, application);
    await queueNoticeCheck(tx, application);
    await emit(tx, 'application.homeowner-news', {
      application,
      event: 'homeowner-choice',
      occasion: `${offer.id}-${chosen}`,
      facts: { lender: offer.lenderName },
    });
    const step =
      living === undefined
        ? `chose an offer from ${offer.lenderName}`
        : `chose ${offer.lenderName} instead of ${living.lenderName}`;
    const what = `chosen-${offerId}-${application.choices}`;
    await emit(tx, 'application.progressed', {
      application,
      event: 'application-step',
      what,
      step,
      amounts: { chosen: offer.amountCents },
    });
  });
}

const closed = (message: string): AppError => new AppError('application_closed', { message });

function requireChangeable(
  application: Application,
  { living, offer, now }: Pick<Choosing, 'living' | 'offer' | 'now'>,
): void {
  if (application.withdrawnAt !== null) throw closed('You have withdrawn this application.');
  if (application.fundedAt !== null) throw closed('This application has already been paid out.');
  if (offer.expiresAt !== null && offer.expiresAt <= now)
    throw closed(`This offer from ${offer.lenderName} has expired.`);
  if (offer.withdrawnAt !== null) throw closed(`${offer.lenderName} has withdrawn this offer.`);
  if (living !== undefined && living.approvedAt !== null)
    throw closed(
      `${living.lenderName} has already approved your choice. Please call them if you want a different offer.`,
    );
}

const changedMeanwhile = (living: Offer | undefined): AppError =>
  new AppError('conflict', {
    message:
      living === undefined
        ? 'Your choice is no longer active. Please choose again.'
        : `You already chose ${living.lenderName}. If you want a different offer, please choose again.`,
  });

const toApplicationKey = ({ contractorId, id: applicationId }: Application) => ({
  contractorId,
  applicationId,
});

interface Choosing {
  application: Application;
  offer: Offer;
  /** The choice that it replaces. */
  living: Offer | undefined;
  now: Date;
}

/**
 * Makes an offer the current choice, notifies the previous lender, and withdraws that lender's
 * requests. Returns the number of this choice in the application.
 */
async function choose(
  tx: Database,
  context: Context,
  { application, offer, living, now }: Choosing,
): Promise<number> {
  const choice = application.choices + 1;
  if (living !== undefined)
    await endChoice(tx, context, { application, living, ended: { replacedAt: now }, now });
  await cancelHomeownerMessages(tx, context, application, deadEndEvents);
  await setOffer(tx, offer, { chosenAt: now, replacedAt: null });
  await setApplication(tx, application, {
    choices: choice,
    informationRequestedAt: null,
    informationWanted: null,
  });
  const payload = { ...toApplicationKey(application), offerId: offer.id, choice };
  await enqueue(tx, reportChoice, payload, { key: `tell-choice-${offer.id}-${choice}` });
  return choice;
}

interface Ending {
  application: Application;
  living: Offer;
  ended: { replacedAt?: Date };
  now: Date;
}

/**
 * Ends the current choice, notifies its lender, and cancels queued messages about it. The caller
 * increases the application's choice counter.
 */
export async function endChoice(
  tx: Database,
  context: Context,
  { application, living, ended, now }: Ending,
): Promise<void> {
  const { choices } = application;
  await setOffer(tx, living, { chosenAt: null, ...ended });
  await withdrawRequests(tx, application, { offerId: living.id, now });
  await cancelHomeownerMessages(tx, context, application, choiceEvents);
  const choice = choices + 1;
  const payload = { ...toApplicationKey(application), offerId: living.id, choice };
  await enqueue(tx, reportGivenUp, payload, { key: `tell-given-up-${living.id}-${choice}` });
}

/**
 * Withdraws a sent application for its homeowner: notifies the chosen lender and ends the return
 * links. Repeating it changes nothing. Throws `application_closed` before sending and after
 * funding.
 */
export async function withdrawApplication(context: Context, token: string): Promise<void> {
  const { db, clock, emit } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const application = await lockByToken(tx, context, token, 'confirm');
    if (application.withdrawnAt !== null) return;
    await endApplication(tx, context, application, now);
    await emit(tx, 'application.homeowner-news', {
      application,
      event: 'homeowner-withdrawn',
      occasion: 'once',
      facts: {},
    });
  });
}

/**
 * Ends a sent application in the caller's transaction, which has locked it, and notifies the chosen
 * lender and the contractor. Throws `application_closed` as `withdrawApplication` does.
 */
export async function endApplication(
  tx: Database,
  context: Context,
  application: Application,
  now: Date,
): Promise<void> {
  if (application.completedAt === null) throw closed('This application was never sent.');
  if (application.fundedAt !== null) {
    throw closed('This application has already been paid out. Please call the lender.');
  }
  const living = findChosen(await selectOffers(tx, application));
  if (living !== undefined) await endChoice(tx, context, { application, living, ended: {}, now });
  await withdrawRequests(tx, application, { now });
  await removeAllFiles(tx, application);
  await eraseDetails(tx, application, now);
  const choices = application.choices + 1;
  await setApplication(tx, application, {
    withdrawnAt: now,
    choices,
    informationRequestedAt: null,
    informationWanted: null,
  });
  await changed(tx, application);
  await queueNoticeCheck(tx, application);
  await context.emit(tx, 'application.progressed', {
    application,
    event: 'application-step',
    what: 'withdrawn',
    step: 'withdrew the application',
  });
  await cancelHomeownerMessages(tx, context, application, [
    'homeowner-received',
    'homeowner-confirm',
    'homeowner-offers',
    ...deadEndEvents,
    ...choiceEvents,
  ]);
}
