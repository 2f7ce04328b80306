import type { Context } from '../../../platform/context.ts';
import { onJob, slots } from '../../../platform/jobs/job.ts';
import type { Part } from '../../../platform/part.ts';
import type { Channel } from './channel.ts';
import { resumeMessages, sendJobs } from './jobs.ts';
import { resumeStranded } from './queue.ts';
import { sendQueued } from './send.ts';

export type { Attempt, Channel, Outcome } from './channel.ts';
export { emitDelivery, setDelivery } from './delivery.ts';
export { cancelMessages, forgetEmailsTo, forgetMessages, messageRetention } from './erase.ts';
export { queue, retryFailed } from './queue.ts';
export {
  deletePushesBefore,
  findText,
  hasMessage,
  leftAt,
  lockText,
  selectAbout,
  selectByIds,
  updateUnchanged,
  type MessageRow,
} from './repository.ts';
export { messages } from './tables.ts';

/** The queue of all channels: a job for each message, and a schedule that resumes lost ones. */
export function part(context: Context, channels: readonly Channel[]): Part {
  // Sending happens inside a transaction, so it has its own connections: a slow provider can't
  // exhaust the shared ones.
  const { mail, texts, push } = slots;
  const sending = { ...context, db: context.database.apart(mail + texts + push + 1).db };
  return {
    jobs: channels.map((channel) =>
      onJob(sendJobs[channel.name], (of) => sendQueued(sending, channel, of)),
    ),
    schedules: [
      {
        pattern: '*/5 * * * *',
        handler: onJob(resumeMessages, () => resumeStranded(context)),
        // A start may follow a crash.
        atStart: true,
      },
    ],
  };
}
