import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/db/connect.ts';
import { sandboxAnswers } from './tables.ts';

const hashOf = (call: object): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('hex');

/**
 * Does a call once in a transaction of the sandbox's own: the same key again gets the first answer,
 * also when both come at once. What a call throws is not kept, and undoes what it did. Throws when
 * the key was used for another call.
 */
export async function once<Answer extends object>(
  db: Database,
  { key, call }: { key: string; call: object },
  run: (tx: Database) => Promise<Answer>,
): Promise<Answer> {
  const requestHash = hashOf(call);
  return db.transaction(async (tx) => {
    // Of two that come at once, the second waits here until the first has committed.
    const claimed = await tx
      .insert(sandboxAnswers)
      .values({ key, requestHash })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return answered<Answer>(tx, key, requestHash);
    const answer = await run(tx);
    await tx.update(sandboxAnswers).set({ answer }).where(eq(sandboxAnswers.key, key));
    return answer;
  });
}

async function answered<Answer>(tx: Database, key: string, requestHash: string): Promise<Answer> {
  const [row] = await tx.select().from(sandboxAnswers).where(eq(sandboxAnswers.key, key));
  if (row?.requestHash !== requestHash)
    throw new Error('The idempotency key was used for another call');
  return row.answer as Answer;
}
