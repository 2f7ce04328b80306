import { onJob } from '../../platform/jobs/job.ts';
import type { Part } from '../../platform/part.ts';
import { part as email } from './email/index.ts';
import { notifyEach } from './contractor.ts';
import type { MessagingDeps } from './notify.ts';
import { part as push } from './push/index.ts';
import { notifyPeople } from './queue-jobs.ts';
import { resultsTo, type ResultListeners } from './results.ts';
import { part as text } from './text/index.ts';

export type { ApplicationNotification } from './contractor.ts';
export type { HomeownerEvent } from './events.ts';
export type { HomeownerFacts, HomeownerRecipient } from './homeowner.ts';
export { notify, type AddressNotification, type MessagingDeps } from './notify.ts';
export type { DeliveryResult } from './results.ts';
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
  type ContactsOf,
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

type DepsOf<Make extends (deps: never) => unknown> = Parameters<Make>[0];

type Deps = Omit<DepsOf<typeof email>, 'noteResult' | 'texts'> &
  Omit<DepsOf<typeof text>, 'noteResult'> &
  DepsOf<typeof push> & {
    /** The domains that record delivery results, by message kind. */
    results: ResultListeners;
  };

/** Messages by e-mail, text, and push: each channel's queue, sending, and delivery status. */
export function part(deps: Deps) {
  const noteResult = resultsTo(deps.results);
  const ofText = text({ ...deps, noteResult });
  const ofEmail = email({ ...deps, noteResult, texts: ofText.newest });
  const ofPush = push(deps);
  const messaging: MessagingDeps = { ...ofEmail.mail, ...ofText.text };
  const { db } = deps.database;
  const { contactsOf } = deps;
  const own: Part = {
    jobs: [onJob(notifyPeople, (news) => notifyEach({ ...messaging, db, contactsOf }, news))],
  };
  return { parts: [ofEmail, ofText, ofPush, own], messaging, finders: ofPush.finders };
}
