import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { wholeDollarsText } from '../../platform/money.ts';
import { notify, type ApplicationNotification } from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';

/** Amounts in a message, in cents. Each has its own line, so readers can't confuse them. */
type Amounts = Partial<Record<'offersUpTo' | 'chosen' | 'funded' | 'reversed', number>>;

/** A step of an application; the same `what` notifies each person once. */
export interface Progress {
  application: Pick<
    Application,
    'id' | 'contractorId' | 'pageId' | 'applicantName' | 'requestedAmountCents'
  >;
  event: ApplicationNotification['event'];
  what: string;
  /** What the homeowner did or received; completes a sentence that begins with their name. */
  step: string;
  amounts?: Amounts;
}

/** Notifies the contractor's users once the transaction commits. */
export async function notifyProgress(
  tx: Database,
  context: Context,
  { application, event, what, step, amounts = {} }: Progress,
): Promise<void> {
  const { id, contractorId, pageId, applicantName } = application;
  const { pageName, companyName } = await findPageAndCompany(tx, pageId);
  const requested = application.requestedAmountCents;
  const named = Object.entries(amounts).map(
    ([name, cents]) => [name, wholeDollarsText(cents)] as const,
  );
  // Older staff templates use this single amount.
  const amount = Object.values(amounts)[0] ?? requested;
  await notify(tx, context, {
    event,
    contractorId,
    key: `application-${id}-${what}`,
    about: { kind: 'application', id },
    data: {
      company: { name: companyName },
      application: {
        name: applicantName === '' ? 'A homeowner' : applicantName,
        page: pageName,
        step,
        ...(requested !== null && { requested: wholeDollarsText(requested) }),
        ...Object.fromEntries(named),
        ...(amount !== null && { amount: wholeDollarsText(amount) }),
      },
      link: `${context.config.publicUrl}/reports-applications/${id}`,
    },
  });
}
