import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocType, InvoiceItemDraft } from '@lintel/contract/invoices-constants';
import type { DocumentDraft, Texts } from './document-draft.ts';
import { byKeys, documentErrors, type DocumentErrors } from './document-errors.ts';
import { itemChanged, itemMoved, retyped, tidied, useDraft, withItem, withoutItem } from './use-draft.ts';

type Name = keyof Texts;

/**
 * The form's state. A field is marked when it was changed and left, or when the form was sent, and once marked it is checked with
 * each key.
 */
export function useInvoice(contractorId: number, pageId: number) {
  const { draft, put, ...kept } = useDraft(contractorId, pageId);
  const [errors, setErrors] = useState<DocumentErrors>({});
  const touched = useRef(new Set<string>());
  const form = useRef<HTMLFormElement>(null);
  const change = (field: string, next: Parameters<typeof put>[0]): void => {
    touched.current.add(field);
    const now = put(next);
    if (errors[field] !== undefined) mark(field, documentErrors(now)[field]);
  };
  const mark = (field: string, message: string | undefined): void =>
    setErrors(({ [field]: _old, ...others }) => (message === undefined ? others : { ...others, [field]: message }));
  const leave = (field: string): void => {
    const now = put(tidied);
    if (touched.current.has(field)) mark(field, documentErrors(now)[field]);
  };
  /** Marks these fields and leads to the first of them. */
  const showErrors = (found: DocumentErrors): void => {
    // At once, so that the marked field is there to get the focus.
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return {
    draft,
    errors,
    form,
    ...kept,
    /** The tidied document, or null when it breaks a rule; what breaks one is marked. */
    checked: () => {
      const now = put(tidied);
      const found = documentErrors(now);
      showErrors(found);
      return Object.keys(found).length === 0 ? now : null;
    },
    /** Marks what the server has found wrong with a sent document. */
    takeErrors: (fields: Readonly<Record<string, string>>, sent: DocumentDraft): void => showErrors(byKeys(fields, sent.items)),
    field: (name: Name) => ({
      name,
      value: draft[name],
      error: errors[name],
      'aria-invalid': errors[name] !== undefined,
      onBlur: () => leave(name),
    }),
    set: (name: Name, value: string): void => change(name, (now) => ({ ...now, [name]: value })),
    setType: (docType: DocType): void => void put(retyped(contractorId, docType)),
    leave,
    items: {
      add: (): void => change('items', withItem),
      remove: (key: string): void => change('items', withoutItem(key)),
      move: (key: string, place: number): void => void put(itemMoved(key, place)),
      set: (key: string, name: keyof InvoiceItemDraft, value: string): void =>
        change(`items.${key}.${name}`, itemChanged(key, { [name]: value })),
    },
    clear: (): void => {
      touched.current.clear();
      setErrors({});
      kept.clear();
    },
  };
}
export type Invoice = ReturnType<typeof useInvoice>;
