import type { Database } from '../../platform/db/connect.ts';
import { wholeDollarsText } from '../../platform/money.ts';
import type { ApplicationNotification } from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';

/** An application event; the same key notifies each person once. */
export interface News extends Pick<ApplicationNotification, 'contractorId' | 'event' | 'key'> {
  applicationId: number;
  data: Omit<ApplicationNotification['data'], 'link'>;
}

/** Notifies the contractor's people once the transaction commits. */
export type Tell = (tx: Database, news: News) => Promise<void>;

/** Amounts in a message, in cents. Each has its own line, so readers can't confuse them. */
type Amounts = Partial<Record<'offersUpTo' | 'chosen' | 'funded', number>>;

interface Told {
  event: News['event'];
  what: string;
  /** What the homeowner did or received; completes a sentence that begins with their name. */
  step: string;
  amounts?: Amounts;
}

/** Notifies the contractor of an application's progress. */
export async function tellOf(
  tx: Database,
  tell: Tell,
  application: Pick<
    Application,
    'id' | 'contractorId' | 'pageId' | 'applicantName' | 'requestedAmountCents'
  >,
  { event, what, step, amounts = {} }: Told,
): Promise<void> {
  const { pageName, companyName } = await findPageAndCompany(tx, application.pageId);
  const requested = application.requestedAmountCents;
  const named = Object.entries(amounts).map(
    ([name, cents]) => [name, wholeDollarsText(cents)] as const,
  );
  // Older staff templates use this single amount.
  const amount = Object.values(amounts)[0] ?? requested;
  await tell(tx, {
    contractorId: application.contractorId,
    applicationId: application.id,
    event,
    key: `application-${application.id}-${what}`,
    data: {
      company: { name: companyName },
      application: {
        name: application.applicantName === '' ? 'A homeowner' : application.applicantName,
        page: pageName,
        step,
        ...(requested !== null && { requested: wholeDollarsText(requested) }),
        ...Object.fromEntries(named),
        ...(amount !== null && { amount: wholeDollarsText(amount) }),
      },
    },
  });
}
