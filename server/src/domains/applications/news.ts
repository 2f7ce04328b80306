import type { Database } from '../../platform/db/connect.ts';
import { wholeDollarsText } from '../../platform/money.ts';
import type { ApplicationNotification } from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';

/** What happened with an application; the same key notifies each person once. */
export interface News extends Pick<ApplicationNotification, 'contractorId' | 'event' | 'key'> {
  applicationId: number;
  data: Omit<ApplicationNotification['data'], 'link'>;
}

/** Tells a contractor's people something, once the transaction has committed. */
export type Tell = (tx: Database, news: News) => Promise<void>;

/**
 * What an amount of a message is, in cents. Each has a line of its own, so that nobody takes one
 * for another.
 */
type Amounts = Partial<Record<'offersUpTo' | 'chosen' | 'funded', number>>;

interface Told {
  event: News['event'];
  what: string;
  /** What the homeowner did or met, as the rest of a sentence that begins with the name. */
  step: string;
  amounts?: Amounts;
}

/** Tells the contractor how far an application has come. */
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
  // Templates that staff wrote before the amounts had names use this one.
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
