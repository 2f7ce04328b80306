import type { Brand } from '@lintel/contract/brand';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
import { contractorOfUser } from './policy.ts';
import { presentReceipt, receiptName } from './present-receipt.ts';
import { findPaidPayment } from './receipt-repository.ts';

export interface ReceiptDeps {
  db: Database;
  clock: Clock;
  brand: Brand;
  /** The business time zone. */
  timeZone: string;
  typesetter: Typesetter;
}

/**
 * The receipt as PDF with its file's name. Throws `not_found` for another contractor's payment and
 * for one that was not made.
 */
export async function makeReceipt(
  deps: ReceiptDeps,
  caller: Caller,
  { paymentId, userId }: { paymentId: number; userId: number | undefined },
): Promise<{ name: string; pdf: Buffer }> {
  const paid = await findPaidPayment(deps.db, contractorOfUser(caller, userId), paymentId);
  if (paid === undefined) throw new AppError('not_found');
  return {
    name: receiptName(paid),
    pdf: deps.typesetter.pdf(presentReceipt(paid, deps), {}, deps.clock.now()),
  };
}
