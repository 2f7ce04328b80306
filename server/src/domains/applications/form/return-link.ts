import { returnLinkDays } from '@lintel/contract/applications/constants';
import { sameText } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { CallCounter } from '../../../platform/limits/counter.ts';
import { changed } from '../changed.ts';
import { beginOwn } from './contest.ts';
import { lockApplication, setApplication } from '../repository.ts';
import { openByToken } from '../access.ts';
import { endFormSecrets, endSecret, issueSecret } from '../secrets.ts';
import { readLink } from '../return-link.ts';

/** Wrong phone digits allowed per application: in an hour, and during the lifetime of its links. */
const triesAnHour = 5;
const triesInAll = 15;

/** New forms per day for owners of the other contact. */
const ownFormsADay = 5;

/**
 * Opens an application on another device. The link identifies the application and the contact it
 * was sent to; the last digits of the phone number prove the homeowner. Returns an additional
 * secret; the owner of the other contact of a contested application gets the secret of an empty
 * form instead. Throws `invalid_link` for a link without an active application, a field error for
 * wrong digits, `too_many_requests` after several of these.
 */
export async function openReturnLink(
  context: Context,
  { link, phoneEnding }: { link: string; phoneEnding: string },
): Promise<string> {
  const { application } = await readLink(context, link);
  const { db, clock, counter } = context;
  const [hour, all] = [`way-back:hour:${application.id}`, `way-back:all:${application.id}`];
  // Counted before the comparison, so that parallel attempts don't share a count.
  await counter.take(hour, triesAnHour, 3600);
  if ((await counter.count(all, returnLinkDays * 86_400)) > triesInAll)
    throw new AppError('invalid_link');
  if (!sameText(application.phone.slice(-4), phoneEnding))
    throw invalidField(
      'phoneEnding',
      "These aren't the last four digits of the phone number on this application.",
    );
  await Promise.all([counter.giveBack(hour), counter.giveBack(all)]);
  return db.transaction(async (tx) => {
    await lockApplication(tx, application);
    // Someone else may have proven another contact, or withdrawn the application, since it was
    // read.
    const { application: locked, by } = await readLink({ ...context, db: tx }, link);
    if (locked.contestedAt === null && locked.provenBy === null)
      return issueSecret(tx, context, locked, 'application-device');
    if (locked.provenBy === null) {
      await setApplication(tx, locked, { provenBy: by });
      await endFormSecrets(tx, context, locked);
      await changed(tx, locked);
    } else if (locked.provenBy !== by) {
      // The other owner's answers stay hidden.
      await new CallCounter(tx, clock).take(`way-back:own:${locked.id}`, ownFormsADay, 86_400);
      return beginOwn(tx, context, locked, by);
    }
    return issueSecret(tx, context, locked, 'application-device');
  });
}

/**
 * Ends the secret of a device; message links still work. Throws `not_found` for an unknown secret.
 */
export async function endReturnLink(context: Context, token: string): Promise<void> {
  await endSecret(context.db, context, await openByToken(context, token));
}
