import type { Language } from '@lintel/contract/core/language';
import type { Database } from '../../platform/db/connect.ts';
import type { MessageAbout } from './about.ts';
import { notifyContractor, type ContractorNotification } from './contractor.ts';
import {
  emailIn,
  events,
  type AddressEvent,
  type CustomerEvent,
  type EmailEventName,
  type TextKindName,
} from './catalog.ts';
import type { MessagingContext } from './context.ts';
import { queueEmail, queueMessage, type EmailRequest, type EventData } from './email/index.ts';
import { notifyHomeowner, type HomeownerNotification } from './homeowner.ts';
import { queueText, textWords, type NotifyOutcome, type TextFacts } from './text/index.ts';

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
    | { by: 'email'; data: Omit<EventData[EmailEventName<Event>], 'to'> }
    | { by: 'text'; data: TextFacts[TextKindName<Event>] }
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
 * never when it doesn't. The catalog (`catalog.ts`) has the recipients and channels. A message to a
 * customer may be rejected, and the outcome gives the reason.
 */
export function notify(
  tx: Database,
  context: MessagingContext,
  notification: CustomerNotification,
): Promise<NotifyOutcome>;
export function notify(
  tx: Database,
  context: MessagingContext,
  notification: Exclude<Notification, CustomerNotification>,
): Promise<void>;
export async function notify(
  tx: Database,
  context: MessagingContext,
  notification: Notification,
): Promise<NotifyOutcome | void> {
  if (isTo('customer', notification)) return notifyCustomer(tx, context, notification);
  if (isTo('contractor', notification)) return notifyContractor(tx, notification);
  if (isTo('homeowner', notification)) return notifyHomeowner(tx, context, notification);
  return queueEmail(tx, context, notification);
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
  context: MessagingContext,
  { event, contractorId, key, about, language, to, ...message }: CustomerNotification,
): Promise<NotifyOutcome> {
  if (message.by === 'text') {
    const { text: kind } = events[event];
    const compose = async (): Promise<string> => textWords(language, kind, message.data);
    return queueText(tx, context, { contractorId, key, kind, about, to, compose });
  }
  const { email } = events[event];
  const data = { to, ...message.data };
  await queueMessage(tx, context, {
    event: emailIn(language, email),
    key,
    contractorId,
    about,
    data,
  });
  return 'queued';
}
