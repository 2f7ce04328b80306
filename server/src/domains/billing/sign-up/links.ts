import {
  signUpDraft,
  type SignUpDetails,
  type SignUpDraft,
} from '@lintel/contract/billing/sign-up';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { seal, unseal } from '../../../platform/crypto/secrets.ts';
import { hashSecret, newSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, tooManyRequests } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { claimEmail, lockContractor, setPaymentStatus } from '../../contractors/index.ts';
import { detachCard, dropCardOf } from '../cards/index.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { planNameOf } from '../plans/index.ts';
import { endSubscription, findSubscription } from '../subscriptions/index.ts';
import type { SignUpDeps } from './deps.ts';
import { ended, requireFree } from './registration.ts';
import {
  endOthers,
  findFirstPayment,
  findLink,
  findSignUp,
  insertLink,
  insertSignUp,
  selectLinks,
  spendLinks,
  sweepLinks,
  type LinkRow,
} from './repository.ts';

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const lifeMs = 24 * hourMs;

const lifetime = '24 hours';

/**
 * How many messages go to one e-mail while a link of it is good; whoever asks for more gets the
 * same answer, because one of those that were sent leads on.
 */
const mostIn = [
  { ms: minuteMs, count: 1 },
  { ms: hourMs, count: 3 },
  { ms: lifeMs, count: 8 },
] as const;

/** How many go to one e-mail in a day at most, also when each link was used before the next. */
const mostInADay = 20;

const contextOf = (secretHash: string): string => `sign-up:${secretHash}`;

/**
 * Sends the link that goes on with what was begun with an e-mail to that e-mail, in the caller's
 * transaction, which has claimed the e-mail. The message says nothing that was typed: anybody could
 * have typed it. Sends nothing while enough was sent and a link is still good. Throws
 * `too_many_requests` when no link is good and too many were sent.
 */
export async function sendLink(
  tx: Database,
  deps: SignUpDeps,
  { details, tokenHash: askedBy }: { details: SignUpDetails; tokenHash: string },
): Promise<void> {
  const now = deps.clock.now();
  const email = details.email.toLowerCase();
  const sent = await selectLinks(tx, email, new Date(now.getTime() - lifeMs));
  const isGood = sent.some(({ usedAt, expiresAt }) => usedAt === null && expiresAt > now);
  const sentIn = (ms: number): number =>
    sent.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < ms).length;
  if (isGood && mostIn.some(({ ms, count }) => sentIn(ms) >= count)) return;
  const oldest = sent.at(-mostInADay);
  if (oldest !== undefined)
    throw tooManyRequests((oldest.createdAt.getTime() + lifeMs - now.getTime()) / 1000);
  const secret = newSecret();
  const secretHash = hashSecret(secret);
  // Who brings a contractor is paid for it: a code is worth something, and this one was typed by
  // somebody who has not confirmed the e-mail.
  const typed: SignUpDraft = { ...details, referralCode: '' };
  const draft = seal(deps.secret, JSON.stringify(typed), contextOf(secretHash));
  await insertLink(tx, {
    secretHash,
    email,
    draft,
    askedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  const link = `${deps.publicUrl}/get-started?m=${secret}`;
  await deps.mailLink(tx, { to: details.email, link, expiresIn: lifetime, key: secretHash });
}

interface OpeningLink {
  m: string;
  /** Of the sign-up that goes on. */
  token: string;
  /** Of the sign-up that asked for the link, from the browser that has it. */
  askedBy?: string | undefined;
  address: string;
}

/**
 * Opens a link: from now on the sign-up with this token alone works on what was begun with the
 * e-mail. Every other sign-up with it ends, its card and its unpaid order are dropped. Opened again
 * by the same token, which lost the answer, it gives the answer again. What was typed is given back
 * to the browser that typed it alone, which shows it by the token that it asked with: anybody can
 * have asked for the link. Throws `invalid_link`, `email_already_used` when an account has the
 * e-mail by now, `conflict` for a token that was used before.
 */
export async function openLink(
  deps: SignUpDeps,
  { m, token, askedBy, address }: OpeningLink,
): Promise<{ email: string; draft: SignUpDraft | null }> {
  const [secretHash, tokenHash] = [hashSecret(m), hashSecret(token)];
  return deps.db.transaction(async (tx) => {
    const found = await findLink(tx, secretHash);
    if (found === undefined) throw new AppError('invalid_link');
    const known = await claimEmail(tx, found.email);
    const link = (await findLink(tx, secretHash)) ?? found;
    const draft = isAsker(link, askedBy) ? draftOf(deps, link) : null;
    const answer = { email: draft?.email ?? link.email, draft };
    if (link.usedBy === tokenHash && (await findSignUp(tx, tokenHash))?.endedAt === null)
      return answer;
    if (link.usedAt !== null || link.expiresAt <= deps.clock.now())
      throw new AppError('invalid_link');
    await requireFree(tx, deps, { email: link.email, known });
    await goOn(tx, deps, { link, tokenHash, email: answer.email, contractorId: known?.id ?? null });
    if (known !== undefined) {
      const entry = {
        action: 'contractor.sign-up-confirmed',
        entity: 'contractor',
        entityId: known.id,
        contractorId: known.id,
      };
      await recordAudit(tx, deps.clock, null, { ...entry, address });
    }
    return answer;
  });
}

const isAsker = (link: LinkRow, askedBy: string | undefined): boolean =>
  askedBy !== undefined && link.askedBy === hashSecret(askedBy);

interface GoingOn {
  link: LinkRow;
  tokenHash: string;
  email: string;
  contractorId: number | null;
}

async function goOn(
  tx: Database,
  deps: SignUpDeps,
  { link, tokenHash, email, contractorId }: GoingOn,
): Promise<void> {
  const at = deps.clock.now();
  const taken = contractorId === null ? {} : await takeOver(tx, deps, contractorId);
  const isNew = await insertSignUp(tx, {
    tokenHash,
    email,
    contractorId,
    startedAt: at,
    confirmedAt: at,
    ...taken,
  });
  if (!isNew) throw ended();
  await endOthers(tx, { tokenHash, email: link.email, contractorId, at });
  await spendLinks(tx, link, tokenHash, at);
}

/**
 * What a sign-up starts from whose owner proved the e-mail: an order that nobody has asked the
 * gateway for yet is called off and its card dropped. One that is being paid this moment is left to
 * its end, because money may be moving.
 */
async function takeOver(tx: Database, deps: SignUpDeps, contractorId: number) {
  const contractor = await lockContractor(tx, contractorId);
  const begun = await findSubscription(tx, contractorId);
  const first = begun && (await findFirstPayment(tx, contractorId));
  const isUnderWay =
    first !== undefined && (await findOpenAttempt(tx, first.payment.id)) !== undefined;
  if (isUnderWay) {
    const planName = await planNameOf(tx, first.subscription);
    return { subscriptionId: first.subscription.id, companyName: contractor.companyName, planName };
  }
  if (begun) await endSubscription(tx, deps, begun);
  await setPaymentStatus(tx, contractor, 'Unpaid');
  const dropped = await dropCardOf(tx, contractorId, deps.clock.now());
  if (dropped !== undefined) await enqueue(tx, detachCard, dropped);
  return {};
}

/** What was typed; null when it cannot be read any more, or has other fields by now. */
function draftOf({ secret }: SignUpDeps, { secretHash, draft }: LinkRow): SignUpDraft | null {
  const text = unseal(secret, draft, contextOf(secretHash));
  return text === null ? null : (signUpDraft.safeParse(JSON.parse(text)).data ?? null);
}

/**
 * Deletes the links that have expired, and the sign-ups that waited for one, with all that was typed.
 * The sign-ups go a day after their links.
 */
export const sweepSignUps = ({ db, clock }: Pick<SignUpDeps, 'db' | 'clock'>): Promise<void> =>
  sweepLinks(db, clock.now(), new Date(clock.now().getTime() - 2 * lifeMs));
