import { dayMs } from '@lintel/contract/core/durations';
import { linkDays } from '@lintel/contract/links/constants';
import type { Database } from '../platform/db/connect.ts';
import { insertLink, insertSend, type NewLink } from '../domains/links/repository.ts';

/** A past link of the demo: nothing is sent, and it has no code. */
export async function keepPastLink(tx: Database, link: Omit<NewLink, 'expiresAt'>): Promise<void> {
  const { contractorId, createdAt, createdBy = null, sendState: state, reason = '' } = link;
  const expiresAt = new Date(createdAt.getTime() + linkDays * dayMs);
  const { id: linkId } = await insertLink(tx, { ...link, expiresAt });
  await insertSend(tx, {
    contractorId,
    linkId,
    n: 1,
    kind: 'first',
    at: createdAt,
    by: createdBy,
    confirmed: null,
    state,
    settledAt: state === 'queued' ? null : createdAt,
    reason,
  });
}
