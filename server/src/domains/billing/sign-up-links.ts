import {
  signUpDraft,
  type SignUpDetails,
  type SignUpDraft,
} from '@lintel/contract/billing-sign-up';
import { recordAudit } from '../../platform/audit/audit.ts';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue, onJob } from '../../platform/jobs/job.ts';
import type { Schedule } from '../../platform/jobs/worker.ts';
import { claimEmail, lockContractor, setPaymentStatus } from '../contractors/index.ts';
import { findOpenAttempt } from './attempt-repository.ts';
import { detachCard } from './card-jobs.ts';
import { sweepSignUps } from './queue-jobs.ts';
import type { SignUpDeps } from './sign-up-deps.ts';
import { ended, requireFree } from './sign-up-registration.ts';
import {
  countLinks,
  dropCardOf,
  endOthers,
  findFirstPayment,
  findLink,
  findSignUp,
  insertLink,
  insertSignUp,
  sweepLinks,
  spendLinks,
  type LinkRow,
} from './sign-up-repository.ts';
import { planNameOf } from './standing.ts';
import { findSubscription } from './subscription-repository.ts';
import { endSubscription } from './subscriptions.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lifeMs = 24 * hourMs;
const lifetime = '24 hours';
/**
 * How many messages go to one e-mail; whoever asks for more gets the same answer, and the links
 * that were sent are still good.
 */
const mostIn = [
  { ms: minuteMs, count: 1 },
  { ms: hourMs, count: 3 },
  { ms: lifeMs, count: 8 },
] as const;

const contextOf = (secretHash: string): string => `sign-up:${secretHash}`;

/**
 * Sends the link that goes on with what was begun with an e-mail to that e-mail, in the caller's
 * transaction, which has claimed the e-mail. The message says nothing that was typed: anybody could
 * have typed it.
 */
export async function sendLink(
  tx: Database,
  deps: SignUpDeps,
  details: SignUpDetails,
): Promise<void> {
  const now = deps.clock.now();
  const email = details.email.toLowerCase();
  for (const { ms, count } of mostIn) {
    if ((await countLinks(tx, email, new Date(now.getTime() - ms))) >= count) return;
  }
  const secret = newSecret();
  const secretHash = hashSecret(secret);
  const draft = seal(deps.secret, JSON.stringify(details), contextOf(secretHash));
  await insertLink(tx, {
    secretHash,
    email,
    draft,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  });
  const link = `${deps.publicUrl}/get-started?m=${secret}`;
  await deps.mailLink(tx, { to: details.email, link, expiresIn: lifetime, key: secretHash });
}

/**
 * Opens a link: from now on the sign-up with this token alone works on what was begun with the
 * e-mail. Every other sign-up with it ends, its card and its unpaid order are dropped. Opened again
 * by the same token, which lost the answer, it gives the answer again. Throws `invalid_link`,
 * `email_already_used` when an account has the e-mail by now, `conflict` for a token that was used
 * before.
 */
export async function openLink(
  deps: SignUpDeps,
  { m, token, address }: { m: string; token: string; address: string },
): Promise<{ email: string; draft: SignUpDraft | null }> {
  const [secretHash, tokenHash] = [hashSecret(m), hashSecret(token)];
  return deps.db.transaction(async (tx) => {
    const found = await findLink(tx, secretHash);
    if (found === undefined) throw new AppError('invalid_link');
    const known = await claimEmail(tx, found.email);
    const link = (await findLink(tx, secretHash)) ?? found;
    const draft = draftOf(deps, link);
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
 * Deletes links that have expired, and sign-ups that waited for one, with all that was typed; the
 * sign-ups a day later than their links.
 */
export const signUpSchedules = ({ db, clock }: Pick<SignUpDeps, 'db' | 'clock'>): Schedule[] => [
  {
    pattern: '37 * * * *',
    handler: onJob(sweepSignUps, () =>
      sweepLinks(db, clock.now(), new Date(clock.now().getTime() - 2 * lifeMs)),
    ),
  },
];
