import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentDraft } from './document-draft.ts';
import { documentErrors, type DocumentErrors } from './document-errors.ts';

/**
 * Which fields are marked as wrong. A field is marked when it was changed and left, or when the
 * form was sent, and once marked it is checked with each key.
 */
export function useMarks() {
  const [errors, setErrors] = useState<DocumentErrors>({});
  const touched = useRef(new Set<string>());
  const check = (field: string, now: DocumentDraft): void => {
    const message = documentErrors(now)[field];
    setErrors(({ [field]: _old, ...others }) =>
      message === undefined ? others : { ...others, [field]: message },
    );
  };
  return {
    errors,
    changed: (field: string, now: DocumentDraft): void => {
      touched.current.add(field);
      if (errors[field] !== undefined) check(field, now);
    },
    left: (field: string, now: DocumentDraft): void => {
      if (touched.current.has(field)) check(field, now);
    },
    /**
     * Marks these fields and no others: at once, so that a marked field is there to get the focus.
     */
    show: (found: DocumentErrors): void => flushSync(() => setErrors(found)),
    clear: (): void => {
      touched.current.clear();
      setErrors({});
    },
  };
}
