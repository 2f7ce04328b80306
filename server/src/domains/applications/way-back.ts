import { wayBackDays } from '@lintel/contract/applications/constants';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, sameText, seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import { deleteKey, findLiving, insertKey, type Application } from './repository.ts';
import { lookupOf, newSecretOf } from '../../platform/crypto/contractor-secrets.ts';

interface WayBackDeps {
  db: Database;
  clock: Clock;
  /** 32 bytes: links are statements that nobody else can read or make up. */
  linkKey: Uint8Array;
}

const purpose = 'way back to an application';
const dayMs = 86_400_000;

/**
 * The address that leads a homeowner back to the own application, until then. It opens a page that
 * works without scripts; with them it goes on to the public page.
 */
export const wayBackAddress = (
  { publicUrl, linkKey }: { publicUrl: string; linkKey: Uint8Array },
  application: Pick<Application, 'contractorId' | 'id'>,
  { pageName, until }: { pageName: string; until: Date },
): string => `${publicUrl}/p/${pageName}/application/${sealLink(linkKey, application, until)}`;

const sealLink = (
  key: Uint8Array,
  { contractorId, id }: Pick<Application, 'contractorId' | 'id'>,
  until: Date,
): string => seal(key, JSON.stringify({ contractorId, id, until: until.getTime() }), purpose);

/**
 * Wrong endings of the phone number that one application takes: in an hour, and while its links
 * live.
 */
const triesAnHour = 5;
const triesInAll = 15;

/**
 * Opens an application for another device: the link says which one, the end of the phone number
 * that it is its homeowner. Returns a further secret. Throws `invalid_link` for whatever does not
 * lead to a living application, a field error for a wrong ending, `too_many_requests` after some of
 * these.
 */
export async function openWayBack(
  deps: WayBackDeps,
  { link, phoneEnding }: { link: string; phoneEnding: string },
): Promise<string> {
  const application = await lookBehind(deps, link);
  const counter = new CallCounter(deps.db, deps.clock);
  const [hour, all] = [`way-back:hour:${application.id}`, `way-back:all:${application.id}`];
  // Counted before the comparison, so that tries at the same time do not share a count.
  await counter.take(hour, triesAnHour, 3600);
  if ((await counter.count(all, wayBackDays * 86_400)) > triesInAll)
    throw new AppError('invalid_link');
  if (!sameText(application.phone.slice(-4), phoneEnding))
    throw invalidField(
      'phoneEnding',
      'These are not the last four digits of the phone number in this application.',
    );
  await Promise.all([counter.giveBack(hour), counter.giveBack(all)]);
  const token = newSecretOf(application.contractorId);
  const expiresAt = new Date(deps.clock.now().getTime() + wayBackDays * dayMs);
  const { contractorId, id: applicationId } = application;
  await deps.db.transaction((tx) =>
    insertKey(tx, { contractorId, applicationId, tokenHash: hashSecret(token), expiresAt }),
  );
  return token;
}

/** The application that a link leads to; nothing of it may be shown. Throws `invalid_link`. */
export async function lookBehind(
  { db, clock, linkKey }: WayBackDeps,
  link: string,
): Promise<Application> {
  const text = unseal(linkKey, link, purpose);
  if (text === null) throw new AppError('invalid_link');
  const sealed: { contractorId: number; id: number; until: number } = JSON.parse(text);
  const { contractorId, id, until } = sealed;
  const application =
    until > clock.now().getTime() ? await findLiving(db, { contractorId, id }) : undefined;
  if (application === undefined || isOver(application)) throw new AppError('invalid_link');
  return application;
}

/** The secret of a device that came back by a link opens nothing any more. */
export const leaveWayBack = ({ db }: Pick<WayBackDeps, 'db'>, token: string): Promise<void> =>
  deleteKey(db, lookupOf(token));

/**
 * Whether nothing leads back to an application any more. Money that was paid out all the same leads
 * back to a withdrawn one.
 */
export const isOver = ({ anonymisedAt, withdrawnAt, fundedAt }: Application): boolean =>
  anonymisedAt !== null || (withdrawnAt !== null && fundedAt === null);
