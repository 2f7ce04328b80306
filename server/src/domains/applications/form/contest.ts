import {
  createContractorSecret,
  referenceLength,
} from '../../../platform/crypto/contractor-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { resolveAccess, lockByToken } from '../access.ts';
import { changed } from '../changed.ts';
import { contactAddress } from '../contact.ts';
import { findChosen, endApplication } from '../lenders/index.ts';
import { selectWaitingDocuments, sendDocument } from '../lender-requests/index.ts';
import { queueNoticeCheck } from '../notice-check.ts';
import { submitToLenders, reportChoice } from '../queue-jobs.ts';
import * as repository from '../repository.ts';
import { endDeviceSecrets, endFormSecrets, findByToken, issueSecret } from '../secrets.ts';
import type { Application } from '../repository.ts';
import type { ContactKind } from '../tables.ts';

// Anyone can type another person's e-mail and phone. When the same two are typed twice, either form
// may be an impostor's. From then on, the application belongs to the owner of the e-mail or the
// phone: only a link sent there opens it, and its answers count once they are confirmed.

/** Days within which a second application joins the one in progress. */
const joinDays = 30;

interface JoinRequest {
  /** The form being sent. */
  application: Application;
  email: string;
  phone: string;
  /** The secret of an application that this browser sent before. */
  former: string | undefined;
  now: Date;
}

/**
 * Joins a form to the application in progress with the same contacts, in the caller's transaction;
 * false if the form goes to lenders on its own.
 */
export async function join(
  tx: Database,
  context: Context,
  { application, email, phone, former, now }: JoinRequest,
): Promise<boolean> {
  const { contractorId } = application;
  const { emit } = context;
  const since = new Date(now.getTime() - joinDays * 86_400_000);
  const found = await repository.findUnderWay(tx, { contractorId, email, phone }, since);
  const present = found && (await repository.lockApplication(tx, found));
  if (present === undefined || present.withdrawnAt !== null || present.fundedAt !== null)
    return false;
  const owner = ownerAfter(application, { email, phone });
  if (owner !== null && present.provenBy === null) {
    // The owner applies again, and no one has proven ownership of the other one.
    await endApplication(tx, context, present, now);
    await endFormSecrets(tx, context, present);
    await endDeviceSecrets(tx, context, present);
    return false;
  }
  // Two people own one contact each, so each has an application.
  if (owner !== null && owner !== present.provenBy) return false;
  const isSameBrowser = former !== undefined && (await opens(tx, context, former, present));
  await repository.setApplication(tx, application, {
    joinedTo: present.id,
    draft: {},
    applicantName: '',
    email: '',
    phone: '',
  });
  const step = 'applied again: joined the application under way';
  const what = `again-${application.id}`;
  await emit(tx, 'application.progressed', {
    application: present,
    event: 'application-step',
    what,
    step,
  });
  if (isSameBrowser || present.provenBy !== null) {
    await emit(tx, 'application.homeowner-news', {
      application: present,
      event: 'homeowner-received',
      occasion: what,
      facts: {},
    });
    return true;
  }
  await contest(tx, context, present, { again: application.id, now });
  return true;
}

/** The contact by which the form's sender has proven ownership, if the form still names it. */
export const ownerAfter = (
  application: Application,
  form: Pick<Application, 'email' | 'phone'>,
): ContactKind | null => {
  const { provenBy } = application;
  return provenBy !== null &&
    contactAddress(application, provenBy) === contactAddress(form, provenBy)
    ? provenBy
    : null;
};

async function opens(
  tx: Database,
  context: Context,
  secret: string,
  { id }: Application,
): Promise<boolean> {
  const opened = await findByToken(tx, context, secret);
  return opened?.application.id === id && resolveAccess(opened) === 'open';
}

/** Blocks every secret of an application until its owner opens the link sent now. */
async function contest(
  tx: Database,
  context: Context,
  present: Application,
  { again, now }: { again: number; now: Date },
): Promise<void> {
  await repository.setApplication(tx, present, { contestedAt: present.contestedAt ?? now });
  await endDeviceSecrets(tx, context, present);
  await changed(tx, present);
  await queueNoticeCheck(tx, present);
  await context.emit(tx, 'application.homeowner-news', {
    application: present,
    event: 'homeowner-confirm',
    occasion: `again-${again}`,
    facts: {},
  });
}

/**
 * Confirms the answers of a contested application for its owner, so that lenders proceed. Repeating
 * it changes nothing.
 */
export async function confirmApplication(context: Context, token: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const application = await lockByToken(tx, context, token, 'confirm');
    if (application.contestedAt === null || application.confirmedAt !== null) return;
    await repository.setApplication(tx, application, { confirmedAt: now });
    await resume(tx, application);
    await changed(tx, application);
    await queueNoticeCheck(tx, application);
  });
}

/** Queues what lenders didn't get while the application was unconfirmed. */
async function resume(tx: Database, application: Application): Promise<void> {
  const { contractorId, id: applicationId } = application;
  const which = { contractorId, applicationId };
  if (application.answeredAt === null)
    await enqueue(tx, submitToLenders, which, { key: `ask-lenders-${applicationId}` });
  const living = findChosen(await repository.selectOffers(tx, application));
  if (living !== undefined) {
    const choice = application.choices;
    const key = `tell-choice-${living.id}-${choice}`;
    await enqueue(tx, reportChoice, { ...which, offerId: living.id, choice }, { key });
  }
  for (const documentId of await selectWaitingDocuments(tx, application))
    await enqueue(
      tx,
      sendDocument,
      { ...which, documentId },
      { key: `send-document-${documentId}` },
    );
}

/**
 * Replaces a contested application for its owner: ends it at all lenders, starts an empty form, and
 * returns the form's secret. Throws `application_closed` once the application was confirmed or
 * funded, or if its page is closed.
 */
export async function replaceApplication(context: Context, token: string): Promise<string> {
  const { db, clock } = context;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const application = await lockByToken(tx, context, token, 'confirm');
    const { provenBy } = application;
    if (application.contestedAt === null || application.confirmedAt !== null || provenBy === null)
      throw new AppError('application_closed');
    await endApplication(tx, context, application, now);
    return beginOwn(tx, context, application, provenBy);
  });
}

/**
 * Starts an empty form for the proven owner of one contact and returns its secret. It contains only
 * the e-mail and phone. Throws `application_closed` if the page is closed.
 */
export async function beginOwn(
  tx: Database,
  context: Context,
  application: Application,
  owner: ContactKind,
): Promise<string> {
  const { contractorId, pageId, source, language, email, phone } = application;
  if (!(await repository.isPageOpen(tx, pageId)))
    throw new AppError('application_closed', {
      message: 'This page no longer takes applications.',
    });
  const id = await repository.insertApplication(tx, {
    contractorId,
    pageId,
    source,
    language,
    email,
    phone,
    draft: { email, phone },
    provenBy: owner,
    reference: createContractorSecret(contractorId, referenceLength),
    startedAt: context.clock.now(),
  });
  return issueSecret(tx, context, { contractorId, id }, 'application');
}
