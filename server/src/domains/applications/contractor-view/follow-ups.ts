import type { Context } from '../../../platform/context.ts';
import { dayIn } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { notify } from '../../messaging/index.ts';
import {
  lockFollowUp,
  markReminded,
  selectUnreminded,
  type ApplicationKey,
} from './notes-repository.ts';
import { findPageAndCompany, findRow } from '../repository.ts';
import { readZones } from '../../contractors/index.ts';

/** Most reminders per run; the next run continues. */
const atMost = 5_000;
/** Hours of the contractor's day in which reminders are sent, to avoid nights. */
const hours = { from: 7, until: 21 } as const;
/** The earliest time zone: days begin here first. */
const earliestZone = 'Pacific/Kiritimati';

const hourIn = (at: Date, timeZone: string): number =>
  Number(at.toLocaleString('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }));

/** Whether the day has come in a time zone, at an hour when reminders may be sent. */
function isDue(dueOn: string, now: Date, timeZone: string): boolean {
  const hour = hourIn(now, timeZone);
  return dueOn <= dayIn(now, timeZone) && hour >= hours.from && hour < hours.until;
}

/**
 * Sends due follow-up reminders. Safe to run twice: each is sent once. A failure doesn't hold up
 * the others.
 */
export async function sendFollowUpReminders(context: Context): Promise<void> {
  const { db, clock, config, log } = context;
  const now = clock.now();
  const soon = await selectUnreminded(db, dayIn(now, earliestZone), atMost);
  const zoneOf = await readZones(
    db,
    soon.map(({ contractorId }) => contractorId),
    config.BUSINESS_TIME_ZONE,
  );
  const due = soon.filter(({ dueOn, contractorId }) => isDue(dueOn, now, zoneOf(contractorId)));
  await oneByOne(due, {
    log,
    work: (of) => db.transaction((tx) => remind(tx, context, of)),
    failed: ({ applicationId }) => `No reminder was sent for application ${applicationId}`,
  });
}

/**
 * Notifies the author, or the owner if the author can no longer read applications, as after a staff
 * visit.
 */
async function remind(tx: Database, context: Context, of: ApplicationKey): Promise<void> {
  const { clock, config, accounts } = context;
  const { contractorId, applicationId } = of;
  const followUp = await lockFollowUp(tx, of);
  const application = await findRow(tx, { contractorId, id: applicationId });
  if (followUp === undefined || application === undefined) return;
  if (followUp.remindedAt !== null || followUp.doneAt !== null) return;
  await markReminded(tx, of, clock.now());
  const contacts = await accounts.contactsOf(tx, contractorId);
  const reader = contacts.find(({ userId }) => userId === followUp.authorId) ?? contacts[0];
  if (reader === undefined) return;
  const { companyName } = await findPageAndCompany(tx, application.pageId);
  const { firstname, lastname, email } = reader;
  const { applicantName } = application;
  await notify(tx, context, {
    event: 'follow-up-due',
    key: `follow-up-${contractorId}-${applicationId}-${followUp.setAt.getTime()}`,
    contractorId,
    about: { kind: 'application', id: applicationId },
    data: {
      user: { firstname, lastname, email },
      company: { name: companyName },
      application: { name: applicantName === '' ? 'A homeowner' : applicantName },
      note: followUp.note,
      link: `${config.publicUrl}/reports-applications/${applicationId}`,
    },
  });
}
