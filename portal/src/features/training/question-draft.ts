import { newKey } from '../../lib/api/action-key.ts';

/** What was typed so far. `key` stays the same while it does: sent twice, it is one question. */
export interface QuestionDraft {
  subject: string;
  question: string;
  key: string;
}

export const emptyDraft = (): QuestionDraft => ({ subject: '', question: '', key: newKey() });
