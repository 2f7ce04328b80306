import type { z } from 'zod';
import { notificationOptions } from '@lintel/contract/emails/constants';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { MessageAbout } from './about.ts';
import { contractorEvent, events, type ContractorEvent, type EmailEventName } from './catalog.ts';
import { queueMessage, selectPreferences, type EventData } from './email/index.ts';
import { enqueuePush } from './push/index.ts';
import { notifyPeople } from './queue-jobs.ts';

/** An event at a contractor; recipients are added later. */
export type ContractorNotification = {
  [Event in ContractorEvent]: {
    event: Event;
    contractorId: number;
    /** The same key notifies each person once. */
    key: string;
    about: MessageAbout;
    data: Omit<EventData[EmailEventName<Event>], 'user'>;
  };
}[ContractorEvent];

export type ApplicationNotification = Extract<
  ContractorNotification,
  { data: { application: unknown } }
>;

/** Notifies a contractor's people and their devices once the caller's transaction has committed. */
export async function notifyContractor(
  tx: Database,
  { event, contractorId, key, about, data }: ContractorNotification,
): Promise<void> {
  await enqueue(
    tx,
    notifyPeople,
    { event: events[event].email, contractorId, key, about, data },
    { key: `email-news:${key}` },
  );
  const { push } = contractorEvent(event);
  if (push !== undefined)
    await enqueuePush(tx, { contractorId, applicationId: about.id, kind: push, key });
}

/** Queues one e-mail for each subscribed person. Safe to run twice: each e-mail has its own key. */
export async function notifyEach(
  context: Context,
  { contractorId, event, key, about, data }: z.output<typeof notifyPeople.payload>,
): Promise<void> {
  const { db } = context;
  const contacts = await context.accounts.contactsOf(db, contractorId);
  const chosen = await selectPreferences(
    db,
    contacts.map(({ userId }) => userId),
  );
  const { preferences } = contractorEvent(event);
  const interested = contacts.filter(({ userId }) =>
    preferences.includes(chosen.get(userId) ?? notificationOptions[0].key),
  );
  await db.transaction(async (tx) => {
    for (const { userId, email, firstname, lastname } of interested)
      await queueMessage(tx, context, {
        event,
        key: `${key}:${userId}`,
        contractorId,
        about,
        data: { ...data, user: { firstname, lastname, email } },
      });
  });
}
