import { useState } from 'react';
import { newKey } from '../../lib/api/action-key.ts';
import { useDraftName, useDraftSaving, useFormDraft } from '../../lib/form/form-draft.ts';

/**
 * A draft question. The draft's `key` doesn't change, so the server treats a resend as the same
 * question.
 */
export interface QuestionDraft {
  subject: string;
  question: string;
  key: string;
}

export const emptyDraft = (): QuestionDraft => ({ subject: '', question: '', key: newKey() });

const base = { subject: '', question: '' };

/** The draft question, kept by the browser until it is sent. */
export function useQuestionDraft() {
  const draftName = useDraftName('question');
  const before = useFormDraft(draftName, base);
  const [{ key, ...values }, setDraft] = useState(() => ({ ...emptyDraft(), ...before?.values }));
  useDraftSaving(draftName, { values, base }, before !== null);
  return [{ key, ...values }, setDraft] as const;
}
