import type { Language } from '@lintel/contract/core/language';
import type { Database } from '../../platform/db/connect.ts';
import type { MessageAbout } from './about.ts';
import { notifyContractor, type ContractorNotification } from './contractor.ts';
import {
  queueEmail,
  queueMessage,
  type EmailDeps,
  type EmailRequest,
  type EventData,
} from './email/index.ts';
import {
  emailIn,
  events,
  type AddressEvent,
  type CustomerEvent,
  type EmailEventOf,
  type TextKindOf,
} from './events.ts';
import { notifyHomeowner, type HomeownerNotification } from './homeowner.ts';
import {
  queueText,
  textWords,
  type NotifyOutcome,
  type TextDeps,
  type TextFacts,
} from './text/index.ts';

/** What all channels need to queue messages. */
export type MessagingDeps = EmailDeps & TextDeps;

/** To a customer, by one channel. */
export type CustomerNotification = {
  [Event in CustomerEvent]: {
    event: Event;
    contractorId: number;
    /** The same key makes one message. */
    key: string;
    about: MessageAbout;
    language: Language;
    to: string;
  } & (
    | { by: 'email'; data: Omit<EventData[EmailEventOf<Event>], 'to'> }
    | { by: 'text'; data: TextFacts[TextKindOf<Event>] }
  );
}[CustomerEvent];

/** To the address or account in its data. */
export type AddressNotification<Event extends AddressEvent = AddressEvent> = EmailRequest<Event>;

type Notification =
  | ContractorNotification
  | HomeownerNotification
  | CustomerNotification
  | AddressNotification;

/**
 * Notifies people of an event in the caller's transaction: messages are sent when that commits, and
 * never when it doesn't. The catalog (`events.ts`) has the recipients and channels. A message to a
 * customer may be rejected, and the outcome gives the reason.
 */
export function notify(
  tx: Database,
  deps: MessagingDeps,
  notification: CustomerNotification,
): Promise<NotifyOutcome>;
export function notify(
  tx: Database,
  deps: MessagingDeps,
  notification: Exclude<Notification, CustomerNotification>,
): Promise<void>;
export async function notify(
  tx: Database,
  deps: MessagingDeps,
  notification: Notification,
): Promise<NotifyOutcome | void> {
  if (isTo('customer', notification)) return notifyCustomer(tx, deps, notification);
  if (isTo('contractor', notification)) return notifyContractor(tx, notification);
  if (isTo('homeowner', notification)) return notifyHomeowner(tx, deps, notification);
  return queueEmail(tx, deps, notification);
}

type To<Audience> = Extract<
  Notification,
  {
    event: {
      [Event in keyof typeof events]: (typeof events)[Event]['to'] extends Audience ? Event : never;
    }[keyof typeof events];
  }
>;

const isTo = <Audience extends (typeof events)[keyof typeof events]['to']>(
  audience: Audience,
  notification: Notification,
): notification is To<Audience> => events[notification.event].to === audience;

async function notifyCustomer(
  tx: Database,
  deps: MessagingDeps,
  { event, contractorId, key, about, language, to, ...message }: CustomerNotification,
): Promise<NotifyOutcome> {
  if (message.by === 'text') {
    const { text: kind } = events[event];
    const compose = async (): Promise<string> => textWords(language, kind, message.data);
    return queueText(tx, deps, { contractorId, key, kind, about, to, compose });
  }
  const { email } = events[event];
  const data = { to, ...message.data };
  await queueMessage(tx, deps, { event: emailIn(language, email), key, contractorId, about, data });
  return 'queued';
}
