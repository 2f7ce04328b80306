import type { RefObject } from 'react';
import type { DocType, InvoiceItemDraft } from '@lintel/contract/invoices-constants';
import type { DocumentDraft, Texts } from './document-draft.ts';
import { byKeys, documentErrors, type DocumentErrors } from './document-errors.ts';
import {
  itemChanged,
  itemMoved,
  retyped,
  tidied,
  useDraft,
  withItem,
  withoutItem,
} from './use-draft.ts';
import { useMarks } from './use-marks.ts';

type Name = keyof Texts;

/** The form's state: what is typed, what is wrong with it, and the ways to change it. */
export function useInvoice(
  contractorId: number,
  pageId: number,
  form: RefObject<HTMLFormElement | null>,
) {
  const { draft, put, clear, ...kept } = useDraft(contractorId, pageId);
  const marks = useMarks();
  const { errors } = marks;
  const change = (field: string, next: Parameters<typeof put>[0]): void =>
    marks.changed(field, put(next));
  const leave = (field: string): void => marks.left(field, put(tidied));
  /** Marks these fields and leads to the first of them. */
  const lead = (found: DocumentErrors): void => {
    marks.show(found);
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return {
    draft,
    errors,
    ...kept,
    leave,
    /** The tidied document, or null when it breaks a rule; what breaks one is marked. */
    checked: () => {
      const now = put(tidied);
      const found = documentErrors(now);
      lead(found);
      return Object.keys(found).length === 0 ? now : null;
    },
    /** Marks what the server has found wrong with a sent document. */
    takeErrors: (fields: Readonly<Record<string, string>>, sent: DocumentDraft): void =>
      lead(byKeys(fields, sent.items)),
    set: (name: Name, value: string): void => change(name, (now) => ({ ...now, [name]: value })),
    setType: (docType: DocType): void => void put(retyped(contractorId, docType)),
    items: itemChanges(put, change),
    clear: (): void => {
      marks.clear();
      clear();
    },
  };
}
export type Invoice = ReturnType<typeof useInvoice>;

type Put = ReturnType<typeof useDraft>['put'];

const itemChanges = (put: Put, change: (field: string, next: Parameters<Put>[0]) => void) => ({
  add: (): void => change('items', withItem),
  remove: (key: string): void => change('items', withoutItem(key)),
  move: (key: string, place: number): void => void put(itemMoved(key, place)),
  set: (key: string, name: keyof InvoiceItemDraft, value: string): void =>
    change(`items.${key}.${name}`, itemChanged(key, { [name]: value })),
});

/** What an input of this field is given. */
export const fieldOf = ({ draft, errors, leave }: Invoice, name: Name) => ({
  name,
  value: draft[name],
  error: errors[name],
  'aria-invalid': errors[name] !== undefined,
  onBlur: () => leave(name),
});
