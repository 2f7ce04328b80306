import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { dayIn } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { queueEmail, type ContactsOf, type EmailDeps } from '../emails/index.ts';
import {
  lockFollowUp,
  markReminded,
  selectUnreminded,
  type OfApplication,
} from './desk-repository.ts';
import { findPageAndCompany, findRow } from './repository.ts';

export interface FollowUpDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  mail: EmailDeps;
  publicUrl: string;
  timeZone: string;
  /** The people of a contractor who may read its applications. */
  contactsOf: ContactsOf;
}

/** So many are reminded of in one run; the next run goes on. */
const atMost = 5_000;

/**
 * Writes to whoever wanted to be reminded of an application today. May run twice: each is reminded
 * of once. One that fails keeps none of the others waiting.
 */
export async function remindOfFollowUps(deps: FollowUpDeps): Promise<void> {
  const { db, clock, log, timeZone } = deps;
  const due = await selectUnreminded(db, dayIn(clock.now(), timeZone), atMost);
  await oneByOne(due, {
    log,
    work: (of) => db.transaction((tx) => remind(tx, deps, of)),
    failed: ({ applicationId }) => `Nobody was reminded of application ${applicationId}`,
  });
}

/**
 * To who set it, or to the owner where that account reads applications no longer, as a member of
 * staff does not.
 */
async function remind(tx: Database, deps: FollowUpDeps, of: OfApplication): Promise<void> {
  const { clock, mail, publicUrl } = deps;
  const { contractorId, applicationId } = of;
  const followUp = await lockFollowUp(tx, of);
  const application = await findRow(tx, { contractorId, id: applicationId });
  if (followUp === undefined || application === undefined) return;
  if (followUp.remindedAt !== null || followUp.doneAt !== null) return;
  await markReminded(tx, of, clock.now());
  const contacts = await deps.contactsOf(tx, contractorId);
  const reader = contacts.find(({ userId }) => userId === followUp.authorId) ?? contacts[0];
  if (reader === undefined) return;
  const { companyName } = await findPageAndCompany(tx, application.pageId);
  const { firstname, lastname, email } = reader;
  const { applicantName } = application;
  await queueEmail(tx, mail, {
    event: 'follow-up-due',
    key: `follow-up-${contractorId}-${applicationId}-${followUp.setAt.getTime()}`,
    contractorId,
    data: {
      user: { firstname, lastname, email },
      company: { name: companyName },
      application: { name: applicantName === '' ? 'A homeowner' : applicantName },
      note: followUp.note,
      link: `${publicUrl}/reports-applications/${applicationId}`,
    },
  });
}
