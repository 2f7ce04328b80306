import type { NoticeKind } from '@lintel/contract/applications/adverse-action-constants';

/** The words of a notice in one language. Values are already escaped. */
export interface NoticeWords {
  title: string;
  courtesy: string;
  lead(facts: { name: string; company: string; applied: string; number: string }): string;
  action: Record<NoticeKind, (facts: { creditor: string; offered: string }) => string>;
  dated(day: string): string;
  creditor: string;
  phone(number: string): string;
  reasons: string;
  unstated: { title: string; text: string };
  report: { title: string; text: string };
  tollFree(number: string): string;
  score: {
    title: string;
    text: string;
    yours(score: string): string;
    made(day: string): string;
    range(lowest: string, highest: string): string;
    source(name: string): string;
    factors: string;
  };
  equalCredit: { title: string; text(agency: string): string };
  sender(provider: string): string;
}
