import { part as email } from './email/index.ts';
import { part as push } from './push/index.ts';
import { resultsTo, type ResultListeners } from './results.ts';
import { part as text } from './text/index.ts';

export type { DeliveryResult } from './results.ts';
export {
  countFailed,
  countUnsent,
  emailPersons,
  emailRetention,
  readEmailStatuses,
  ensureBuiltInEmails,
  forgetMessages,
  hasMessage,
  insertTemplate,
  isUndeliverable,
  isUnsubscribed,
  leftAt,
  notifyContractor,
  queueEmail,
  requireDeliverable,
  showsOutbox,
  takeBackMessages,
  type ContactsOf,
  type ContractorNews,
  type EmailDeps,
  type EmailOf,
  type EmailRequest,
  type OnceLink,
  type ToUser,
} from './email/index.ts';
export { carryPush, forgetPushes, tellByPush, type PushCarrier } from './push/index.ts';
export {
  forgetTexts,
  openTexts,
  queueText,
  segmentsOf,
  stoppedOf,
  takeBackTexts,
  textOutlook,
  textRetention,
  textsAbout,
  textWords,
  readTextStatuses,
  type Queued,
  type TextDeps,
  type TextProvider,
} from './text/index.ts';

type DepsOf<Make extends (deps: never) => unknown> = Parameters<Make>[0];

type Deps = Omit<DepsOf<typeof email>, 'noteResult' | 'texts'> &
  Omit<DepsOf<typeof text>, 'noteResult'> &
  DepsOf<typeof push> & {
    /** Who notes delivery results, by what the message is about. */
    results: ResultListeners;
  };

/** Messages by e-mail, text, and push: each channel's queue, sending, and delivery status. */
export function part(deps: Deps) {
  const noteResult = resultsTo(deps.results);
  const ofText = text({ ...deps, noteResult });
  const ofEmail = email({ ...deps, noteResult, texts: ofText.newest });
  const ofPush = push(deps);
  return {
    parts: [ofEmail, ofText, ofPush],
    mail: ofEmail.mail,
    text: ofText.text,
    finders: ofPush.finders,
  };
}
