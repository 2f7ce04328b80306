import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import { plansWithIds } from './plan-repository.ts';
import { contractors, managers } from './tables.ts';

/** Locks a contractor until the transaction ends; `not_found` for an unknown one. */
export async function lockContractor(tx: Database, contractorId: number) {
  const [row] = await tx.select().from(contractors).where(eq(contractors.id, contractorId)).for('update');
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** Locks a contractor that may get its owner's account now: paid, and without one. Throws `conflict` for any other. */
export async function contractorToOwn(tx: Database, contractorId: number) {
  const contractor = await lockContractor(tx, contractorId);
  if (contractor.ownerId !== null) throw new AppError('conflict', { message: 'This contractor has an account already.' });
  if (contractor.paymentStatus !== 'Paid') {
    throw new AppError('conflict', { message: 'An account can be made once the contractor has paid.' });
  }
  return contractor;
}

/** Throws a field error for a plan or a manager that does not exist. */
export async function requireChoices(
  tx: Database,
  { planId, managerId }: { planId?: number | undefined; managerId?: number | undefined },
): Promise<void> {
  if (planId !== undefined && (await plansWithIds(tx, [planId])).length === 0)
    throw invalidField('planId', 'This plan does not exist.');
  if (managerId === undefined) return;
  const rows = await tx.select({ id: managers.id }).from(managers).where(eq(managers.id, managerId));
  if (rows.length === 0) throw invalidField('managerId', 'There is no manager with this ID.');
}

/** Binds the owner's account to its contractor, with the plan and the manager when others are chosen. */
export async function setOwner(
  tx: Database,
  contractorId: number,
  owner: { userId: number; planId?: number | undefined; managerId?: number | undefined },
): Promise<void> {
  const { userId, planId, managerId } = owner;
  await tx
    .update(contractors)
    .set({ ownerId: userId, ...(planId && { planId }), ...(managerId && { managerId }) })
    .where(eq(contractors.id, contractorId));
}

/** Keeps the contractor's contact equal to its owner's account: the staff's grid reads one table. */
export async function keepContact(
  tx: Database,
  ownerId: number,
  contact: { firstName?: string; lastName?: string; email?: string },
): Promise<void> {
  await tx.update(contractors).set(contact).where(eq(contractors.ownerId, ownerId));
}

/** The owner has confirmed the account; a confirmation that failed before no longer counts. */
export async function markActivated(tx: Database, ownerId: number, at: Date): Promise<void> {
  await tx.update(contractors).set({ activatedAt: at, activationError: false }).where(eq(contractors.ownerId, ownerId));
}

/** A message could not be delivered: when it was the confirmation of an owner's account, the activation is in error. */
export async function noteFailedActivation(
  tx: Database,
  message: { event: string; contractorId: number | null; to: string },
): Promise<void> {
  const { event, contractorId, to } = message;
  if (event !== 'confirm-account' || contractorId === null) return;
  const waiting = and(eq(contractors.id, contractorId), isNotNull(contractors.ownerId), isNull(contractors.activatedAt));
  await tx
    .update(contractors)
    .set({ activationError: true })
    .where(and(waiting, eq(sql`lower(${contractors.email})`, to.toLowerCase())));
}

/** The confirmation is on its way again: an earlier failure no longer counts. */
export async function retryActivation(tx: Database, ownerId: number): Promise<void> {
  await tx.update(contractors).set({ activationError: false }).where(eq(contractors.ownerId, ownerId));
}
