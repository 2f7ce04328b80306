import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { lockContractor } from './owners.ts';
import { agreementAcceptances, contractors } from './tables.ts';
import type { z } from 'zod';
import type { saveContractor } from '@lintel/contract/contractors/profile';

/** Proves which text was accepted, even if a version's name is reused. */
export const agreementHash = createHash('sha256')
  .update(JSON.stringify(serviceAgreement))
  .digest('hex');

/**
 * The contractor of a contractor user on their own account, who may do the onboarding. Throws
 * `access_denied`.
 */
function onboardingContractor(caller: Caller): number {
  const { contractorId } = caller.user;
  if (contractorId === null || caller.switched) throw new AppError('access_denied');
  return contractorId;
}

/**
 * Records the acceptance of the service agreement. Throws `conflict` when `version` is sent and
 * isn't the current one.
 */
export async function acceptAgreement(
  { db, clock }: Context,
  caller: Caller,
  {
    version = serviceAgreement.version,
    address,
    userAgent,
  }: { version?: string | undefined; address: string; userAgent: string },
): Promise<void> {
  const contractorId = onboardingContractor(caller);
  if (version !== serviceAgreement.version) {
    throw new AppError('conflict', {
      message: 'The agreement has been updated. Please review it again.',
    });
  }
  const acceptedAt = clock.now();
  await db.transaction(async (tx) => {
    await lockContractor(tx, contractorId);
    const who = {
      contractorId,
      userId: caller.user.id,
      version,
      textHash: agreementHash,
      acceptedAt,
    };
    await tx
      .insert(agreementAcceptances)
      .values({ ...who, address, userAgent: userAgent.slice(0, 300) });
    await tx
      .update(contractors)
      .set({ agreementAcceptedAt: acceptedAt })
      .where(eq(contractors.id, contractorId));
    const entry = {
      action: 'contractor.agreement-accepted',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
    } as const;
    await recordAudit(tx, clock, caller, { ...entry, details: { version } });
  });
}

/** Stores the answers of the quiz, once. Throws `conflict` when it was answered. */
export async function answerQuiz(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
  quiz: { question: string; answer: string }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const unanswered = and(eq(contractors.id, contractorId), isNull(contractors.quiz));
    const answered = await tx
      .update(contractors)
      .set({ quiz })
      .where(unanswered)
      .returning({ id: contractors.id });
    if (answered.length === 0)
      throw new AppError('conflict', { message: 'These questions have already been answered.' });
    const entry = {
      action: 'contractor.quiz-answered',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
    } as const;
    await recordAudit(tx, clock, caller, entry);
  });
}

const fields = [
  'companyName',
  'companyAddress',
  'websiteUrl',
  'licenseNumber',
  'timeZone',
  'phone',
] as const;
type Change = z.output<(typeof saveContractor)['body']>;

const labels = {
  companyName: 'Company name',
  companyAddress: 'Address',
  websiteUrl: 'Site URL',
  licenseNumber: 'License number',
  timeZone: 'Time zone',
  phone: 'Phone',
} as const;

/**
 * Saves the sent fields of the company profile; the audit entry, shown in the staff's history,
 * lists the changes. Throws `conflict` when another user changed one of them after it was `seen`.
 */
export async function saveProfile(
  { db, clock }: Context,
  caller: Caller,
  contractorId: number,
  change: Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await lockContractor(tx, contractorId);
    const isAsSeen = (field: (typeof fields)[number]): boolean =>
      change.seen?.[field] === change[field];
    const sent = fields.filter((field) => change[field] !== undefined && !isAsSeen(field));
    const changed = sent.filter((field) => change[field] !== stored[field]);
    if (changed.length === 0) return;
    const taken = changed.filter(
      (field) => (change.seen?.[field] ?? stored[field]) !== stored[field],
    );
    if (taken.length > 0)
      throw changedMeanwhile(taken.map((field) => `${labels[field]} is “${stored[field]}” now`));
    const values = Object.fromEntries(changed.map((field) => [field, change[field]]));
    await tx.update(contractors).set(values).where(eq(contractors.id, contractorId));
    const changes = changed.map((field) => ({
      field: labels[field],
      from: stored[field],
      to: change[field],
    }));
    const details = { changed, changes };
    await recordAudit(tx, clock, caller, {
      action: 'contractor.profile-saved',
      entity: 'contractor',
      entityId: contractorId,
      contractorId,
      details,
    });
  });
}

const changedMeanwhile = (now: string[]): AppError =>
  new AppError('conflict', {
    message: `Someone else changed this while you were editing. ${now.join('; ')}. Nothing was saved.`,
  });
