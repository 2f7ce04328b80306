import type { Context } from '../../../platform/context.ts';
import { deletePushesBefore } from '../queue/index.ts';
import { deleteSessionDevices, selectSessionsAfter } from './repository.ts';

const retentionDays = 30;
const batch = 500;
const first = '00000000-0000-0000-0000-000000000000';

/** Deletes devices whose session has ended, and month-old notifications. */
export async function sweep({ db, clock, accounts }: Context): Promise<void> {
  const now = clock.now();
  await deletePushesBefore(db, new Date(now.getTime() - retentionDays * 86_400_000));
  let after = first;
  for (;;) {
    const ids = await selectSessionsAfter(db, after, batch);
    const living = await accounts.livingSessions(db, ids, now);
    await deleteSessionDevices(
      db,
      ids.filter((id) => !living.has(id)),
    );
    const last = ids.at(-1);
    if (last === undefined || ids.length < batch) return;
    after = last;
  }
}
