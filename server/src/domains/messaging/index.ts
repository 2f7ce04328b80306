import type { Context } from '../../platform/context.ts';
import { onJob } from '../../platform/jobs/job.ts';
import type { Part, PartWithRows } from '../../platform/part.ts';
import { addressRetention, emailChannel, part as email } from './email/index.ts';
import { notifyEach } from './contractor.ts';
import { part as push, pushChannel } from './push/index.ts';
import { messageRetention, part as queue } from './queue/index.ts';
import { notifyPeople } from './queue-jobs.ts';
import { messagingSteps } from './setup-steps.ts';
import { part as text, textChannel } from './text/index.ts';

export type { HomeownerEvent } from './catalog.ts';
export type { ApplicationNotification } from './contractor.ts';
export type { DeliveryResult } from './events.ts';
export type { HomeownerFacts, HomeownerRecipient } from './homeowner.ts';
export { notify } from './notify.ts';
export {
  countFailed,
  countUnsent,
  emailPersons,
  ensureBuiltInEmails,
  insertTemplate,
  isUndeliverable,
  isUnsubscribed,
  requireDeliverable,
  showsOutbox,
  type EmailContent,
  type OnceLink,
  type ToUser,
} from './email/index.ts';
export { carryPush, type PushCarrier } from './push/index.ts';
export {
  openTexts,
  countSegments,
  findStopped,
  textOutlook,
  textsAbout,
  textWords,
  type NotifyOutcome,
} from './text/index.ts';

export {
  cancelMessages,
  forgetMessages,
  hasMessage,
  leftAt,
  selectAbout as selectMessagesAbout,
  type MessageRow,
} from './queue/index.ts';

export const messagingRetention = [messageRetention, addressRetention];

/** Messages by e-mail, text, and push: one queue, and what differs between the channels. */
export function part(context: Context): {
  parts: Part[];
  finders: PartWithRows<'pushDevice'>['finders'];
} {
  const ofPush = push(context);
  const channels = [emailChannel, textChannel, pushChannel];
  const own: Part = {
    setup: messagingSteps(context),
    jobs: [onJob(notifyPeople, (news) => notifyEach(context, news))],
  };
  return {
    parts: [queue(context, channels), email(context), text(context), ofPush, own],
    finders: ofPush.finders,
  };
}
