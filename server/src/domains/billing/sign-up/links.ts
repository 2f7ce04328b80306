import { hourMs, minuteMs } from '@lintel/contract/core/durations';
import {
  signUpDraft,
  type SignUpDetails,
  type SignUpDraft,
} from '@lintel/contract/billing/sign-up';
import {
  consumeLink,
  findLink,
  isOpen,
  issueLink,
  getLifetime,
  lifetimeText,
  linksSince,
  revokeLinks,
  type AccessLink,
} from '../../../platform/access-links/index.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import { seal, unseal, hashSecret } from '../../../platform/crypto/secrets.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { AppError, tooManyRequests } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { claimEmail, lockContractor, setPaymentStatus } from '../../contractors/index.ts';
import { notify } from '../../messaging/index.ts';
import { detachCard, dropCurrentCard } from '../cards/index.ts';
import { findOpenAttempt } from '../payments/index.ts';
import { readPlanName } from '../plans/index.ts';
import { endSubscription, findSubscription } from '../subscriptions/index.ts';
import type { Context } from '../../../platform/context.ts';
import { signUpEnded, requireFree } from './registration.ts';
import {
  endOthers,
  findFirstPayment,
  findSignUp,
  insertSignUp,
  sweepWaiting,
} from './repository.ts';

const lifeMs = getLifetime('sign-up');

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

const sealContext = (codeHash: string): string => `sign-up:${codeHash}`;

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
  const of = { purpose: 'sign-up', subject: email } as const;
  const sent = await linksSince(tx, of, new Date(now.getTime() - lifeMs));
  const isGood = sent.some((link) => isOpen(link, now));
  const sentIn = (ms: number): number =>
    sent.filter(({ createdAt }) => now.getTime() - createdAt.getTime() < ms).length;
  if (isGood && mostIn.some(({ ms, count }) => sentIn(ms) >= count)) return;
  const oldest = sent.at(-mostInADay);
  if (oldest !== undefined)
    throw tooManyRequests((oldest.createdAt.getTime() + lifeMs - now.getTime()) / 1000);
  // Referrals are paid for, and this code comes from a visitor with an unconfirmed e-mail.
  const typed: SignUpDraft = { ...details, referralCode: '' };
  const key = context.keys.derive('sign-up');
  const { address, codeHash } = await issueLink(tx, context, {
    ...of,
    data: (hash) => ({ draft: seal(key, JSON.stringify(typed), sealContext(hash)), askedBy }),
  });
  await notify(tx, context, {
    event: 'finish-sign-up',
    key: `finish-sign-up:${codeHash}`,
    data: { to: details.email, link: address, expiresIn: lifetimeText('sign-up') },
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
  const tokenHash = hashSecret(token);
  return context.db.transaction(async (tx) => {
    const found = await findLink(tx, context, 'sign-up', m);
    if (found === undefined) throw new AppError('invalid_link');
    const known = await claimEmail(tx, found.subject);
    const link = (await findLink(tx, context, 'sign-up', m)) ?? found;
    const draft = isFromRequester(link, askedBy) ? openDraft(context, link) : null;
    const answer = { email: draft?.email ?? link.subject, draft };
    if (link.data.usedBy === tokenHash && (await findSignUp(tx, tokenHash))?.endedAt === null)
      return answer;
    if (!isOpen(link, context.clock.now())) throw new AppError('invalid_link');
    await requireFree(tx, context, { email: link.subject, known });
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

const isFromRequester = ({ data }: AccessLink, askedBy: string | undefined): boolean =>
  askedBy !== undefined && data.askedBy === hashSecret(askedBy);

interface ContinuedSignUp {
  link: AccessLink;
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
  await endOthers(tx, { tokenHash, email: link.subject, contractorId, at });
  await consumeLink(tx, context, link, { usedBy: tokenHash });
  await revokeLinks(tx, context, { purpose: 'sign-up', subject: link.subject });
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
    const planName = await readPlanName(tx, first.subscription);
    return { subscriptionId: first.subscription.id, companyName: contractor.companyName, planName };
  }
  if (begun) await endSubscription(tx, context, begun);
  await setPaymentStatus(tx, contractor, 'Unpaid');
  const dropped = await dropCurrentCard(tx, contractorId, context.clock.now());
  if (dropped !== undefined) await enqueue(tx, detachCard, dropped);
  return {};
}

/** The stored draft; null when it can't be decrypted any more, or its fields have changed since. */
function openDraft({ keys }: Context, { codeHash, data }: AccessLink): SignUpDraft | null {
  const text = unseal(keys.derive('sign-up'), data.draft ?? '', sealContext(codeHash));
  return text === null ? null : (signUpDraft.safeParse(JSON.parse(text)).data ?? null);
}

/** Deletes sign-ups that waited for a link, with all entered data, a day after the link expired. */
export const sweepSignUps = ({ db, clock }: Context): Promise<void> =>
  sweepWaiting(db, new Date(clock.now().getTime() - 2 * lifeMs));
