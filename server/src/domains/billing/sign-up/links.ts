import { hourMs, minuteMs } from '@lintel/contract/core/durations';
import {
  signUpDraft,
  type SignUpDetails,
  type SignUpDraft,
} from '@lintel/contract/billing/sign-up';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { seal, unseal, hashSecret, newSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, tooManyRequests } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { claimEmail, lockContractor, setPaymentStatus } from '../../contractors/index.ts';
import { detachCard, dropCurrentCard } from '../cards/index.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { planNameOf } from '../plans/index.ts';
import { endSubscription, findSubscription } from '../subscriptions/index.ts';
import type { SignUpDeps } from './deps.ts';
import { signUpEnded, requireFree } from './registration.ts';
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

const lifeMs = 24 * hourMs;

const lifetime = '24 hours';

/**
 * How many messages go to one e-mail while it has a valid link. Further calls get the same answer
 * without a message, because the links that were sent still work.
 */
const mostIn = [
  { ms: minuteMs, count: 1 },
  { ms: hourMs, count: 3 },
  { ms: lifeMs, count: 8 },
] as const;

/** The most messages to one e-mail in a day, also when each link was used before the next. */
const mostInADay = 20;

const contextOf = (secretHash: string): string => `sign-up:${secretHash}`;

/**
 * Sends the link that continues a sign-up to its e-mail, in the caller's transaction, which has
 * claimed the e-mail. The message holds nothing that was typed: anybody could have typed it. Sends
 * nothing when enough was sent and a link is still valid. Throws `too_many_requests` when no link
 * is valid and too many were sent.
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
  // A referral is paid for, and this code was typed by somebody who has not confirmed the e-mail.
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
  /** The token of the sign-up that continues. */
  token: string;
  /** The token of the sign-up that asked for the link, from the browser that has it. */
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
    const draft = isFromAsker(link, askedBy) ? draftOf(deps, link) : null;
    const answer = { email: draft?.email ?? link.email, draft };
    if (link.usedBy === tokenHash && (await findSignUp(tx, tokenHash))?.endedAt === null)
      return answer;
    if (link.usedAt !== null || link.expiresAt <= deps.clock.now())
      throw new AppError('invalid_link');
    await requireFree(tx, deps, { email: link.email, known });
    await continueSignUp(tx, deps, {
      link,
      tokenHash,
      email: answer.email,
      contractorId: known?.id ?? null,
    });
    if (known !== undefined) {
      const entry = {
        action: 'contractor.sign-up-confirmed',
        entity: 'contractor',
        entityId: known.id,
        contractorId: known.id,
      } as const;
      await recordAudit(tx, deps.clock, { address }, entry);
    }
    return answer;
  });
}

const isFromAsker = (link: LinkRow, askedBy: string | undefined): boolean =>
  askedBy !== undefined && link.askedBy === hashSecret(askedBy);

interface ContinuedSignUp {
  link: LinkRow;
  tokenHash: string;
  email: string;
  contractorId: number | null;
}

async function continueSignUp(
  tx: Database,
  deps: SignUpDeps,
  { link, tokenHash, email, contractorId }: ContinuedSignUp,
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
  if (!isNew) throw signUpEnded();
  await endOthers(tx, { tokenHash, email: link.email, contractorId, at });
  await spendLinks(tx, link, tokenHash, at);
}

/**
 * What a sign-up starts from after its e-mail was confirmed: an unpaid order is called off and its
 * card dropped. An order with an open attempt is left alone, because money may be moving.
 */
async function takeOver(tx: Database, deps: SignUpDeps, contractorId: number) {
  const contractor = await lockContractor(tx, contractorId);
  const begun = await findSubscription(tx, contractorId);
  const first = begun && (await findFirstPayment(tx, contractorId));
  const isUnderWay =
    first !== undefined && (await findOpenAttempt(tx, first.payment)) !== undefined;
  if (isUnderWay) {
    const planName = await planNameOf(tx, first.subscription);
    return { subscriptionId: first.subscription.id, companyName: contractor.companyName, planName };
  }
  if (begun) await endSubscription(tx, deps, begun);
  await setPaymentStatus(tx, contractor, 'Unpaid');
  const dropped = await dropCurrentCard(tx, contractorId, deps.clock.now());
  if (dropped !== undefined) await enqueue(tx, detachCard, dropped);
  return {};
}

/** The stored draft; null when it cannot be read any more, or its fields have changed since. */
function draftOf({ secret }: SignUpDeps, { secretHash, draft }: LinkRow): SignUpDraft | null {
  const text = unseal(secret, draft, contextOf(secretHash));
  return text === null ? null : (signUpDraft.safeParse(JSON.parse(text)).data ?? null);
}

/**
 * Deletes the links that have expired, and the sign-ups that waited for one, with all that was
 * typed. The sign-ups go a day after their links.
 */
export const sweepSignUps = ({ db, clock }: Pick<SignUpDeps, 'db' | 'clock'>): Promise<void> =>
  sweepLinks(db, clock.now(), new Date(clock.now().getTime() - 2 * lifeMs));
