import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/context.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { mailAbout } from './mail/index.ts';
import { deleteSpentChallenges } from './factors/index.ts';
import { quietMs, noticeThreshold, deleteFailures } from './sign-in/index.ts';
import { mailNewDevice, mailReset } from './passwords/index.ts';
import { sweepSessions } from './sessions/index.ts';
import {
  sendReset,
  sweepFailures,
  sweepOldSessions,
  sendGuessingNotice,
  sendNewDeviceNotice,
} from './queue-jobs.ts';
import { findUserByEmail } from './repository.ts';

export const identityJobs = (context: Context): JobHandler[] => [
  onJob(sendReset, (request) => mailReset(context, request)),
  onJob(sendGuessingNotice, (request) => mailGuessing(context, request)),
  onJob(sendNewDeviceNotice, ({ sessionId }) => mailNewDevice(context, sessionId)),
];

export const identitySchedules = ({ db, clock }: Context): Schedule[] => [
  {
    pattern: '37 * * * *',
    handler: onJob(sweepFailures, async () => {
      const now = clock.now().getTime();
      await deleteSpentChallenges(db, clock.now());
      await deleteFailures(db, {
        before: new Date(now - quietMs),
        after: new Date(now + quietMs),
      });
    }),
  },
  {
    pattern: '7 4 * * *',
    handler: onJob(sweepOldSessions, () => sweepSessions(db, clock.now())),
  },
];

/** Notifies the owner of password guessing. Repeating the same request sends nothing. */
async function mailGuessing(
  context: Context,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined || !user.isActive || user.passwordHash === null) return;
    await mailAbout(
      tx,
      context,
      user,
      (common) => ({
        event: 'sign-in-attempts',
        data: { ...common, attempts: noticeThreshold, link: `${context.config.publicUrl}/restore` },
      }),
      { key: requestId },
    );
  });
}
