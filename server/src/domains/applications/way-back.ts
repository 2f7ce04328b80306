import { phoneText } from '@lintel/contract/core/field-rules';
import { wayBackDays, wayBackFragment } from '@lintel/contract/applications/constants';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, newSecret, sameText, seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { CallCounter } from '../../platform/limits/counter.ts';
import { inviteHomeowner } from './queue-jobs.ts';
import {
  findOfActivePage,
  findPageAndCompany,
  insertKey,
  lockApplication,
  selectOffers,
  setApplication,
  type Application,
} from './repository.ts';

/** A message to a homeowner that offers are there. */
export interface Invitation {
  contractorId: number;
  /** The same key writes once. */
  key: string;
  to: string;
  company: { name: string; phone: string };
  offers: number;
  link: string;
}

interface WayBackDeps {
  db: Database;
  clock: Clock;
  /** 32 bytes: links are statements that nobody else can read or make up. */
  linkKey: Uint8Array;
}

export interface InviteDeps extends WayBackDeps {
  publicUrl: string;
  /** Queues the message in the transaction. */
  write(tx: Database, invitation: Invitation): Promise<void>;
}

const purpose = 'way back to an application';
const dayMs = 86_400_000;
/** One address gets so many of these messages a day: anybody can type somebody else's. */
const messagesADay = 5;

/**
 * Writes to the homeowner at `runAt`, in the caller's transaction. Asked for again before that, it
 * waits for the later time.
 */
export const queueInvitation = (
  tx: Database,
  { contractorId, id }: Application,
  runAt: Date,
): Promise<void> =>
  enqueue(
    tx,
    inviteHomeowner,
    { contractorId, applicationId: id },
    { key: `invite-homeowner-${id}`, runAt },
  );

/** Writes to the homeowner when there are offers that no message told of. May run twice. */
export async function invite(
  deps: InviteDeps,
  of: { contractorId: number; applicationId: number },
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const application = await lockApplication(tx, {
      contractorId: of.contractorId,
      id: of.applicationId,
    });
    if (
      application === undefined ||
      application.anonymisedAt !== null ||
      application.withdrawnAt !== null ||
      application.fundedAt !== null
    )
      return;
    const offers = (await selectOffers(tx, application)).filter(
      ({ withdrawnAt }) => withdrawnAt === null,
    );
    const newest = Math.max(0, ...offers.map(({ id }) => id));
    if (newest <= (application.invitedOfferId ?? 0)) return;
    await setApplication(tx, application, { invitedOfferId: newest });
    const counted = await new CallCounter(tx, deps.clock).count(
      `invitation:${hashSecret(application.email.toLowerCase())}`,
      86_400,
    );
    if (counted > messagesADay) return;
    const { pageName, shownName, phone } = await findPageAndCompany(tx, application.pageId);
    const until = new Date(now.getTime() + wayBackDays * dayMs);
    await deps.write(tx, {
      contractorId: of.contractorId,
      key: `homeowner-offers-${application.id}-${newest}`,
      to: application.email,
      company: { name: shownName, phone: phoneText(phone) },
      offers: offers.length,
      link: `${deps.publicUrl}/p/${pageName}${wayBackFragment}${sealLink(deps.linkKey, application, until)}`,
    });
  });
}

const sealLink = (key: Uint8Array, { contractorId, id }: Application, until: Date): string =>
  seal(key, JSON.stringify({ contractorId, id, until: until.getTime() }), purpose);

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
  const application = await behind(deps, link);
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
  const token = newSecret();
  const expiresAt = new Date(deps.clock.now().getTime() + wayBackDays * dayMs);
  const { contractorId, id: applicationId } = application;
  await deps.db.transaction((tx) =>
    insertKey(tx, { contractorId, applicationId, tokenHash: hashSecret(token), expiresAt }),
  );
  return token;
}

async function behind({ db, clock, linkKey }: WayBackDeps, link: string): Promise<Application> {
  const text = unseal(linkKey, link, purpose);
  if (text === null) throw new AppError('invalid_link');
  const sealed: { contractorId: number; id: number; until: number } = JSON.parse(text);
  const { contractorId, id, until } = sealed;
  const application =
    until > clock.now().getTime() ? await findOfActivePage(db, { contractorId, id }) : undefined;
  if (
    application === undefined ||
    application.withdrawnAt !== null ||
    application.anonymisedAt !== null
  )
    throw new AppError('invalid_link');
  return application;
}
