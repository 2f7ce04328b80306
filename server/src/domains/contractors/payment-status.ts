import { eq } from 'drizzle-orm';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { contractors } from './tables.ts';

/** How a contractor stands with the subscription. Throws `not_found` for an unknown one. */
export async function paymentStatusOf(db: Database, contractorId: number) {
  const { paymentStatus } = contractors;
  const [row] = await db
    .select({ paymentStatus })
    .from(contractors)
    .where(eq(contractors.id, contractorId));
  if (row === undefined) throw new AppError('not_found');
  return row.paymentStatus;
}

/** Sets how a locked contractor stands with its payments. */
export async function setPaymentStatus(
  tx: Database,
  contractor: { id: number; paymentStatus: PaymentStatus },
  paymentStatus: PaymentStatus,
): Promise<void> {
  if (contractor.paymentStatus === paymentStatus) return;
  await tx.update(contractors).set({ paymentStatus }).where(eq(contractors.id, contractor.id));
}

/** Gives a locked contractor another plan. */
export async function setPlan(
  tx: Database,
  contractor: { id: number; planId: number | null },
  planId: number,
): Promise<void> {
  if (contractor.planId === planId) return;
  await tx.update(contractors).set({ planId }).where(eq(contractors.id, contractor.id));
}
