import type { Database } from '../../../platform/db/connect.ts';
import { nextTextTime, textNumber } from './numbers.ts';
import type { MessagingContext } from '../context.ts';
import type { NotifyOutcome } from './queue.ts';
import { findStop, selectStopped } from './repository.ts';
import { readContractorZone } from '../../contractors/index.ts';

/** Whether a number can get a text now, and when at the earliest. */
export interface TextOutlook {
  problem: Extract<NotifyOutcome, 'off' | 'no-number' | 'stopped'> | null;
  /** The next morning in the number's area; null for now. */
  leavesAt: Date | null;
}

/** Predicts what would happen to a text to a number. */
export async function textOutlook(
  db: Database,
  { clock, texts }: Pick<MessagingContext, 'clock' | 'texts'>,
  { contractorId, to }: { contractorId: number; to: string },
): Promise<TextOutlook> {
  if (texts === null) return { problem: 'off', leavesAt: null };
  const number = textNumber(to);
  if (number === null) return { problem: 'no-number', leavesAt: null };
  if ((await findStop(db, number)) !== undefined) return { problem: 'stopped', leavesAt: null };
  const now = clock.now();
  const at = nextTextTime(number, now, await readContractorZone(db, contractorId, ''));
  return { problem: null, leavesAt: at > now ? at : null };
}

/** The stopped ones of some phone numbers, in their original form. */
export async function findStopped(db: Database, phones: readonly string[]): Promise<Set<string>> {
  const numbers = phones.map((phone) => ({ phone, number: textNumber(phone) ?? '' }));
  const stopped = await selectStopped(
    db,
    numbers.map(({ number }) => number),
  );
  return new Set(numbers.flatMap(({ phone, number }) => (stopped.has(number) ? [phone] : [])));
}
