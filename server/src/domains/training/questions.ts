import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { askQuestion as asking } from '@lintel/contract/training/library';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import { brandFromConfig } from '../../platform/brand.ts';
import type { Context } from '../../platform/context.ts';
import { contractorPlan } from '../contractors/index.ts';
import { notify } from '../messaging/index.ts';

/** Sends a question to support, once per `key`. */
export async function askQuestion(
  context: Context,
  caller: Caller,
  form: RequestPart<typeof asking, 'body'>,
  key: string,
): Promise<void> {
  const { db, clock, config } = context;
  const brand = brandFromConfig(config);
  const { id: userId, contractorId, firstname, lastname, email } = caller.user;
  // Staff questions come from the provider itself.
  const name =
    contractorId === null
      ? brand.name
      : (await contractorPlan(db, contractorId)).contractor.companyName;
  const question = { subject: form.subject || 'Training and FAQs', text: form.question };
  await db.transaction(async (tx) => {
    await notify(tx, context, {
      event: 'ask-question',
      key: `ask-question:${userId}:${key}`,
      contractorId,
      data: {
        user: { firstname, lastname, email },
        company: { name },
        question,
        to: brand.supportEmail,
      },
    });
    // A question may hold anything, so the audit log records only its length.
    const details = { subject: question.subject, characters: question.text.length };
    await recordAudit(tx, clock, caller, {
      action: 'question.asked',
      entity: 'user',
      entityId: userId,
      details,
    });
  });
}
