import { eq } from 'drizzle-orm';
import type { W9Status } from '@lintel/contract/payouts/constants';
import type { Database } from '../../platform/db/connect.ts';
import { contractors } from './tables.ts';

/** What the staff's grid shows of a contractor's current tax form. */
export interface W9State {
  /** `Not found` when there is no form any more. */
  status: W9Status;
  fullName: string;
  /** Empty when the form names no business. */
  companyName: string;
  /** The tax number is a Social Security number; else an employer's. */
  isSsn: boolean;
  skipDifferences: boolean;
}

/**
 * Keeps the state of a contractor's tax form with the contractor: the domain of tax forms calls it
 * with each change of one.
 */
export async function setW9State(
  tx: Database,
  contractorId: number,
  state: W9State,
): Promise<void> {
  const { status, fullName, companyName, isSsn, skipDifferences } = state;
  await tx
    .update(contractors)
    .set({
      w9Status: status,
      w9FullName: fullName,
      w9CompanyName: companyName,
      w9IsSsn: status === 'Not found' ? null : isSsn,
      w9SkipDifferences: skipDifferences,
    })
    .where(eq(contractors.id, contractorId));
}
