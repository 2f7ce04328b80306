import type { SentConsents } from '@lintel/contract/applications/consents';
import type { DetailValues } from '@lintel/contract/applications/details';
import type { ApplicationDraft, ApplicationForm } from '@lintel/contract/applications/form';
import { findProblems } from '@lintel/contract/applications/rules';
import { messages } from '@lintel/contract/core/field-rules';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Language } from '@lintel/contract/core/language';
import type { Source } from '@lintel/contract/applications/constants';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { newSecret } from '../../../platform/crypto/secrets.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { toCents } from '../../../platform/money.ts';
import { findPublicPage } from '../../pages/index.ts';
import { lockByToken, readByToken } from '../access.ts';
import { changed } from '../changed.ts';
import { join, ownerAfter } from './contest.ts';
import { checkDetails, keepDetails } from '../details/index.ts';
import {
  checkConsents,
  checkDisclosure,
  keepDisclosure,
  storeConsents,
  type ConsentSource,
} from '../consents/index.ts';
import * as repository from '../repository.ts';
import { findFlags } from '../contractor-view/index.ts';
import { submitToLenders } from '../queue-jobs.ts';
import { issueSecret } from '../secrets.ts';
import {
  createContractorSecret,
  referenceLength,
} from '../../../platform/crypto/contractor-secrets.ts';

/**
 * Starts an application on a public page and returns its secret. Throws `not_found` for an unknown
 * page.
 */
export async function startApplication(
  context: Context,
  start: {
    pageName: string;
    source: Source;
    language?: Language;
    draft: ApplicationDraft;
    address: string;
    /** The code of the contractor's link. */
    link?: string | undefined;
  },
): Promise<string> {
  const page = await findPublicPage(context.db, start.pageName);
  if (page === undefined) throw new AppError('not_found');
  const { contractorId } = page;
  const { clock, emit } = context;
  return context.db.transaction(async (tx) => {
    const applicationId = await repository.insertApplication(tx, {
      contractorId,
      pageId: page.id,
      source: start.source,
      language: start.language ?? 'en',
      reference: createContractorSecret(contractorId, referenceLength),
      draft: start.draft,
      ...draftContact(start.draft),
      startedAt: clock.now(),
      address: start.address,
    });
    const { link: linkCode } = start;
    if (linkCode !== undefined)
      await emit(tx, 'application.started', { contractorId, applicationId, linkCode });
    return issueSecret(tx, context, { contractorId, id: applicationId }, 'application');
  });
}

/** Saves the draft. Throws `application_closed` once the application was sent. */
export async function storeDraft(
  context: Context,
  token: string,
  draft: ApplicationDraft,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const application = await lockByToken(tx, context, token);
    if (application.completedAt !== null || application.joinedTo !== null)
      throw new AppError('application_closed');
    const whole = { ...application.draft, ...draft };
    const named = draftContact(whole);
    const provenBy = ownerAfter(application, named);
    await repository.setApplication(tx, application, { draft: whole, ...named, provenBy });
  });
}

/** Draft links per application and hour. */
const linksAnHour = 3;

/**
 * Sends a link to continue the draft to the typed address. Requires the phone, because the link
 * asks for its last digits. The caller can't see whether the address is over its limit or
 * unsubscribed.
 */
export async function sendDraftLink(context: Context, token: string): Promise<void> {
  const { db, counter, emit } = context;
  const { id } = (await readByToken(context, token)).application;
  await counter.take(`draft-link:${id}`, linksAnHour, 3600);
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, context, token);
    if (application.completedAt !== null) throw new AppError('application_closed');
    const [lacking] = keysOf(findProblems(['email', 'phone'], application.draft));
    if (lacking !== undefined) throw invalidField(lacking, messages.required);
    await emit(tx, 'application.homeowner-news', {
      application,
      event: 'homeowner-draft',
      occasion: newSecret().slice(0, 16),
      facts: {},
    });
  });
}

/** Stores the homeowner's language. */
export async function setLanguage(
  context: Context,
  token: string,
  language: Language,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const application = await lockByToken(tx, context, token);
    await repository.setApplication(tx, application, { language });
  });
}

export interface Submission {
  token: string;
  form: ApplicationForm;
  consents: SentConsents;
  /** What lenders need beyond the form, as typed. */
  details?: DetailValues | undefined;
  from: ConsentSource;
  /** The secret of an application that this browser sent before. */
  former?: string | undefined;
}

/**
 * Sends the application: its columns, the consents, and the job that contacts the lenders are one
 * transaction. Repeating it changes nothing. If the same e-mail and phone have an application in
 * progress with the contractor, nothing is sent: a message links to that one, because either
 * browser may be an impostor's (`contest.ts`). Throws field errors for a consent to a text that
 * wasn't shown, and for details that lenders need.
 */
export async function submitApplication(
  context: Context,
  { token, form, consents, details = {}, from, former }: Submission,
): Promise<void> {
  const { db, clock, config, emit } = context;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const application = await lockByToken(tx, context, token);
    if (application.completedAt !== null || application.joinedTo !== null) return;
    // Checked first, so that a wrong text reveals nothing about an application in progress.
    const checking = { sent: consents, brand: brandFromConfig(config), now };
    const checked = await checkConsents(tx, application, checking);
    const disclosure = await checkDisclosure(tx, application, {
      state: form.state,
      hash: consents.state?.hash,
      brand: checking.brand,
      now,
    });
    const given = await checkDetails(tx, context, application, { answers: form, details });
    const { id, contractorId } = application;
    await emit(tx, 'application.submitted', { contractorId, applicationId: id });
    const { email, phone } = form;
    if (await join(tx, context, { application, email, phone, former, now })) return;
    const { firstName, lastName, requestedAmount, monthlyBudget, ...columns } = form;
    const sent = {
      applicantName: `${firstName} ${lastName}`,
      requestedAmountCents: toCents(requestedAmount),
      monthlyBudgetCents: monthlyBudget === null ? null : toCents(monthlyBudget),
    };
    const { address } = from;
    const person = { name: sent.applicantName, email, phone };
    await repository.setApplication(tx, application, {
      ...columns,
      ...sent,
      // For staff review only; flags never block the homeowner.
      flags: await findFlags(tx, { id, contractorId, email, phone, address }, now),
      draft: {
        ...columns,
        firstName,
        lastName,
        requestedAmount: String(requestedAmount),
        monthlyBudget: monthlyBudget === null ? '' : String(monthlyBudget),
      },
      completedAt: now,
      provenBy: ownerAfter(application, form),
      ...(await storeConsents(tx, application, { checked, from, person, now })),
      address,
    });
    if (disclosure !== null) await keepDisclosure(tx, application, disclosure, now);
    if (given !== null) await keepDetails(tx, context, application, { given, now });
    await emit(tx, 'application.progressed', {
      application: { ...application, ...sent },
      event: 'application-sent',
      what: 'sent',
      step: 'sent the application',
    });
    await changed(tx, application);
    const stored = await repository.lockApplication(tx, application);
    if (stored !== undefined)
      await emit(tx, 'application.homeowner-news', {
        application: stored,
        event: 'homeowner-received',
        occasion: 'once',
        facts: {},
      });
    await enqueue(
      tx,
      submitToLenders,
      { contractorId, applicationId: id },
      { key: `ask-lenders-${id}` },
    );
  });
}

/** Fills the contractor's report with what the draft contains so far. */
function draftContact(draft: ApplicationDraft): {
  applicantName: string;
  email: string;
  phone: string;
} {
  const { firstName = '', lastName = '', email = '', phone = '' } = draft;
  return {
    applicantName: `${firstName} ${lastName}`.trim(),
    email,
    phone: phone.replace(/\D/g, ''),
  };
}
