import type { Context } from '../../../platform/context.ts';
import { findLender, type LenderRow } from '../../lenders/index.ts';
import type { LenderConnection } from '../lender-connection.ts';
import { deskConnection } from './desk.ts';
import { webhookConnection, type CallingJob } from './webhook.ts';

export { outgoingApplication } from './webhook.ts';

/** How applications reach a lender. `job` is what makes the call. */
export function connectionTo(
  context: Context,
  lender: LenderRow,
  job?: CallingJob,
): LenderConnection {
  if (lender.connection === 'sandbox') return context.lenders;
  if (lender.connection === 'desk') return deskConnection(context, lender);
  return webhookConnection(context, lender, job);
}

/** `connectionTo`, by the lender's id. Throws when it doesn't exist. */
export async function connectionById(
  context: Context,
  lenderId: number,
  job?: CallingJob,
): Promise<LenderConnection> {
  const lender = await findLender(context.db, lenderId);
  if (lender === undefined) throw new Error(`No lender ${lenderId}`);
  return connectionTo(context, lender, job);
}
