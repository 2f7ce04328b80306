import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { notify, type ContactsOf, type MessagingDeps } from '../../messaging/index.ts';
import {
  lockFollowUp,
  markReminded,
  selectUnreminded,
  type OfApplication,
} from './notes-repository.ts';
import { findPageAndCompany, findRow } from '../repository.ts';
import { zonesOf } from '../../contractors/index.ts';

export interface FollowUpDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  messaging: MessagingDeps;
  publicUrl: string;
  timeZone: string;
  /** The people of a contractor who may read its applications. */
  contactsOf: ContactsOf;
}

/** So many are reminded of in one run; the next run goes on. */
const atMost = 5_000;
/** In these hours of a contractor's day reminders are sent, so that nobody gets one at night. */
const hours = { from: 7, until: 21 } as const;
/** No day begins earlier anywhere: what is due is due here first. */
const earliestZone = 'Pacific/Kiritimati';

const hourIn = (at: Date, timeZone: string): number =>
  Number(at.toLocaleString('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }));

/** Whether a day has come in a time zone and its reminders may be sent. */
function isDue(dueOn: string, now: Date, timeZone: string): boolean {
  const hour = hourIn(now, timeZone);
  return dueOn <= dayIn(now, timeZone) && hour >= hours.from && hour < hours.until;
}

/**
 * Sends the reminders of follow-ups whose day has come for their contractor. May run twice: each is
 * sent once. One that fails doesn't hold up the others.
 */
export async function remindOfFollowUps(deps: FollowUpDeps): Promise<void> {
  const { db, clock, log, timeZone } = deps;
  const now = clock.now();
  const soon = await selectUnreminded(db, dayIn(now, earliestZone), atMost);
  const zoneOf = await zonesOf(
    db,
    soon.map(({ contractorId }) => contractorId),
    timeZone,
  );
  const due = soon.filter(({ dueOn, contractorId }) => isDue(dueOn, now, zoneOf(contractorId)));
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
  const { clock, messaging, publicUrl } = deps;
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
  await notify(tx, messaging, {
    event: 'follow-up-due',
    key: `follow-up-${contractorId}-${applicationId}-${followUp.setAt.getTime()}`,
    contractorId,
    about: { kind: 'application', id: applicationId },
    data: {
      user: { firstname, lastname, email },
      company: { name: companyName },
      application: { name: applicantName === '' ? 'A homeowner' : applicantName },
      note: followUp.note,
      link: `${publicUrl}/reports-applications/${applicationId}`,
    },
  });
}
