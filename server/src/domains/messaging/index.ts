import type { Context } from '../../platform/context.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Part, PartWithRows } from '../../platform/part.ts';
import { part as email } from './email/index.ts';
import { notifyEach } from './contractor.ts';
import { part as push } from './push/index.ts';
import { notifyPeople } from './queue-jobs.ts';
import { part as text } from './text/index.ts';

export type { HomeownerEvent } from './catalog.ts';
export type { ContactsOf, MessagingContext as MessagingDeps } from './context.ts';
export type { ApplicationNotification } from './contractor.ts';
export type { DeliveryResult, FailedEmail, StoppedNumber } from './events.ts';
export type { HomeownerFacts, HomeownerRecipient } from './homeowner.ts';
export { notify, type AddressNotification } from './notify.ts';
export {
  countFailed,
  countUnsent,
  emailPersons,
  emailRetention,
  readEmailStatuses,
  ensureBuiltInEmails,
  forgetMessages,
  insertTemplate,
  isUndeliverable,
  isUnsubscribed,
  leftAt,
  requireDeliverable,
  showsOutbox,
  takeBackMessages,
  type EmailOf,
  type OnceLink,
  type ToUser,
} from './email/index.ts';
export { carryPush, forgetPushes, type PushCarrier } from './push/index.ts';
export {
  forgetTexts,
  openTexts,
  segmentsOf,
  stoppedOf,
  takeBackTexts,
  textOutlook,
  textRetention,
  textsAbout,
  textWords,
  readTextStatuses,
  type NotifyOutcome,
  type TextProvider,
} from './text/index.ts';

/** Messages by e-mail, text, and push: each channel's queue, sending, and delivery status. */
export function part(context: Context): {
  parts: Part[];
  finders: PartWithRows<'pushDevice'>['finders'];
} {
  const ofPush = push(context);
  const own: Part = { jobs: [onJob(notifyPeople, (news) => notifyEach(context, news))] };
  return { parts: [email(context), text(context), ofPush, own], finders: ofPush.finders };
}
