import type { Brand } from '@lintel/contract/brand';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { Typesetter } from '../../platform/typeset/typesetter.ts';
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
 * The receipt as PDF with its file's name. Throws `not_found` for a payment that was not made.
 */
export async function makeReceipt(
  deps: ReceiptDeps,
  contractorId: number,
  paymentId: number,
): Promise<{ name: string; pdf: Buffer }> {
  const paid = await findPaidPayment(deps.db, contractorId, paymentId);
  if (paid === undefined) throw new AppError('not_found');
  return {
    name: receiptName(paid),
    pdf: deps.typesetter.pdf(presentReceipt(paid, deps), {}, deps.clock.now()),
  };
}
