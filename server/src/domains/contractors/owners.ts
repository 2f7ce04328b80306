import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/connect.ts';
import { lockedRow } from '../../platform/db/queries.ts';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { DomainEvents } from '../../platform/events.ts';
import { changedFields, type ChangedField } from './edit-changes.ts';
import { requireGivable } from './plan-repository.ts';
import { assignableManagers, findContractor, findLeadOwner } from './repository.ts';
import { contractors } from './tables.ts';

/**
 * Locks a contractor until the transaction ends; throws `not_found`. Every change of a contractor's
 * account, subscription, payments, refunds, or commissions takes this lock first, so that such
 * changes run one after the other. Rows that refer to the contractor can still be inserted.
 */
export async function lockContractor(tx: Database, contractorId: number) {
  const select = tx
    .select()
    .from(contractors)
    .where(eq(contractors.id, contractorId))
    .for('no key update');
  const row = await lockedRow(tx, contractorId, select);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/**
 * Locks a contractor that can get its owner's account now: paid, and without one. Otherwise throws
 * `conflict`.
 */
export async function contractorToOwn(tx: Database, contractorId: number) {
  const contractor = await lockContractor(tx, contractorId);
  if (contractor.ownerId !== null)
    throw new AppError('conflict', { message: 'This contractor already has an account.' });
  if (contractor.paymentStatus !== 'Paid') {
    throw new AppError('conflict', {
      message: 'An account can be created once the contractor has paid.',
    });
  }
  return contractor;
}

/** Throws a field error for a changed plan that can't be assigned, or an unknown manager. */
export async function requireChoices(
  tx: Database,
  contractor: { planId: number | null },
  { planId, managerId }: { planId?: number | undefined; managerId?: number | null | undefined },
): Promise<void> {
  if (planId !== undefined && planId !== contractor.planId)
    await requireGivable(tx, planId, 'planId');
  await requireManager(tx, managerId);
}

/** Throws a field error for an unknown manager; null passes. */
export async function requireManager(
  tx: Database,
  managerId: number | null | undefined,
): Promise<void> {
  if (typeof managerId !== 'number') return;
  if ((await assignableManagers(tx, [managerId])).length === 0)
    throw invalidField('managerId', 'There is no manager with this ID.');
}

/**
 * Links the owner's account to its contractor, with the changed plan, if any, and the named
 * manager, else the contractor's own, else its lead's owner. Returns the changes as text.
 */
export async function setOwner(
  tx: Database,
  contractorId: number,
  owner: { userId: number; planId?: number | undefined; managerId?: number | null | undefined },
): Promise<ChangedField[]> {
  const { userId: ownerId, planId } = owner;
  const found = await findContractor(tx, contractorId);
  const before = found?.contractor.managerId ?? null;
  const managerId =
    owner.managerId === undefined
      ? (before ?? (await findLeadOwner(tx, contractorId))?.id ?? null)
      : owner.managerId;
  await tx
    .update(contractors)
    .set({ ownerId, managerId, ...(planId && { planId }) })
    .where(eq(contractors.id, contractorId));
  return found === undefined || managerId === before
    ? []
    : changedFields(tx, found.contractor, { managerId });
}

/**
 * Keeps the contractor's contact data equal to its owner's account, so that the staff's grid reads
 * one table.
 */
export async function keepContact(
  tx: Database,
  ownerId: number,
  contact: { firstName?: string; lastName?: string; email?: string },
): Promise<void> {
  await tx.update(contractors).set(contact).where(eq(contractors.ownerId, ownerId));
}

/** Records the owner's confirmation and clears an earlier activation error. */
export async function markActivated(tx: Database, ownerId: number, at: Date): Promise<void> {
  await tx
    .update(contractors)
    .set({ activatedAt: at, activationError: false })
    .where(eq(contractors.ownerId, ownerId));
}

/** Sets the activation error when the undelivered message was an owner's confirmation. */
export async function recordFailedActivation(
  tx: Database,
  { event, contractorId, to }: DomainEvents['message.failed'],
): Promise<void> {
  if (event !== 'confirm-account' || contractorId === null) return;
  const waiting = and(
    eq(contractors.id, contractorId),
    isNotNull(contractors.ownerId),
    isNull(contractors.activatedAt),
  );
  await tx
    .update(contractors)
    .set({ activationError: true })
    .where(and(waiting, eq(sql`lower(${contractors.email})`, to.toLowerCase())));
}

/** Clears the activation error once the confirmation is sent again. */
export async function retryActivation(tx: Database, ownerId: number): Promise<void> {
  await tx
    .update(contractors)
    .set({ activationError: false })
    .where(eq(contractors.ownerId, ownerId));
}
