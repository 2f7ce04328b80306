import { dayMs } from '@lintel/contract/core/durations';
import { expiryDays, expiryDate } from '@lintel/contract/applications/progress';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { oneByOne } from '../../../platform/jobs/one-by-one.ts';
import { findChosen } from './choice.ts';
import { lockApplication, selectOffers, selectWaiting, type Application } from '../repository.ts';

/** Days before the deadline on which a homeowner gets a reminder, once each. */
const stages = [2, 7] as const;
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/**
 * Reminds homeowners before a lender's request expires. Safe to run twice: each reminder has a key.
 * A failure doesn't hold up the others.
 */
export async function sendExpiryReminders(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  const due = await selectWaiting(db, {
    after: daysBefore(now, expiryDays),
    until: daysBefore(now, expiryDays - Math.max(...stages)),
  });
  await oneByOne(due, {
    log,
    work: (of) => db.transaction((tx) => remind(tx, context, of)),
    failed: ({ id }) => `No reminder was sent to the homeowner of application ${id}`,
  });
}

async function remind(
  tx: Database,
  { clock, emit }: Context,
  of: Pick<Application, 'contractorId' | 'id'>,
): Promise<void> {
  const application = await lockApplication(tx, of);
  const since = application?.informationRequestedAt;
  if (application === undefined || since == null || application.approvedAt !== null) return;
  const living = findChosen(await selectOffers(tx, application));
  if (living === undefined) return;
  const until = expiryDate(since);
  const left = Math.ceil((until.getTime() - clock.now().getTime()) / dayMs);
  const stage = stages.find((days) => left <= days);
  if (left <= 0 || stage === undefined) return;
  const information = application.informationWanted ?? { what: '', how: '' };
  const { lenderName: lender, lenderPhone } = living;
  await emit(tx, 'application.homeowner-news', {
    application,
    event: 'homeowner-expiring',
    occasion: `${living.id}-${application.choices}-${stage}`,
    facts: { lender, lenderPhone, ...information, until, days: left },
  });
}
