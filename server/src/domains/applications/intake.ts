import type { ApplicationDraft, ApplicationForm } from '@lintel/contract/applications';
import type { Source } from '@lintel/contract/applications-constants';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { toCents } from '../../platform/money.ts';
import { findPublicPage } from '../pages/index.ts';
import { findFlags } from './flags-repository.ts';
import { tellOf, type Tell } from './news.ts';
import { askLenders, tellChoice } from './queue-jobs.ts';
import * as repository from './repository.ts';

export interface IntakeDeps {
  db: Database;
  clock: Clock;
  tell: Tell;
}
type Reading = Pick<IntakeDeps, 'db'>;

/** Starts an application on a public page and returns the secret that opens it. Throws `not_found` for an unknown page. */
export async function startApplication(
  { db, clock }: Omit<IntakeDeps, 'tell'>,
  start: { pageName: string; source: Source; draft: ApplicationDraft; address: string },
): Promise<string> {
  const page = await findPublicPage(db, start.pageName);
  if (page === undefined) throw new AppError('not_found');
  const token = newSecret();
  await repository.insertApplication(db, {
    contractorId: page.contractorId,
    pageId: page.id,
    source: start.source,
    tokenHash: hashSecret(token),
    reference: newSecret().slice(0, 24),
    draft: start.draft,
    ...nameOf(start.draft),
    startedAt: clock.now(),
    address: start.address,
  });
  return token;
}

/** Keeps what is typed so far. Throws `application_closed` once the application was sent. */
export async function keepDraft({ db }: Reading, token: string, draft: ApplicationDraft): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, token);
    if (application.completedAt !== null) throw new AppError('application_closed');
    const whole = { ...application.draft, ...draft };
    await repository.setApplication(tx, application.id, { draft: whole, ...nameOf(whole) });
  });
}

export interface Submission {
  token: string;
  form: ApplicationForm;
  consentVersion: string;
  address: string;
}

/** Sends the application: its columns, the consent and the job that asks the lenders are one transaction. A second time changes nothing. */
export async function submitApplication(
  { db, clock, tell }: IntakeDeps,
  { token, form, consentVersion, address }: Submission,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, token);
    if (application.completedAt !== null) return;
    const { firstName, lastName, requestedAmount, ...columns } = form;
    const sent = { applicantName: `${firstName} ${lastName}`, requestedAmountCents: toCents(requestedAmount) };
    const { id, contractorId } = application;
    await repository.setApplication(tx, id, {
      ...columns,
      ...sent,
      // For staff to look at; it never stands in the homeowner's way.
      flags: await findFlags(tx, { id, contractorId, email: columns.email, phone: columns.phone, address }, now),
      draft: { ...columns, firstName, lastName, requestedAmount: String(requestedAmount) },
      completedAt: now,
      consentAt: now,
      consentVersion,
      address,
    });
    const step = 'sent the application';
    await tellOf(tx, tell, { ...application, ...sent }, { event: 'application-step', what: 'sent', step });
    await enqueue(tx, askLenders, { applicationId: id }, { key: `ask-lenders-${id}` });
  });
}

/** Chooses an offer and lets the lender know. The same choice again changes nothing; another one is added to the first. */
export async function chooseOffer({ db, clock, tell }: IntakeDeps, token: string, offerId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, token);
    const offer = await repository.selectOffer(tx, application.id, offerId);
    if (offer === undefined) throw new AppError('not_found');
    if (offer.chosenAt !== null) return;
    if (application.fundedAt !== null) throw new AppError('application_closed');
    await repository.setOffer(tx, offer.id, { chosenAt: clock.now() });
    const step = `chose an offer of ${offer.lenderName}`;
    const news = { event: 'application-step', what: `chosen-${offerId}`, step, cents: offer.amountCents } as const;
    await tellOf(tx, tell, application, news);
    await enqueue(tx, tellChoice, { applicationId: application.id, offerId }, { key: `tell-choice-${offerId}` });
  });
}

/** The application with its offers; `not_found` for a secret that opens none. */
export async function readByToken({ db }: Reading, token: string) {
  const application = await repository.findByToken(db, hashSecret(token));
  if (application === undefined) throw new AppError('not_found');
  return { application, offers: await repository.selectOffers(db, application.id) };
}

async function lockByToken(db: Database, token: string): Promise<repository.Application> {
  const tokenHash = hashSecret(token);
  if ((await repository.findByToken(db, tokenHash)) === undefined) throw new AppError('not_found');
  const locked = await repository.lockApplication(db, { tokenHash });
  if (locked === undefined) throw new AppError('not_found');
  return locked;
}

/** The contractor's report shows who has started, as far as they have told. */
function nameOf(draft: ApplicationDraft): { applicantName: string; email: string; phone: string } {
  const { firstName = '', lastName = '', email = '', phone = '' } = draft;
  return { applicantName: `${firstName} ${lastName}`.trim(), email, phone: phone.replace(/\D/g, '') };
}
