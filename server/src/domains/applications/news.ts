import type { PushKind } from '@lintel/contract/push/constants';
import type { Database } from '../../platform/db/connect.ts';
import { wholeDollarsText } from '../../platform/money.ts';
import type { ContractorNews } from '../messaging/index.ts';
import { findPageAndCompany, type Application } from './repository.ts';

export interface News {
  contractorId: number;
  applicationId: number;
  event: 'application-step' | 'offers-received' | 'funding-received';
  /** What happened: told once, however often it is booked. */
  key: string;
  /** What devices are told of it; null where they are not. */
  kind: PushKind | null;
  data: Omit<ContractorNews['data'], 'link'>;
}

/** What a contractor's devices are told of. */
export interface OwnNews extends Pick<News, 'contractorId' | 'applicationId' | 'key'> {
  kind: PushKind;
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

const kindOf = {
  'application-step': null,
  'offers-received': 'offers',
  'funding-received': 'funding',
} as const satisfies Record<News['event'], PushKind | null>;

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
    kind: what === 'sent' ? 'application' : kindOf[event],
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
