import type { NotificationKey } from '@lintel/contract/emails/constants';
import { notificationOptions } from '@lintel/contract/emails/constants';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import type { EventData } from './event-data.ts';
import { selectPreferences } from './preference-repository.ts';
import { tellContractor } from './queue-jobs.ts';
import { queueEmail, type EmailDeps } from './queue.ts';

/** The users of a contractor who can be told, as identity knows them. */
export type ContactsOf = (
  db: Database,
  contractorId: number,
) => Promise<{ userId: number; email: string; firstname: string; lastname: string }[]>;

type ApplicationEvent = 'application-step' | 'offers-received' | 'funding-received';

export interface ContractorNews {
  contractorId: number;
  event: ApplicationEvent;
  /** What happened: the same key tells each user once. */
  key: string;
  /** The users are added. */
  data: Omit<EventData[ApplicationEvent], 'user'>;
}

/** What each choice lets through. */
const wanted: Record<NotificationKey, readonly ApplicationEvent[]> = {
  notify_every_step: ['application-step', 'offers-received', 'funding-received'],
  notify_receive_offers: ['offers-received'],
  notify_receive_funding: ['funding-received'],
  do_not_notify: [],
};

/**
 * Tells the contractor's users, each by their own choice, once the caller's transaction has
 * committed.
 */
export async function notifyContractor(
  tx: Database,
  _deps: EmailDeps,
  news: ContractorNews,
): Promise<void> {
  await enqueue(tx, tellContractor, news, { key: `email-news:${news.key}` });
}

/**
 * Queues one message for each user who wants it. May run twice: each message has a key of its own.
 */
export async function fanOut(
  deps: EmailDeps & { db: Database; contactsOf: ContactsOf },
  news: ContractorNews,
): Promise<void> {
  const contacts = await deps.contactsOf(deps.db, news.contractorId);
  const chosen = await selectPreferences(
    deps.db,
    contacts.map(({ userId }) => userId),
  );
  const told = contacts.filter(({ userId }) =>
    wanted[chosen.get(userId) ?? notificationOptions[0].key].includes(news.event),
  );
  await deps.db.transaction(async (tx) => {
    for (const { userId, email, firstname, lastname } of told) {
      const { contractorId, event, key, data } = news;
      await queueEmail(tx, deps, {
        event,
        key: `${key}:${userId}`,
        contractorId,
        data: { ...data, user: { firstname, lastname, email } },
      });
    }
  });
}
