import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import type { DomainEvents } from '../../platform/events.ts';
import { dollarsText } from '../../platform/money.ts';
import { staffHolding } from '../identity/index.ts';
import { notify } from '../messaging/index.ts';
import { findPayee } from './method-repository.ts';

/** E-mails the staff who pay that a lender reversed funding. */
export async function notifyReversal(
  tx: Database,
  context: Context,
  reversal: DomainEvents['funding.reversed'],
): Promise<void> {
  const { contractorId, applicationId, reversalId, lenderName, amountCents } = reversal;
  const name = (await findPayee(tx, contractorId))?.payee.companyName ?? '';
  for (const { id, ...user } of await staffHolding(tx, {
    resource: 'payouts',
    code: 'manage_access',
  }))
    await notify(tx, context, {
      event: 'funding-reversed-payers',
      key: `funding-reversed-payers:${contractorId}-${reversalId}:${id}`,
      data: {
        user,
        company: { name },
        reversal: {
          lender: lenderName,
          amount: dollarsText(amountCents),
          application: applicationId,
        },
        link: `${context.config.publicUrl}/manage/payouts`,
      },
    });
}
