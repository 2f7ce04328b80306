import type { LenderEvent } from '@lintel/contract/lenders/events';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DeskEvent } from './repository.ts';

/** The end of a sentence that starts with a name, for each type of event. */
const deeds: Record<LenderEvent['type'], string> = {
  'offers.received': 'already sent an offer',
  'information.requested': 'already requested information',
  'documents.requested': 'already requested documents',
  'request.fulfilled': 'already closed a request',
  'request.withdrawn': 'already withdrew a request',
  'document.accepted': 'already accepted a document',
  'document.rejected': 'already rejected a document',
  'application.approved': 'already approved this application',
  'application.conditionally_approved': 'already approved this application on conditions',
  'application.declined': 'already declined this application',
  'offer.expired': 'already let an offer expire',
  'offer.funded': 'already booked a funding',
  'funding.reversed': 'already booked a reversal',
  'offer.withdrawn': 'already withdrew an offer',
};
const isDeed = (type: string): type is LenderEvent['type'] => type in deeds;

/** Names of the people in a history; empty for the lender's system. */
export const namesIn = (
  db: Database,
  { accounts }: Pick<Context, 'accounts'>,
  events: readonly DeskEvent[],
): Promise<ReadonlyMap<number, string>> =>
  accounts.namesOf(db, [...new Set(events.flatMap(({ userId }) => userId ?? []))]);

/**
 * Throws `conflict` when the lender has done more than its person saw: `Jordan Lee already declined
 * this application.`
 */
export async function requireSeen(
  db: Database,
  context: Context,
  { events, seen, userId }: { events: readonly DeskEvent[]; seen: number; userId: number },
): Promise<void> {
  const latest = events.at(-1);
  if (events.length <= seen || latest === undefined) return;
  const names = await namesIn(db, context, [latest]);
  const who =
    latest.userId === userId
      ? 'You'
      : latest.userId === null
        ? 'Your system'
        : (names.get(latest.userId) ?? 'A colleague');
  const deed = isDeed(latest.type) ? deeds[latest.type] : 'already changed this application';
  throw new AppError('conflict', { message: `${who} ${deed}.` });
}
