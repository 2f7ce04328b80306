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
import { notify } from '../../messaging/index.ts';
import { detachCard, dropCurrentCard } from '../cards/index.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { planNameOf } from '../plans/index.ts';
import { endSubscription, findSubscription } from '../subscriptions/index.ts';
import type { Context } from '../../../platform/context.ts';
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
 * Limits of messages to one e-mail while it has a valid link. Further calls get the same answer
 * without a message, because the earlier links still work.
 */
const mostIn = [
  { ms: minuteMs, count: 1 },
  { ms: hourMs, count: 3 },
  { ms: lifeMs, count: 8 },
] as const;

/** The most messages to one e-mail in a day, even when each link was used before the next. */
const mostInADay = 20;

const contextOf = (secretHash: string): string => `sign-up:${secretHash}`;

/**
 * Sends the link that continues a sign-up to its e-mail, in the caller's transaction, which has
 * claimed the e-mail. The message contains no user input, because anyone could have entered it.
 * Sends nothing when the limit is reached and a link is still valid. Throws `too_many_requests`
 * when no link is valid and the limit is reached.
 */
export async function sendLink(
  tx: Database,
  context: Context,
  { details, tokenHash: askedBy }: { details: SignUpDetails; tokenHash: string },
): Promise<void> {
  const now = context.clock.now();
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
  // Referrals are paid for, and this code comes from a visitor with an unconfirmed e-mail.
  const typed: SignUpDraft = { ...details, referralCode: '' };
  const draft = seal(context.keys.derive('sign-up'), JSON.stringify(typed), contextOf(secretHash));
  await insertLink(tx, {
    secretHash,
    email,
    draft,
    askedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  const link = `${context.config.publicUrl}/get-started?m=${secret}`;
  await notify(tx, context, {
    event: 'finish-sign-up',
    key: `finish-sign-up:${secretHash}`,
    data: { to: details.email, link, expiresIn: lifetime },
  });
}

interface OpeningLink {
  m: string;
  /** The token of the sign-up that continues. */
  token: string;
  /** The token of the sign-up that requested the link, from the browser that has it. */
  askedBy?: string | undefined;
  address: string;
}

/**
 * Opens a link: from now on, only the sign-up with this token can continue what was begun with the
 * e-mail. All other sign-ups with it end; their card and unpaid order are dropped. Repeating the
 * call with the same token returns the same answer, in case the first was lost. The entered data is
 * returned only to the browser that entered it, identified by its requesting token, because anyone
 * can request the link. Throws `invalid_link`, `email_already_used` when an account has the e-mail
 * by now, `conflict` for a token used before.
 */
export async function openLink(
  context: Context,
  { m, token, askedBy, address }: OpeningLink,
): Promise<{ email: string; draft: SignUpDraft | null }> {
  const [secretHash, tokenHash] = [hashSecret(m), hashSecret(token)];
  return context.db.transaction(async (tx) => {
    const found = await findLink(tx, secretHash);
    if (found === undefined) throw new AppError('invalid_link');
    const known = await claimEmail(tx, found.email);
    const link = (await findLink(tx, secretHash)) ?? found;
    const draft = isFromRequester(link, askedBy) ? draftOf(context, link) : null;
    const answer = { email: draft?.email ?? link.email, draft };
    if (link.usedBy === tokenHash && (await findSignUp(tx, tokenHash))?.endedAt === null)
      return answer;
    if (link.usedAt !== null || link.expiresAt <= context.clock.now())
      throw new AppError('invalid_link');
    await requireFree(tx, context, { email: link.email, known });
    await continueSignUp(tx, context, {
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
      await recordAudit(tx, context.clock, { address }, entry);
    }
    return answer;
  });
}

const isFromRequester = (link: LinkRow, askedBy: string | undefined): boolean =>
  askedBy !== undefined && link.askedBy === hashSecret(askedBy);

interface ContinuedSignUp {
  link: LinkRow;
  tokenHash: string;
  email: string;
  contractorId: number | null;
}

async function continueSignUp(
  tx: Database,
  context: Context,
  { link, tokenHash, email, contractorId }: ContinuedSignUp,
): Promise<void> {
  const at = context.clock.now();
  const taken = contractorId === null ? {} : await takeOver(tx, context, contractorId);
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
 * Prepares a sign-up after its e-mail was confirmed: cancels an unpaid order and drops its card.
 * Leaves an order with an open attempt unchanged, because money may be moving.
 */
async function takeOver(tx: Database, context: Context, contractorId: number) {
  const contractor = await lockContractor(tx, contractorId);
  const begun = await findSubscription(tx, contractorId);
  const first = begun && (await findFirstPayment(tx, contractorId));
  const isUnderWay =
    first !== undefined && (await findOpenAttempt(tx, first.payment)) !== undefined;
  if (isUnderWay) {
    const planName = await planNameOf(tx, first.subscription);
    return { subscriptionId: first.subscription.id, companyName: contractor.companyName, planName };
  }
  if (begun) await endSubscription(tx, context, begun);
  await setPaymentStatus(tx, contractor, 'Unpaid');
  const dropped = await dropCurrentCard(tx, contractorId, context.clock.now());
  if (dropped !== undefined) await enqueue(tx, detachCard, dropped);
  return {};
}

/** The stored draft; null when it can't be decrypted any more, or its fields have changed since. */
function draftOf({ keys }: Context, { secretHash, draft }: LinkRow): SignUpDraft | null {
  const text = unseal(keys.derive('sign-up'), draft, contextOf(secretHash));
  return text === null ? null : (signUpDraft.safeParse(JSON.parse(text)).data ?? null);
}

/**
 * Deletes expired links, and the sign-ups that waited for one, with all entered data. The sign-ups
 * are deleted a day after their links.
 */
export const sweepSignUps = ({ db, clock }: Context): Promise<void> =>
  sweepLinks(db, clock.now(), new Date(clock.now().getTime() - 2 * lifeMs));
