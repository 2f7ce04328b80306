import { onJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { mailAbout, type AccountDeps } from './account-mail.ts';
import { deleteSpentChallenges } from './factor-repository.ts';
import { quietMs, tellAt, deleteFailures } from './guessing.ts';
import { mailNewDevice } from './new-device.ts';
import { sweepSessions } from './own-sessions.ts';
import { mailReset } from './password-links.ts';
import {
  sendReset,
  sweepFailures,
  sweepOldSessions,
  tellOfGuessing,
  tellOfNewDevice,
} from './queue-jobs.ts';
import { findUserByEmail } from './repository.ts';

export const identityJobs = (deps: AccountDeps): JobHandler[] => [
  onJob(sendReset, (request) => mailReset(deps, request)),
  onJob(tellOfGuessing, (request) => mailGuessing(deps, request)),
  onJob(tellOfNewDevice, ({ sessionId }) => mailNewDevice(deps, sessionId)),
];

export const identitySchedules = ({ db, clock }: AccountDeps): Schedule[] => [
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
  deps: AccountDeps,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined || !user.isActive || user.passwordHash === null) return;
    await mailAbout(
      tx,
      deps,
      user,
      (common) => ({
        event: 'sign-in-attempts',
        data: { ...common, attempts: tellAt, link: deps.links.restore },
      }),
      { key: requestId },
    );
  });
}
