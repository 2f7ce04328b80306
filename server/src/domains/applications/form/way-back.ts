import { dayMs } from '@lintel/contract/core/durations';
import { wayBackDays } from '@lintel/contract/applications/constants';
import { hashSecret, sameText } from '../../../platform/crypto/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, invalidField } from '../../../platform/errors.ts';
import { CallCounter } from '../../../platform/limits/counter.ts';
import { lookupOf, newSecretOf } from '../../../platform/crypto/contractor-secrets.ts';
import { changed } from '../changed.ts';
import { beginOwn } from './contest.ts';
import { lockApplication, setApplication, type Application } from '../repository.ts';
import {
  deleteKey,
  endFormSecret,
  endFormSecrets,
  findByToken,
  insertKey,
} from '../secret-repository.ts';
import { readLink } from '../way-back-link.ts';

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
export async function openWayBack(
  context: Context,
  { link, phoneEnding }: { link: string; phoneEnding: string },
): Promise<string> {
  const { application } = await readLink(context, link);
  const { db, clock, counter } = context;
  const [hour, all] = [`way-back:hour:${application.id}`, `way-back:all:${application.id}`];
  // Counted before the comparison, so that parallel attempts don't share a count.
  await counter.take(hour, triesAnHour, 3600);
  if ((await counter.count(all, wayBackDays * 86_400)) > triesInAll)
    throw new AppError('invalid_link');
  if (!sameText(application.phone.slice(-4), phoneEnding))
    throw invalidField(
      'phoneEnding',
      'These are not the last four digits of the phone number in this application.',
    );
  await Promise.all([counter.giveBack(hour), counter.giveBack(all)]);
  return db.transaction(async (tx) => {
    await lockApplication(tx, application);
    // Someone else may have proven another contact, or withdrawn the application, since it was
    // read.
    const { application: locked, by } = await readLink({ ...context, db: tx }, link);
    const now = clock.now();
    if (locked.contestedAt === null && locked.provenBy === null) return newKey(tx, locked, now);
    if (locked.provenBy === null) {
      await setApplication(tx, locked, { provenBy: by });
      await endFormSecrets(tx, locked);
      await changed(tx, locked);
    } else if (locked.provenBy !== by) {
      // The other owner's answers stay hidden.
      await new CallCounter(tx, clock).take(`way-back:own:${locked.id}`, ownFormsADay, 86_400);
      return beginOwn(tx, locked, { owner: by, now });
    }
    return newKey(tx, locked, now);
  });
}

async function newKey(tx: Database, application: Application, now: Date): Promise<string> {
  const { contractorId, id: applicationId } = application;
  const token = newSecretOf(contractorId);
  const expiresAt = new Date(now.getTime() + wayBackDays * dayMs);
  await insertKey(tx, { contractorId, applicationId, tokenHash: hashSecret(token), expiresAt });
  return token;
}

/**
 * Ends the secret of a device; message links still work. Throws `not_found` for an unknown secret.
 */
export async function leaveWayBack({ db, clock }: Context, token: string): Promise<void> {
  const opened = await findByToken(db, lookupOf(token), clock.now());
  if (opened === undefined) throw new AppError('not_found');
  if (opened.isByLink) await deleteKey(db, lookupOf(token));
  else await endFormSecret(db, opened.application);
}
