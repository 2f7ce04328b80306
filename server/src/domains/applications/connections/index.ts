import type { Context } from '../../../platform/context.ts';
import { findLender, type LenderRow } from '../../lenders/index.ts';
import type { LenderNetwork } from '../lender-network.ts';
import { webhookConnection, type CallingJob } from './webhook.ts';

/** The lender desk shows applications, choices, and documents from the database. */
const desk: LenderNetwork = {
  name: 'desk',
  submit: () => Promise.resolve(),
  choose: () => Promise.resolve(),
  giveUp: () => Promise.resolve(),
  sendDocument: () => Promise.resolve(),
};

/** How applications reach a lender. `job` is what makes the call. */
export function connectionTo(context: Context, lender: LenderRow, job?: CallingJob): LenderNetwork {
  if (lender.connection === 'sandbox') return context.lenders;
  return lender.connection === 'desk' ? desk : webhookConnection(context, lender, job);
}

/** `connectionTo`, by the lender's id. Throws when it doesn't exist. */
export async function connectionById(
  context: Context,
  lenderId: number,
  job?: CallingJob,
): Promise<LenderNetwork> {
  const lender = await findLender(context.db, lenderId);
  if (lender === undefined) throw new Error(`No lender ${lenderId}`);
  return connectionTo(context, lender, job);
}
