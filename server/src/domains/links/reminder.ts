import { AppError } from '../../platform/errors.ts';
import { requireSending } from '../contractors/index.ts';
import { requireCustomer } from '../customers/index.ts';
import { findActivePage } from '../pages/index.ts';
import type { Database } from '../../platform/db/connect.ts';
import { sendOnce } from './channels.ts';
import type { Context } from '../../platform/context.ts';
import { lockLink, updateLink, type LinkRow, type LinkKey } from './repository.ts';
import { isUsable } from './send.ts';

/**
 * Reminds a customer of an unopened link, once, however often the job runs. The rules of the first
 * message apply; the reason for sending no reminder is stored on the link.
 */
export async function remind(context: Context, of: LinkKey): Promise<void> {
  await context.db.transaction(async (tx) => {
    const link = await lockLink(tx, of);
    if (link === undefined || link.reminder !== 'waiting') return;
    const why =
      (await whyNot(tx, context, link)) ??
      // A nested transaction, so that a rejected send leaves nothing behind.
      (await tx
        .transaction((inner) => send(inner, context, link))
        .then(() => null, refusalMessage));
    if (why !== null) await updateLink(tx, of, { reminder: 'skipped', reminderReason: why });
  });
}

async function send(tx: Database, context: Context, link: LinkRow): Promise<void> {
  const n = link.sends + 1;
  await sendOnce(tx, context, link, { n, kind: 'reminder', by: null, confirmed: null });
  await updateLink(tx, link, { sends: n, reminder: 'queued' });
}

/** Why no reminder is sent; null to send it. */
async function whyNot(tx: Database, context: Context, link: LinkRow): Promise<string | null> {
  if (link.openedAt !== null) return 'The link was opened';
  if (!isUsable(link, context.clock.now())) return 'The link no longer works';
  if (link.sendState === 'failed') return 'The first message did not arrive';
  if (link.sendState === 'queued') return 'The first message has not left yet';
  const { contractorId, customerId, pageId } = link;
  if ((await findActivePage(tx, contractorId, pageId)) === undefined) return 'The page was closed';
  return requireCustomer(tx, { contractorId, id: customerId })
    .then(() => requireSending(tx, contractorId))
    .then(() => null, refusalMessage);
}

/** The refusal's reason as text; rethrows any other error, so that the job is retried. */
function refusalMessage(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
