import type { Database } from '../../platform/db/connect.ts';
import { findPageAndCompany, type Application } from './repository.ts';

export interface News {
  contractorId: number;
  event: 'application-step' | 'offers-received' | 'funding-received';
  /** What happened: told once, however often it is booked. */
  key: string;
  data: Record<string, unknown>;
}

/** Tells a contractor's people something, once the transaction has committed. */
export type Tell = (tx: Database, news: News) => Promise<void>;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** Tells the contractor how far an application has come: `step` in words, an amount in cents where there is one. */
export async function tellOf(
  tx: Database,
  tell: Tell,
  application: Application,
  { event, what, step, cents }: { event: News['event']; what: string; step: string; cents?: number | null },
): Promise<void> {
  const { pageName, companyName } = await findPageAndCompany(tx, application.pageId);
  const amount = cents ?? application.requestedAmountCents;
  const name = application.applicantName === '' ? 'A homeowner' : application.applicantName;
  await tell(tx, {
    contractorId: application.contractorId,
    event,
    key: `application-${application.id}-${what}`,
    data: {
      company: { name: companyName },
      application: { name, page: pageName, step, ...(amount !== null && { amount: dollars.format(amount / 100) }) },
    },
  });
}
